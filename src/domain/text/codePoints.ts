/** The length of a text as the specification counts it: in code points (decisions 4.24). A lone surrogate counts as one. */
export function codePointLength(text: string): number {
  return Array.from(text).length
}

/** The first `count` code points of a text. */
export function firstCodePoints(text: string, count: number): string {
  return Array.from(text).slice(0, Math.max(0, count)).join('')
}
