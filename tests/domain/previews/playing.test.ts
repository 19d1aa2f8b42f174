import { describe, expect, test } from '@jest/globals'
import { keepPosition, positionWorth, wordLength } from '@/domain/previews/playing'

describe('[PREV-09] a video or sound continues where it stopped', () => {
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
    test(`a recording of ${length} s left at ${seconds} s continues at ${kept ?? 0} s`, () =>
      expect(positionWorth(seconds, length)).toBe(kept))
  }

  test('each version has one position; the latest comes first and the oldest is dropped', () => {
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

describe('[PREV-09] a length is written as minutes and seconds', () => {
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
  test.each(words)('%s s is written %s', (seconds, text) => expect(wordLength(seconds)).toBe(text))
})
