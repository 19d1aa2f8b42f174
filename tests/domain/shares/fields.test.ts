import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { countOfField, countOnTurningOn, leaveCount, typedCount } from '@/domain/shares/counts'
import {
  daysFromToday,
  endOfDay,
  endOfDayAfter,
  expiryPresets,
  localDateOf,
  presetOf,
  type ZoneAt,
} from '@/domain/shares/expiry'
import { weeksOf } from '@/domain/shares/month'
import { CODE_LENGTH, generatePassword, isCode, mayBecomeCode } from '@/domain/shares/code'
import { isPasswordEmpty, isPasswordTooLong, trimPassword } from '@/domain/shares/password'
import { SHARE_PASSWORD_MAX_LENGTH } from '@/domain/limits'
import { freePolicy, now } from '../../support/shares/shareTable'

describe('[SHARE-03] a password is generated', () => {
  test('a generated password always has exactly two letters (no o, i or l) and two digits (1-9)', () => {
    const parts = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
      minLength: 7,
      maxLength: 7,
    })
    fc.assert(
      fc.property(parts, (chances) => {
        const password = generatePassword(() => chances.shift() ?? 0)
        expect(password).toMatch(/^[a-hjkmnp-z1-9]{4}$/)
        expect(password.replace(/\d/g, '')).toHaveLength(2)
      }),
    )
  })

  test('every letter but o, i and l occurs, and every digit but 0', () => {
    const signs = new Set(Array.from({ length: 1000 }, (_, n) => generatePassword(() => n / 1000)).join(''))
    expect([...signs].sort().join('')).toBe('123456789abcdefghjkmnpqrstuvwxyz')
  })

  test('letters and digits occur in every order', () => {
    const orders = new Set(
      Array.from({ length: 2000 }, () => generatePassword(Math.random).replace(/\d/g, '1').replace(/[a-z]/g, 'a')),
    )
    expect([...orders].sort()).toStrictEqual(['11aa', '1a1a', '1aa1', 'a11a', 'a1a1', 'aa11'])
  })
})

describe('[AH-57] the boxes take a code', () => {
  test('every generated password is one, and each of its beginnings may become one', () => {
    for (let at = 0; at < 500; at++) {
      const code = generatePassword(Math.random)
      expect([code.length, isCode(code)]).toStrictEqual([CODE_LENGTH, true])
      for (let end = 0; end < CODE_LENGTH; end++)
        expect([mayBecomeCode(code.slice(0, end)), isCode(code.slice(0, end))]).toStrictEqual([true, false])
    }
  })

  test.each(['abc', '123', 'k7m3x', 'K7', 'o', 'k0', 'k 7', 'é1', '密', 'k7m３', 'a1b2c3'])(
    'no code begins with %s',
    (text) => {
      expect([mayBecomeCode(text), isCode(text)]).toStrictEqual([false, false])
    },
  )

  test('codes of older links contain i and l', () => {
    expect([isCode('i1l2'), isCode('il12')]).toStrictEqual([true, true])
  })
})

describe('[SHARE-03] a typed password', () => {
  test('is composed and has no outer blanks, however a keyboard sends it (decisions 116)', () => {
    expect([trimPassword(' cafe\u0301\u3000'), trimPassword('caf\u00e9')]).toStrictEqual(['caf\u00e9', 'caf\u00e9'])
    expect([isPasswordEmpty(' \u3000'), isPasswordEmpty('e\u0301')]).toStrictEqual([true, false])
  })

  test('has as many characters as its composed letters', () => {
    const longest = 'e\u0301'.repeat(SHARE_PASSWORD_MAX_LENGTH)
    expect([isPasswordTooLong(longest), isPasswordTooLong(`${longest}e`)]).toStrictEqual([false, true])
  })
})

describe('[SHARE-04] a count field accepts numbers', () => {
  const typed: [sentence: string, text: string, field: string][] = [
    ['an integer is kept', '42', '42'],
    ['leading zeros are stripped', '007', '7'],
    ['a 0 is kept, so that its error can be shown', '000', '0'],
    ['at most 6 digits are kept', '1234567', '123456'],
    ['leading zeros do not count as digits', '0001234567', '123456'],
    ['letters are left out', '1a2', '12'],
    ['a sign and a point are left out', '-1.5', '15'],
    ['full-width digits are digits', '１２', '12'],
    ['an empty text stays empty', '', ''],
  ]
  test.each(typed)('%s', (_sentence, text, field) => expect(typedCount(text)).toBe(field))

  test('an empty field is no count', () => {
    expect(countOfField('')).toBeNull()
    expect(countOfField('012')).toBe(12)
  })

  const policy = { ...freePolicy, share_max_preview_limit: 100 }
  const left: [sentence: string, count: number | null, notice: unknown, kept: number | null][] = [
    ['values above the maximum are clamped to it, with a notice', 101, 'tooLarge', 100],
    ['the maximum itself is allowed', 100, null, 100],
    ['an empty field gives limitCountTooSmall', null, 'tooSmall', null],
    ['0 gives limitCountTooSmall', 0, 'tooSmall', 0],
    ['below 0 gives limitCountTooSmall', -1, 'tooSmall', -1],
    ['1 is allowed', 1, null, 1],
  ]
  test.each(left)('after leaving the field: %s', (_sentence, count, notice, kept) =>
    expect(leaveCount(count, 'preview', policy)).toStrictEqual({ count: kept, notice, max: 100 }),
  )
  test('without a configured maximum the maximum is six digits', () =>
    expect(leaveCount(1_000_000, 'download', policy)).toMatchObject({ count: 999_999, notice: 'tooLarge' }))

  const turnedOn: [sentence: string, preset: number | null, earlier: number | null, count: number][] = [
    ['uses the default if set', 20, 30, 20],
    ['otherwise uses the earlier value', null, 30, 30],
    ['otherwise uses 10', null, null, 10],
    ['ignores an earlier value that is no count', null, 0, 10],
    ['clamps a default above the maximum', 500, null, 100],
    ['clamps an earlier value above the maximum', null, 500, 100],
  ]
  test.each(turnedOn)('turning a limit on %s', (_sentence, preset, earlier, count) =>
    expect(countOnTurningOn('preview', { ...policy, share_default_preview_limit: preset }, earlier)).toBe(count),
  )
})

describe('[SHARE-06] a link expires at the end of a day', () => {
  const china: ZoneAt = () => 480
  /** `now` is 08:00 of 2026-11-25 in China. */
  const endOfToday = Date.parse('2026-11-25T23:59:59+08:00') / 1000

  test('a chosen date becomes 23:59:59 of that day', () => {
    const date = { year: 2026, month: 12, day: 23 }
    expect(endOfDay(date, china)).toBe(Date.parse('2026-12-23T23:59:59+08:00') / 1000)
    expect(localDateOf(endOfDay(date, china), china)).toStrictEqual(date)
  })

  test('each preset leads to its day', () => {
    expect(expiryPresets).toStrictEqual([1, 7, 30, null])
    expect(endOfDayAfter(1, now, china)).toBe(endOfToday + 86_400)
    for (const days of expiryPresets) {
      expect(presetOf(days === null ? 0 : endOfDayAfter(days, now, china), now, china)).toBe(days)
    }
    expect(presetOf(endOfDayAfter(2, now, china), now, china)).toBeUndefined()
  })

  test('today ends at midnight of the local time', () => {
    expect(endOfDayAfter(0, now, china)).toBe(endOfToday)
    expect(daysFromToday(endOfToday, now, china)).toBe(0)
    expect(daysFromToday(endOfToday + 1, now, china)).toBe(1)
    expect(daysFromToday(endOfToday - 86_400, now, china)).toBe(-1)
  })

  test('a day on which summer time ends has the right end', () => {
    /* Berlin: from UTC+2 to UTC+1 at 2026-10-25 01:00 UTC. */
    const berlin: ZoneAt = (seconds) => (seconds < Date.parse('2026-10-25T01:00:00Z') / 1000 ? 120 : 60)
    expect(endOfDay({ year: 2026, month: 10, day: 24 }, berlin)).toBe(Date.parse('2026-10-24T23:59:59+02:00') / 1000)
    expect(endOfDay({ year: 2026, month: 10, day: 25 }, berlin)).toBe(Date.parse('2026-10-25T23:59:59+01:00') / 1000)
    const before = Date.parse('2026-10-20T12:00:00+02:00') / 1000
    expect(endOfDayAfter(7, before, berlin)).toBe(Date.parse('2026-10-27T23:59:59+01:00') / 1000)
  })

  test('every day of four centuries is read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 146_097 }), fc.integer({ min: -720, max: 840 }), (days, zone) => {
        const date = new Date(days * 86_400_000)
        const told = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
        const end = endOfDay(told, () => zone)
        expect(end).toBe(days * 86_400 + 86_399 - zone * 60)
        expect(localDateOf(end, () => zone)).toStrictEqual(told)
      }),
    )
  })
})

test('[SHARE-06] the calendar shows six weeks for every month, so that nothing below it moves', () => {
  const months = [
    { year: 2026, month: 2 },
    { year: 2021, month: 2 },
    { year: 2026, month: 8 },
  ]
  for (const month of months) {
    const weeks = weeksOf(month)
    expect(weeks.map((week) => week.length)).toStrictEqual([7, 7, 7, 7, 7, 7])
    expect(weeks.flat().filter((day) => day !== null)).toHaveLength(new Date(month.year, month.month, 0).getDate())
  }
})
