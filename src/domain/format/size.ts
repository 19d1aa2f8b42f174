export type SizeUnit = 'B' | 'KB' | 'MB' | 'GB' | 'TB' | 'PB' | 'EB' | 'ZB' | 'YB'

const units: readonly SizeUnit[] = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB']
const BASE = 1024

/** A size in bytes with at most one decimal and its unit, base 1024 (1§9). 1023.95 and more of a unit rounds to 1 of the next. */
export function formatSize(bytes: number): { value: string; unit: SizeUnit } {
  let rest = Math.max(0, bytes)
  let step = 0
  while (rounded(rest) >= BASE && step < units.length - 1) {
    rest /= BASE
    step += 1
  }
  return { value: String(rounded(rest)), unit: units[step] ?? 'YB' }
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
