import { dateParts } from '@/domain/format/time'

/** A name for a scan, such as `扫描 2026-11-30 14.05`. @param now seconds since 1970 @param zone minutes to add to UTC */
export function scanName(word: string, now: number, zone: number): string {
  const { year, month, day, hour, minute } = dateParts(now, now, zone)
  const [MM, dd, hh, mm] = [month, day, hour, minute].map((part) => String(part).padStart(2, '0'))
  return `${word} ${year}-${MM}-${dd} ${hh}.${mm}`
}
