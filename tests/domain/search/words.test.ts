import { describe, expect, test } from '@jest/globals'
import { SEARCH_MAX_LENGTH } from '@/domain/limits'
import { searchKey, searchWords } from '@/domain/search/words'

describe('[SRCH-02] a query loses its white space and has up to 100 characters', () => {
  const table: [string, string, string][] = [
    ['spaces are removed, also inside', ' 招生 简章 ', '招生简章'],
    ['all white space is removed: tabs, line ends, wide and narrow blanks', 'a\tb\nc\u3000d\u00a0e\u2003f', 'abcdef'],
    ['only blanks make an empty query', ' \u3000\t', ''],
    ['case and width do not change', 'Ｑ4 Budget', 'Ｑ4Budget'],
    ['100 characters are kept', '字'.repeat(100), '字'.repeat(100)],
    ['the 101st character is dropped', '字'.repeat(101), '字'.repeat(100)],
    ['an emoji counts as one character', '😀'.repeat(101), '😀'.repeat(100)],
    ['blanks do not count', `${'a '.repeat(100)}b`, 'a'.repeat(100)],
  ]
  test.each(table)('%s', (_sentence, typed, words) => expect(searchWords(typed)).toBe(words))
  test('the maximum is that of the specification', () => expect(SEARCH_MAX_LENGTH).toBe(100))
})

describe('decisions 4.21: texts are compared in one form', () => {
  const table: [string, string, string][] = [
    ['capital letters become small', 'Release Notes', 'releasenotes'],
    ['full-width characters become half-width', '２０２６　ＢＵＤＧＥＴ', '2026budget'],
    ['white space within Chinese is removed', '招 生 简 章', '招生简章'],
    ['decomposed letters are composed', 'Cafe\u0301', 'caf\u00e9'],
    ['half-width kana become full-width', 'ｶﾞ', 'ガ'],
    ['signs are kept', '（终稿）.pdf', '(终稿).pdf'],
  ]
  test.each(table)('%s', (_sentence, text, key) => expect(searchKey(text)).toBe(key))
})
