/** Colours of carets: each has a contrast of at least 4.5 to white letters on it. */
const colors = ['#b3261e', '#8a4b00', '#5c6300', '#1b6d2f', '#00696b', '#0061a6', '#4a56c0', '#7b3fb0', '#9c2d74']

/** The colour of a person's caret, the same in every document. */
export function presenceColor(userId: number): string {
  return colors[userId % colors.length]!
}
