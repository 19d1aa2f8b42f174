import { UsageError } from './usageError'

/** Reads an id, a count or bytes. @throws UsageError */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${text || 'An empty text'} is no whole number.`)
  return Number(text)
}

/** Reads how many rows to list. @throws UsageError */
export function rowCount(text: string): number {
  const count = wholeNumber(text)
  if (count === 0) throw new UsageError('At least one row is needed.')
  return count
}

/** Reads bytes of a quota, or `default` for that of the organisation: null. @throws UsageError */
export function quotaBytes(text: string): number | null {
  return text === 'default' ? null : wholeNumber(text)
}

/** Requires that a command changes something. @throws UsageError */
export function requireChange(options: object): void {
  if (Object.values(options).every((value) => value === undefined))
    throw new UsageError('Nothing to change: add an option, see --help.')
}

/** Reads a day by the clock of this machine. @returns its beginning @throws UsageError */
export function dayOf(text: string): Date {
  const start = new Date(`${text}T00:00:00`)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && start.getDate() === Number(text.slice(-2))
  if (!isDay) throw new UsageError(`${text} is no day, such as 2026-03-01.`)
  return start
}
