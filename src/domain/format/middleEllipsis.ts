import { graphemes } from '@/domain/text/graphemes'

/** Shortens a name to at most `max` characters. One ellipsis replaces the middle, so that the beginning and the extension stay readable. */
export function middleEllipsis(name: string, max: number): string {
  const characters = graphemes(name)
  if (characters.length <= max) return name
  const visible = Math.max(0, max - 1)
  const head = Math.ceil(visible / 2)
  const tail = characters.slice(characters.length - (visible - head))
  return [...characters.slice(0, head), '…', ...tail].join('')
}
