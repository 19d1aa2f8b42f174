/** The name of the picture of a page without a text, counted from 0. */
export function scanFile(at: number): string {
  return `scan-${at}.png`
}
