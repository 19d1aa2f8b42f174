import type { SearchKind } from '@/contract/items/lists'
import { civilDate, DAY, dayOfDate, localDay, MINUTE, type CivilDate } from '@/domain/format/time'
import { firstCodePoints } from '@/domain/text/codePoints'

/** In the order of the sheet. */
export const searchKinds: readonly SearchKind[] = [
  'folder',
  'document',
  'sheet',
  'slides',
  'pdf',
  'text',
  'image',
  'video',
  'audio',
  'zip',
]

/** Periods that end now; the days include today. */
export const periods = ['today', 'week', 'month', 'year'] as const

/** A usual period, or two days and those between. */
export type Period = (typeof periods)[number] | { from: CivilDate; to: CivilDate }

export interface SearchedPerson {
  /** The user id. */
  id: number
  name: string
}

/** The restrictions that the chips of a search set (AH-41); null: anything. */
export interface SearchFilters {
  kind: SearchKind | null
  period: Period | null
  person: SearchedPerson | null
}

export const noFilters: SearchFilters = { kind: null, period: null, person: null }

export function hasFilters({ kind, period, person }: SearchFilters): boolean {
  return kind !== null || period !== null || person !== null
}

/** Minutes to add to UTC for local time at a moment (seconds). */
type ZoneAt = (seconds: number) => number

/** The first and the last second of a period. A usual period has no last second, because clocks of phones and servers differ. */
export function secondsOf(period: Period, now: number, zoneAt: ZoneAt): { from: number; to?: number } {
  const today = localDay(now, zoneAt(now))
  switch (period) {
    case 'today':
      return { from: startOf(today, zoneAt) }
    case 'week':
      return { from: startOf(today - 6, zoneAt) }
    case 'month':
      return { from: startOf(today - 29, zoneAt) }
    case 'year':
      return { from: startOf(dayOfDate({ year: civilDate(today).year, month: 1, day: 1 }), zoneAt) }
    default: {
      const days = [dayOfDate(period.from), dayOfDate(period.to)]
      return { from: startOf(Math.min(...days), zoneAt), to: startOf(Math.max(...days) + 1, zoneAt) - 1 }
    }
  }
}

/** The first second of a local day; never before 1970. */
function startOf(day: number, zoneAt: ZoneAt): number {
  const local = day * DAY
  const guess = local - zoneAt(local) * MINUTE
  return Math.max(0, local - zoneAt(guess) * MINUTE)
}

/** The parameters of a search with these filters. @param now seconds */
export function filterParameters({ kind, period, person }: SearchFilters, now: number, zoneAt: ZoneAt) {
  const seconds = period && secondsOf(period, now, zoneAt)
  return {
    ...(kind && { file_type_category: kind }),
    ...(seconds && { modified_from: seconds.from }),
    ...(seconds?.to !== undefined && { modified_to: seconds.to }),
    ...(person && { user_id: person.id }),
  }
}

/** A date as typed, such as `2026-01-31`, `2026/1/31` or `20260131`; null for anything else. */
export function readDate(typed: string): CivilDate | null {
  const [, year, month, day] = /^\s*(\d{4})(?:[-/.]?)(\d{1,2})(?:[-/.]?)(\d{1,2})\s*$/.exec(typed) ?? []
  if (!year || !month || !day) return null
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  const same = civilDate(dayOfDate(date))
  const isReal = same.year === date.year && same.month === date.month && same.day === date.day
  return isReal && date.year >= 1970 ? date : null
}

/** `2026-01-31` */
export function writeDate({ year, month, day }: CivilDate): string {
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-')
}

const NAME_LENGTH = 40

/** Filters as an address holds them: `kind.period.user id.name`; '' without any. */
export function writeFilters({ kind, period, person }: SearchFilters): string {
  const time = period && typeof period === 'object' ? `${writeDate(period.from)}_${writeDate(period.to)}` : period
  const parts = [kind ?? '', time ?? '', person?.id ?? '', person ? firstCodePoints(person.name, NAME_LENGTH) : '']
  return parts.join('.').replace(/\.+$/, '')
}

/** Reads filters of an address, and ignores parts of it that name none. */
export function readFilters(text = ''): SearchFilters {
  const [kind, time = '', id = '', ...name] = text.split('.')
  return {
    kind: searchKinds.find((each) => each === kind) ?? null,
    period: readPeriod(time),
    person: /^[1-9]\d{0,14}$/.test(id) ? { id: Number(id), name: firstCodePoints(name.join('.'), NAME_LENGTH) } : null,
  }
}

function readPeriod(text: string): Period | null {
  const usual = periods.find((each) => each === text)
  if (usual) return usual
  const [from, to] = text.split('_').map(readDate)
  return from && to ? { from, to } : null
}
