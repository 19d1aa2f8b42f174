import type { TextEncoding } from '@/contract/previews/encodings'
import type { ReadingPlace } from './readingColumn'

/** The text that a reader was in: another version, or another encoding, has other pieces. */
export interface ReadText {
  /** The version id. */
  version: number
  encoding?: TextEncoding
}

export type KeptPlace = ReadText & ReadingPlace

function isOf(place: ReadText, { version, encoding }: ReadText): boolean {
  return place.version === version && place.encoding === encoding
}

/** Where a text was left; null at the beginning. */
export function keptPlaceOf(places: readonly KeptPlace[], text: ReadText): ReadingPlace | null {
  const found = places.find((place) => isOf(place, text))
  return found ? { piece: found.piece, block: found.block } : null
}

/** Puts the place of a text first, or removes it at the beginning. Drops the oldest beyond `most`. */
export function keepReadingPlace(
  places: readonly KeptPlace[],
  { version, encoding }: ReadText,
  { piece, block }: ReadingPlace,
  most: number,
): KeptPlace[] {
  const others = places.filter((place) => !isOf(place, { version, encoding }))
  if (piece === 0 && block === 0) return others
  return [{ version, ...(encoding !== undefined && { encoding }), piece, block }, ...others].slice(0, most)
}
