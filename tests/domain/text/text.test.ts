import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
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
  for (const [sentence, text, count] of table) test(sentence, () => assert.equal(graphemes(text).length, count))
  test('together they are the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => assert.equal(graphemes(text).join(''), text)))
  })
})

describe('an avatar without a picture (1§9)', () => {
  test('shows the first character', () => assert.equal(avatarInitial(' 王珂'), '王'))
  test('upper case', () => assert.equal(avatarInitial('émile'), 'É'))
  test('whole, when it is made of several', () => assert.equal(avatarInitial('👩‍🏫 Ann'), '👩‍🏫'))
  test('nothing for no name', () => assert.equal(avatarInitial(' '), ''))
  test('palette of 5 colours by user id modulo 5', () =>
    assert.deepEqual([0, 1, 4, 5, 1003].map(avatarColor), [0, 1, 4, 0, 3]))
})

describe('lengths count code points (decisions 4.24)', () => {
  test('an emoji is one', () => assert.equal(codePointLength('a😀'), 2))
  test('a lone surrogate too', () => assert.equal(codePointLength('\ud83d'), 1))
  test('and is not cut', () => assert.equal(firstCodePoints('😀😀', 1), '😀'))
  test('fewer than none are none', () => assert.equal(firstCodePoints('ab', -1), ''))
})
