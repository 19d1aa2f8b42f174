import { AVATAR_COLORS } from '@/domain/limits'
import { graphemes } from './graphemes'

/** The initial on an avatar without a picture, in upper case; empty for an empty name. */
export function avatarInitial(name: string): string {
  return (graphemes(name.trim())[0] ?? '').toUpperCase()
}

/** The index of an avatar's colour in the palette: user id modulo 5 (1§9). */
export function avatarColor(userId: number): number {
  return userId % AVATAR_COLORS
}
