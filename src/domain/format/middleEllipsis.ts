import { graphemes } from '@/domain/text/graphemes'

/** A name of at most `max` characters, its middle replaced by one ellipsis, so that beginning and extension stay readable. */
export function middleEllipsis(name: string, max: number): string {
  const characters = graphemes(name)
  if (characters.length <= max) return name
  const kept = Math.max(0, max - 1)
  const head = Math.ceil(kept / 2)
  const tail = characters.slice(characters.length - (kept - head))
  return [...characters.slice(0, head), '…', ...tail].join('')
}
