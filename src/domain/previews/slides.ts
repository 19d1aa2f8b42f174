const next = ['ArrowRight', 'ArrowDown', 'PageDown', 'Enter', ' ']
const previous = ['ArrowLeft', 'ArrowUp', 'PageUp', 'Backspace']

/** The slide, from 1, that a key leads to; null for any other key. */
export function slideAfter(key: string, isShifted: boolean, at: number, total: number): number | null {
  if (key === 'Home') return 1
  if (key === 'End') return total
  if (previous.includes(key) || (key === ' ' && isShifted)) return Math.max(1, at - 1)
  return next.includes(key) ? Math.min(total, at + 1) : null
}
