import type { formatSize } from '@/domain/format/size'
import type { Elapsed } from '@/domain/format/time'
import type { Words } from './words'

/** A size as `4.2 MB`; the units are the same in every language. */
export function wordSize({ value, unit }: ReturnType<typeof formatSize>): string {
  return `${value} ${unit}`
}

/** The age of a moment, or its date, with the year unless it is this year (ROW-03). */
export function wordTime(elapsed: Elapsed, t: Words): string {
  if (elapsed.key === 'date') {
    const month = t('time.months').split(' ')[elapsed.month - 1] ?? ''
    const day = /^\d/.test(month) ? String(elapsed.day).padStart(2, '0') : elapsed.day
    return t(elapsed.isThisYear ? 'time.date' : 'time.dateOfYear', { year: elapsed.year, month, day })
  }
  return 'n' in elapsed ? t(`time.${elapsed.key}`, { n: elapsed.n }) : t(`time.${elapsed.key}`)
}
