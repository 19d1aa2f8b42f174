import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { formatBadge } from '@/domain/format/badge'
import { formatExpiry } from '@/domain/format/expiry'
import { middleEllipsis } from '@/domain/format/middleEllipsis'
import { graphemes } from '@/domain/text/graphemes'

describe('the unread badge (1§2)', () => {
  const table: [count: number, text: string][] = [
    [0, ''],
    [-3, ''],
    [1, '1'],
    [99, '99'],
    [100, '99+'],
    [12_345, '99+'],
  ]
  test.each(table)('%s shows “%s”', (count, text) => expect(formatBadge(count)).toBe(text))
})

describe('expiry (1§9, decisions 4.6)', () => {
  const now = 1_790_000_000
  const day = 86_400
  const date = { key: 'date', year: 2026, month: 9, day: 29, hour: 22, minute: 13, isThisYear: true }
  const table: [sentence: string, due: number, expected: unknown][] = [
    ['0 is never', 0, { key: 'never' }],
    ['a link past due_time shows as expired', now - 1, { key: 'expired' }],
    ['seconds', now, { key: 'seconds', n: 0 }],
    ['under 60', now + 59, { key: 'seconds', n: 59 }],
    ['minutes', now + 60, { key: 'minutes', n: 1 }],
    ['hours', now + 3600, { key: 'hours', n: 1 }],
    ['under a day', now + day - 1, { key: 'hours', n: 23 }],
    ['whole days', now + day, { key: 'days', n: 1 }],
    ['up to 8 days', now + 8 * day - 1, { key: 'days', n: 7 }],
    ['then the date', now + 8 * day, date],
  ]
  test.each(table)('%s', (_sentence, due, expected) => expect(formatExpiry(due, now, 480)).toStrictEqual(expected))
  test('a begun second counts as over', () =>
    expect(formatExpiry(now + 60, now + 0.5, 480)).toStrictEqual({ key: 'seconds', n: 59 }))
})

describe('a name shortened in its middle', () => {
  const table: [name: string, max: number, short: string][] = [
    ['abc.pdf', 7, 'abc.pdf'],
    ['abcdefgh.pdf', 9, 'abcd….pdf'],
    ['abcdefgh.pdf', 8, 'abcd…pdf'],
    ['2026 年秋季招生简章（终稿）.pdf', 11, '2026 …）.pdf'],
    ['👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…👩‍👩‍👧'],
    ['abc', 1, '…'],
    ['', 5, ''],
  ]
  test.each(table)('%s in %s', (name, max, short) => expect(middleEllipsis(name, max)).toBe(short))
  test('a shortened name never exceeds its limit, and keeps its beginning', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 40 }), (name, max) => {
        const short = middleEllipsis(name, max)
        expect(graphemes(short).length).toBeLessThanOrEqual(max)
        expect(short === name || name.startsWith(short.slice(0, short.indexOf('…')))).toBe(true)
      }),
    )
  })
})
