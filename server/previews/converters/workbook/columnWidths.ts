/** px of a digit in Excel's usual font. A column's width in a file counts such digits, with PADDING px more. */
const EXCEL_DIGIT = 7
const PADDING = 5
/** px of a letter of our table, and of what surrounds the letters of a cell; as in the table preview. */
const OURS = { letter: 8.5, around: 20 }

/** The px in which our larger letters fit as they do in Excel. @param width of a column in a file */
export function pixelsOfWidth(width: number): number {
  return (width - PADDING / EXCEL_DIGIT) * OURS.letter + OURS.around
}

/** The reverse of pixelsOfWidth, at least 1. */
export function widthOfPixels(pixels: number): number {
  return Math.max(1, (pixels - OURS.around) / OURS.letter + PADDING / EXCEL_DIGIT)
}

/** The width in a file of a column whose px in Excel are known. */
export function widthOfExcelPixels(pixels: number): number {
  return pixels / EXCEL_DIGIT
}
