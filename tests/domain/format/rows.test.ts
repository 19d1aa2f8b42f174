import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { formatSize } from '@/domain/format/size'
import { dateParts, formatTime } from '@/domain/format/time'

const china = 480
const at = (text: string) => Date.parse(text) / 1000

const sizes: [bytes: number, text: string][] = [
  [0, '0 B'],
  [1, '1 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [319_488, '312 KB'],
  [1024 ** 2 - 1, '1 MB'],
  [1024 ** 2, '1 MB'],
  [4_404_019, '4.2 MB'],
  [1024 ** 3, '1 GB'],
  [1.2 * 1024 ** 3, '1.2 GB'],
  [53_687_091_200, '50 GB'],
  [1024 ** 4, '1 TB'],
  [1024 ** 5, '1 PB'],
  [1024 ** 6, '1 EB'],
  [1024 ** 7, '1 ZB'],
  [1024 ** 8, '1 YB'],
  [1024 ** 9, '1024 YB'],
  [-1, '0 B'],
]

const now = at('2026-11-20T15:00:00+08:00')
const times: [sentence: string, moment: string, expected: unknown][] = [
  ['seconds', '2026-11-20T15:00:00+08:00', { key: 'seconds', n: 1 }],
  ['under 60', '2026-11-20T14:59:01+08:00', { key: 'seconds', n: 59 }],
  ['minutes', '2026-11-20T14:59:00+08:00', { key: 'minutes', n: 1 }],
  ['under 1 hour', '2026-11-20T14:00:01+08:00', { key: 'minutes', n: 59 }],
  ['hours', '2026-11-20T14:00:00+08:00', { key: 'hours', n: 1 }],
  ['under 1 day, also when that was yesterday', '2026-11-19T15:00:01+08:00', { key: 'hours', n: 23 }],
  ['then yesterday', '2026-11-19T15:00:00+08:00', { key: 'yesterday' }],
  ['from its first minute', '2026-11-19T00:00:00+08:00', { key: 'yesterday' }],
  ['the day before', '2026-11-18T23:59:59+08:00', { key: 'dayBefore' }],
  ['from its first minute', '2026-11-18T00:00:00+08:00', { key: 'dayBefore' }],
  [
    'then the date',
    '2026-11-17T23:59:59+08:00',
    { key: 'date', year: 2026, month: 11, day: 17, hour: 23, minute: 59, isThisYear: true },
  ],
  [
    'of an earlier year',
    '2025-12-31T23:05:00+08:00',
    { key: 'date', year: 2025, month: 12, day: 31, hour: 23, minute: 5, isThisYear: false },
  ],
  ['what lies ahead counts as now', '2026-11-20T15:04:00+08:00', { key: 'seconds', n: 1 }],
]

describe('[ROW-03] sizes and times of a row (1§9)', () => {
  test.each(sizes)('size units B to YB, base 1024: %s is %s', (bytes, text) => {
    const { value, unit } = formatSize(bytes)
    expect(`${value} ${unit}`).toBe(text)
  })
  test.each(times)('time: %s', (_sentence, moment, expected) =>
    expect(formatTime(at(moment), now, china)).toStrictEqual(expected),
  )
  test('calendar days are those of the local zone', () => {
    const moment = at('2026-11-18T20:00:00Z')
    const later = at('2026-11-20T01:00:00Z')
    expect(formatTime(moment, later, 0)).toStrictEqual({ key: 'dayBefore' })
    expect(formatTime(moment, later, china)).toStrictEqual({ key: 'yesterday' })
  })
  test('a size is never 1024 of a unit that has a next one', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1024 ** 8, noNaN: true }), (bytes) => {
        expect(Number(formatSize(bytes).value)).toBeLessThan(1024)
      }),
    )
  })
  test('dates are those of the calendar, leap years included, in every zone', () => {
    const seconds = fc.integer({ min: at('1970-01-02T00:00:00Z'), max: at('2400-12-31T00:00:00Z') })
    fc.assert(
      fc.property(seconds, fc.integer({ min: -720, max: 840 }), (moment, zone) => {
        const local = new Date((moment + zone * 60) * 1000)
        const { year, month, day, hour, minute } = dateParts(moment, moment, zone)
        expect([year, month, day, hour, minute]).toStrictEqual([
          local.getUTCFullYear(),
          local.getUTCMonth() + 1,
          local.getUTCDate(),
          local.getUTCHours(),
          local.getUTCMinutes(),
        ])
      }),
      { numRuns: 1000 },
    )
  })
  for (const date of [
    '2024-02-29',
    '2025-03-01',
    '2000-02-29',
    '2100-02-28',
    '2100-03-01',
    '2200-03-01',
    '2400-02-29',
    '2400-03-01',
    '1999-12-31',
    '2026-01-01',
    '2026-12-31',
  ]) {
    test(`the date ${date}`, () => {
      const { year, month, day } = dateParts(at(`${date}T12:00:00Z`), now, 0)
      expect(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`).toBe(date)
    })
  }
})
