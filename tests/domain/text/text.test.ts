import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { avatarColor, avatarInitial } from '@/domain/text/avatar'
import { codePointLength, firstCodePoints } from '@/domain/text/codePoints'
import { graphemes } from '@/domain/text/graphemes'

describe('graphemes are the characters that a reader counts', () => {
  const table: [sentence: string, text: string, count: number][] = [
    ['each letter counts', 'abc', 3],
    ['each Chinese character counts', '王珂', 2],
    ['a letter with a mark counts once', 'e\u0301', 1],
    ['an emoji counts once', '😀', 1],
    ['an emoji with a skin tone counts once', '👍🏽', 1],
    ['a family counts once', '👨‍👩‍👧‍👦', 1],
    ['a flag counts once', '🇨🇳', 1],
    ['two flags count twice', '🇨🇳🇭🇰', 2],
    ['a flag of a region counts once', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 1],
    ['a keycap counts once', '1️⃣2', 2],
    ['a variation counts once', '❤️', 1],
    ['an end of line counts once', 'a\r\nb', 3],
  ]
  test.each(table)('%s', (_sentence, text, count) => expect(graphemes(text)).toHaveLength(count))
  test('the graphemes joined are the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(graphemes(text).join('')).toBe(text)))
  })
})

describe('an avatar without a picture shows an initial (1§9)', () => {
  test('the initial is the first character', () => expect(avatarInitial(' 王珂')).toBe('王'))
  test('the initial is a capital letter', () => expect(avatarInitial('émile')).toBe('É'))
  test('an initial of several code points stays whole', () => expect(avatarInitial('👩‍🏫 Ann')).toBe('👩‍🏫'))
  test('an empty name has no initial', () => expect(avatarInitial(' ')).toBe(''))
  test('the colour is one of 5, by user id modulo 5', () =>
    expect([0, 1, 4, 5, 1003].map(avatarColor)).toStrictEqual([0, 1, 4, 0, 3]))
})

describe('lengths count code points (decisions 4.24)', () => {
  test('an emoji counts once', () => expect(codePointLength('a😀')).toBe(2))
  test('a lone surrogate counts once', () => expect(codePointLength('\ud83d')).toBe(1))
  test('an emoji is not cut', () => expect(firstCodePoints('😀😀', 1)).toBe('😀'))
  test('a negative length returns an empty text', () => expect(firstCodePoints('ab', -1)).toBe(''))
})
