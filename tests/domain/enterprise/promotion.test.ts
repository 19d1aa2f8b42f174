import { describe, expect, test } from '@jest/globals'
import { cooldownLeft, digitsOf, phoneWithRegion } from '@/domain/enterprise/phone'
import { promotionState } from '@/domain/enterprise/promotion'

/** Seconds since 1970. */
const at = (moment: string) => Date.parse(moment) / 1000

describe('[PROMO-01] the page of each type of promotion', () => {
  test.each([
    [110, '2026-01-01T00:00:00+08:00', 'finished'],
    [1001, '2020-08-31T23:59:59+08:00', 'starter'],
    [1001, '2020-09-01T00:00:00+08:00', 'ended'],
    [1001, '2026-01-01T00:00:00+08:00', 'ended'],
    [1404, '2026-01-01T00:00:00+08:00', 'prompt'],
    [1002, '2020-01-01T00:00:00+08:00', 'unknown'],
    [undefined, '2020-01-01T00:00:00+08:00', 'unknown'],
  ])('%s at %s: %s', (type, moment, state) => expect(promotionState(type, at(moment))).toBe(state))
})

describe('[PROMO-02] digits', () => {
  test.each([
    ['138 0013-8000', 13, '13800138000'],
    ['１３８００１３８０００', 13, '13800138000'],
    ['12345678901234567', 13, '1234567890123'],
    ['abc', 13, ''],
    ['1234567', 6, '123456'],
  ])('of “%s”, %i at most: %s', (typed, most, left) => expect(digitsOf(typed, most)).toBe(left))

  test('the region is in brackets without its plus', () =>
    expect(phoneWithRegion('+86', '13800138000')).toBe('(86)13800138000'))
})

describe('[PROMO-02] the time of the next code', () => {
  test.each([
    ['where none was sent', undefined, 0, 0],
    ['a minute after the last', 1000, 1000, 60],
    ['half a second later nearly so', 1000, 1500, 60],
    ['after 59 s in one second', 1000, 60_000, 1],
    ['after a minute', 1000, 61_000, 0],
    ['where the clock was turned back', 100_000, 1000, 0],
  ])('%s', (_when, sentAt, now, left) => expect(cooldownLeft(sentAt, now)).toBe(left))
})
