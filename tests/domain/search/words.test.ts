import { describe, expect, test } from '@jest/globals'
import { SEARCH_MAX_LENGTH } from '@/domain/limits'
import { searchKey, searchWords } from '@/domain/search/words'

describe('[SRCH-02] white space removed, 100 characters', () => {
  const table: [string, string, string][] = [
    ['spaces are removed, inside too', ' 招生 简章 ', '招生简章'],
    ['all white space is: tabs, line ends, wide and narrow blanks', 'a\tb\nc\u3000d\u00a0e\u2003f', 'abcdef'],
    ['blanks alone are an empty query', ' \u3000\t', ''],
    ['case and width stay as typed', 'Ｑ4 Budget', 'Ｑ4Budget'],
    ['100 characters stay', '字'.repeat(100), '字'.repeat(100)],
    ['the 101st goes', '字'.repeat(101), '字'.repeat(100)],
    ['characters, not units: emoji count once', '😀'.repeat(101), '😀'.repeat(100)],
    ['the length is that without blanks', `${'a '.repeat(100)}b`, 'a'.repeat(100)],
  ]
  test.each(table)('%s', (_sentence, typed, words) => expect(searchWords(typed)).toBe(words))
  test('the maximum is the specification’s', () => expect(SEARCH_MAX_LENGTH).toBe(100))
})

describe('decisions 4.21: what texts are compared by', () => {
  const table: [string, string, string][] = [
    ['capital letters', 'Release Notes', 'releasenotes'],
    ['full width', '２０２６　ＢＵＤＧＥＴ', '2026budget'],
    ['white space within Chinese', '招 生 简 章', '招生简章'],
    ['composed and decomposed', 'Cafe\u0301', 'caf\u00e9'],
    ['half-width kana', 'ｶﾞ', 'ガ'],
    ['signs stay', '（终稿）.pdf', '(终稿).pdf'],
  ]
  test.each(table)('%s', (_sentence, text, key) => expect(searchKey(text)).toBe(key))
})
