/** px; the letters of a text on a phone */
export const READING_SIZES = [14, 15, 17, 19, 22, 26, 32] as const
export const READING_PAPERS = ['white', 'sepia', 'green', 'dark'] as const
export const READING_SPACINGS = ['tight', 'normal', 'loose'] as const
export const READING_FONTS = ['sans', 'serif'] as const

export type ReadingPaper = (typeof READING_PAPERS)[number]
export type ReadingSpacing = (typeof READING_SPACINGS)[number]
export type ReadingFont = (typeof READING_FONTS)[number]

/** How a reader wants texts to look. */
export interface ReadingLook {
  /** px */
  size: number
  /** null: the paper of the theme */
  paper: ReadingPaper | null
  spacing: ReadingSpacing
  font: ReadingFont
}

export const usualLook: ReadingLook = { size: 17, paper: null, spacing: 'normal', font: 'sans' }

/** Line height per font size. */
const heights: Record<ReadingSpacing, number> = { tight: 1.45, normal: 1.7, loose: 2 }

/** px */
export function lineHeightOf({ size, spacing }: Pick<ReadingLook, 'size' | 'spacing'>): number {
  return Math.round(size * heights[spacing])
}

/** A stored look. What is not known is as usual. */
export function readLook(stored: unknown): ReadingLook {
  const known = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<Record<string, unknown>>
  const pick = <T>(choices: readonly T[], value: unknown, usual: T) =>
    choices.includes(value as T) ? (value as T) : usual
  return {
    size: pick<number>(READING_SIZES, known.size, usualLook.size),
    paper: pick<ReadingPaper | null>(READING_PAPERS, known.paper, usualLook.paper),
    spacing: pick(READING_SPACINGS, known.spacing, usualLook.spacing),
    font: pick(READING_FONTS, known.font, usualLook.font),
  }
}

/** The next larger or smaller size; the same at the ends. */
export function sizeAfter(size: number, step: 1 | -1): number {
  const sizes: readonly number[] = READING_SIZES
  return sizes[sizes.indexOf(size) + step] ?? size
}
