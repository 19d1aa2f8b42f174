/** The length of a text in code points, as the specification counts it (decisions 4.24). A lone surrogate counts as one. */
export function codePointLength(text: string): number {
  return Array.from(text).length
}

export function firstCodePoints(text: string, count: number): string {
  return Array.from(text).slice(0, Math.max(0, count)).join('')
}
