import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { countHits, cutAt, excerpt, highlight, passage, type Piece } from '@/domain/search/highlight'

const marked = (pieces: readonly Piece[] | null) =>
  pieces && pieces.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('')

describe('[SRCH-03] matches are marked', () => {
  const table: [string, string, string, string][] = [
    ['a word of two characters', '2026 年秋季招生简章.pdf', '招生', '2026 年秋季[招生]简章.pdf'],
    ['every match', '合同-合同（合同）.docx', '合同', '[合同]-[合同]（[合同]）.docx'],
    ['matches do not overlap', 'aaaa', 'aaa', '[aaa]a'],
    ['whatever the case', 'Release NOTES', 'notes', 'Release [NOTES]'],
    ['whatever the width', '２０２６预算', '2026', '[２０２６]预算'],
    ['white space in the text does not matter and is marked along', '采 购 合\u3000同', '合同', '采 购 [合\u3000同]'],
    ['white space in the query does not matter', '采购合同', '合 同', '采购[合同]'],
    ['mixed scripts', 'Q4 预算.xlsx', 'q4预', '[Q4 预]算.xlsx'],
    ['decomposed letters, shown composed', 'Cafe\u0301 menu', 'fé', 'Ca[f\u00e9] menu'],
    ['decomposed Hangul', '\u1112\u1161\u11ab\u1100\u1173\u11af.txt', '한글', '[한글].txt'],
    ['an emoji stays whole', '👩🏽‍💻的笔记', '👩', '[👩🏽‍💻]的笔记'],
    ['one sign that stands for two letters', '5㎏', 'k', '5[㎏]'],
    ['at the start and the end', '合同', '合同', '[合同]'],
    ['nothing', '预算.xlsx', '合同', '预算.xlsx'],
    ['an empty query', '预算.xlsx', ' ', '预算.xlsx'],
    ['an empty text', '', '合同', ''],
    ['signs of a pattern are signs', 'a.b*c', '.', 'a[.]b*c'],
  ]
  test.each(table)('%s', (_sentence, text, words, expected) => expect(marked(highlight(text, words))).toBe(expected))

  test('pieces put together are the text, marked ones match, and there are as many as counted', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'B', '合', '同', ' ', '😀', 'é') }),
        fc.constantFrom('a', 'ab', '合同', '😀'),
        (text, words) => {
          const pieces = highlight(text, words)
          expect(pieces.map((piece) => piece.text).join('')).toBe(text.normalize('NFC'))
          const hits = pieces.filter(({ isHit }) => isHit)
          for (const hit of hits) expect(hit.text.replace(/\s/g, '').toLowerCase()).toBe(words)
          expect(hits).toHaveLength(countHits(text, words))
        },
      ),
    )
  })
})

describe('[SRCH-03] the hit count', () => {
  const table: [string, string, number][] = [
    ['合同-合同', '合同', 2],
    ['aaaa', 'aa', 2],
    ['预算', '合同', 0],
    ['预算', '', 0],
    ['㎏', 'k', 1],
  ]
  for (const [text, words, count] of table)
    test(`${words} in ${text}: ${count}`, () => expect(countHits(text, words)).toBe(count))
})

describe('a long text is shown from a little before its first match', () => {
  const table: [string, string, string, number, string | null][] = [
    ['a match that the width shows leaves the text as it is', '招生简章与合同样本', '合同', 20, '招生简章与[合同]样本'],
    ['one beyond it cuts the start', `${'前'.repeat(30)}合同样本`, '合同', 20, `…${'前'.repeat(6)}[合同]样本`],
    ['no match', '招生简章', '合同', 20, null],
  ]
  test.each(table)('%s', (_sentence, text, words, width, expected) =>
    expect(marked(excerpt(text, words, width))).toBe(expected),
  )
})

describe('a passage of a text around its first match', () => {
  const [before, behind] = ['前'.repeat(30), '后'.repeat(200)]
  const table: [string, string, number, string | null][] = [
    ['a short text is given whole', '甲合同乙', 50, '甲合同乙'],
    ['cut at both ends', `${before}合同${behind}`, 30, `…${'前'.repeat(20)}合同${'后'.repeat(8)}…`],
    ['at the start', `合同${behind}`, 10, `合同${'后'.repeat(8)}…`],
    ['at the end', `${before}合同`, 50, `…${'前'.repeat(20)}合同`],
    ['no match', '预算', 50, null],
  ]
  test.each(table)('%s', (_sentence, text, width, expected) => expect(passage(text, '合 同', width)).toBe(expected))
})

describe('marked pieces in two, as a row shows a name with its end', () => {
  const table: [string, string, number, string, string][] = [
    ['between two pieces', '合同.pdf', 2, '[合同]', '.pdf'],
    ['through a mark', '采购合同.pdf', 3, '采购[合]', '[同].pdf'],
    ['before all', '合同.pdf', 0, '', '[合同].pdf'],
    ['behind all', '合同.pdf', 6, '[合同].pdf', ''],
  ]
  test.each(table)('%s', (_sentence, text, length, before, behind) =>
    expect(cutAt(highlight(text, '合同'), length).map(marked)).toStrictEqual([before, behind]),
  )
})
