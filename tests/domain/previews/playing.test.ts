import { describe, expect, test } from '@jest/globals'
import { keepPosition, positionWorth, wordLength } from '@/domain/previews/playing'

describe('[PREV-09] where a video or sound was left', () => {
  const worth: [seconds: number, length: number, kept: number | null][] = [
    [0, 600, null],
    [9.9, 600, null],
    [10, 600, 10],
    [312.7, 600, 312],
    [569.9, 600, 569],
    [570, 600, null],
    [600, 600, null],
    [10, 0, null],
    [10, NaN, null],
    [10, Infinity, 10],
  ]
  for (const [seconds, length, kept] of worth) {
    test(`${seconds} of ${length} s: ${kept ?? 'from the beginning'}`, () =>
      expect(positionWorth(seconds, length)).toBe(kept))
  }

  test('each version has one place, the latest in front, the oldest goes', () => {
    const places = [1, 2, 3].reduce(
      (kept, version) => keepPosition(kept, version, version * 100, 2),
      keepPosition([], 9, 900, 2),
    )
    expect(places).toStrictEqual([
      { version: 3, seconds: 300 },
      { version: 2, seconds: 200 },
    ])
    expect(keepPosition(places, 2, 250, 2)).toStrictEqual([
      { version: 2, seconds: 250 },
      { version: 3, seconds: 300 },
    ])
    expect(keepPosition(places, 3, null, 2)).toStrictEqual([{ version: 2, seconds: 200 }])
  })
})

describe('[PREV-09] lengths in words', () => {
  const words: [seconds: number, words: string][] = [
    [0, '0:00'],
    [0.9, '0:00'],
    [59.99, '0:59'],
    [60, '1:00'],
    [187, '3:07'],
    [3599, '59:59'],
    [3600, '1:00:00'],
    [3765, '1:02:45'],
    [36_000, '10:00:00'],
    [-1, '0:00'],
  ]
  test.each(words)('%s s: %s', (seconds, text) => expect(wordLength(seconds)).toBe(text))
})
