import type { ReadingHeading } from '@/contract/previews/reading'

/** Bytes at the start of a rendition that contain the line with the list of its pieces. */
export const LIST = 128 * 1024

/** The pieces of a text within a rendition. */
export interface PieceList {
  pieces: { /** bytes */ length: number; weight: number }[]
  /** Whether the document is longer. */
  isCut: boolean
  /** Absent in renditions that have no headings or were made earlier. */
  outline?: ReadingHeading[]
}
