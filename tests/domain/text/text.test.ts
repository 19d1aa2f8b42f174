import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { avatarColor, avatarInitial } from '@/domain/text/avatar'
import { codePointLength, firstCodePoints } from '@/domain/text/codePoints'
import { graphemes } from '@/domain/text/graphemes'

describe('characters as a reader counts them', () => {
  const table: [sentence: string, text: string, count: number][] = [
    ['letters', 'abc', 3],
    ['Chinese', '王珂', 2],
    ['a letter with a mark', 'e\u0301', 1],
    ['an emoji', '😀', 1],
    ['with a skin tone', '👍🏽', 1],
    ['a family', '👨‍👩‍👧‍👦', 1],
    ['a flag', '🇨🇳', 1],
    ['two flags', '🇨🇳🇭🇰', 2],
    ['a flag of a region', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 1],
    ['a keycap', '1️⃣2', 2],
    ['a variation', '❤️', 1],
    ['an end of line', 'a\r\nb', 3],
  ]
  test.each(table)('%s', (_sentence, text, count) => expect(graphemes(text)).toHaveLength(count))
  test('together they are the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(graphemes(text).join('')).toBe(text)))
  })
})

describe('an avatar without a picture (1§9)', () => {
  test('shows the first character', () => expect(avatarInitial(' 王珂')).toBe('王'))
  test('upper case', () => expect(avatarInitial('émile')).toBe('É'))
  test('whole, when it is made of several', () => expect(avatarInitial('👩‍🏫 Ann')).toBe('👩‍🏫'))
  test('nothing for no name', () => expect(avatarInitial(' ')).toBe(''))
  test('palette of 5 colours by user id modulo 5', () =>
    expect([0, 1, 4, 5, 1003].map(avatarColor)).toStrictEqual([0, 1, 4, 0, 3]))
})

describe('lengths count code points (decisions 4.24)', () => {
  test('an emoji is one', () => expect(codePointLength('a😀')).toBe(2))
  test('a lone surrogate too', () => expect(codePointLength('\ud83d')).toBe(1))
  test('and is not cut', () => expect(firstCodePoints('😀😀', 1)).toBe('😀'))
  test('fewer than none are none', () => expect(firstCodePoints('ab', -1)).toBe(''))
})
