import { AVATAR_COLORS } from '@/domain/limits'
import { graphemes } from './graphemes'

/** The letter on an avatar without a picture: the first of the name, upper case; empty for an empty name. */
export function avatarInitial(name: string): string {
  return (graphemes(name.trim())[0] ?? '').toUpperCase()
}

/** Which of the 5 colours of the palette an avatar wears: user id modulo 5 (1§9). */
export function avatarColor(userId: number): number {
  return userId % AVATAR_COLORS
}
