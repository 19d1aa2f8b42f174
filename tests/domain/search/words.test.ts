import { describe, expect, test } from '@jest/globals'
import { SEARCH_MAX_LENGTH } from '@/domain/limits'
import { searchKey, searchWords, wordKeys } from '@/domain/search/words'

describe('[SRCH-02] a query keeps its words and has up to 100 characters without white space', () => {
  const table: [string, string, string][] = [
    ['outer spaces are removed, and words stay apart', ' 招生  简章 ', '招生 简章'],
    [
      'all white space separates: tabs, line ends, wide and narrow blanks',
      'a\tb\nc\u3000d\u00a0e\u2003f',
      'a b c d e f',
    ],
    ['single Chinese characters are one word', '合 同 张三', '合同 张三'],
    ['single kana are one word', 'さ く ら', 'さくら'],
    ['single letters stay apart', 'a b', 'a b'],
    ['only blanks make an empty query', ' \u3000\t', ''],
    ['case and width do not change', 'Ｑ4 Budget', 'Ｑ4 Budget'],
    ['100 characters are kept', '字'.repeat(100), '字'.repeat(100)],
    ['the 101st character is dropped', '字'.repeat(101), '字'.repeat(100)],
    ['an emoji counts as one character', '😀'.repeat(101), '😀'.repeat(100)],
    ['blanks do not count', `${'a '.repeat(100)}b`, 'a '.repeat(100).trim()],
  ]
  test.each(table)('%s', (_sentence, typed, words) => expect(searchWords(typed)).toBe(words))
  test('the maximum is that of the specification', () => expect(SEARCH_MAX_LENGTH).toBe(100))
})

describe('[SRCH-02] the keys of the words (decisions 118)', () => {
  const table: [string, string, string[]][] = [
    ['every word has a key', '合同 Zhang', ['合同', 'zhang']],
    ['equal words count once', 'a A a', ['a']],
    ['the eighth word and those behind are one', 'a b c d e f g h i', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'hi']],
    ['blanks have none', ' ', []],
    ['an accent has none', '\u00b4', []],
  ]
  test.each(table)('%s', (_sentence, words, keys) => expect(wordKeys(words)).toStrictEqual(keys))
})

describe('decisions 4.21: texts are compared in one form', () => {
  const table: [string, string, string][] = [
    ['capital letters become small', 'Release Notes', 'releasenotes'],
    ['full-width characters become half-width', '２０２６　ＢＵＤＧＥＴ', '2026budget'],
    ['white space within Chinese is removed', '招 生 简 章', '招生简章'],
    ['accents are left out, composed or not', 'Cafe\u0301 Caf\u00e9', 'cafecafe'],
    ['also of other alphabets', 'Ёлка Ά', 'елкаα'],
    ['letters that Unicode does not take apart are plain', 'Straße Æ Œ Ø Łódź İı', 'strasseaeoeolodzii'],
    ['the marks of kana and Hangul stay', 'ガ 한', 'ガ한'],
    ['half-width kana become full-width', 'ｶﾞ', 'ガ'],
    ['signs are kept', '（终稿）.pdf', '(终稿).pdf'],
  ]
  test.each(table)('%s', (_sentence, text, key) => expect(searchKey(text)).toBe(key))
})
