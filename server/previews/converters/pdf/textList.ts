/** Bytes at the start of a rendition that contain the line with the list of its portions. */
export const LIST = 64 * 1024

/** The texts of pages within a rendition. */
export interface TextList {
  /** bytes of each portion of pages */
  portions: number[]
  /** Whether the texts of some pages are left out. */
  isCut: boolean
}
