import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { countHits, cutAt, excerpt, highlight, passage, type Piece } from '@/domain/search/highlight'

const marked = (pieces: readonly Piece[] | null) =>
  pieces && pieces.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('')

describe('[SRCH-03] matches are marked', () => {
  const table: [string, string, string, string][] = [
    ['a word of two characters is marked', '2026 年秋季招生简章.pdf', '招生', '2026 年秋季[招生]简章.pdf'],
    ['every match is marked', '合同-合同（合同）.docx', '合同', '[合同]-[合同]（[合同]）.docx'],
    ['matches do not overlap', 'aaaa', 'aaa', '[aaa]a'],
    ['matching ignores case', 'Release NOTES', 'notes', 'Release [NOTES]'],
    ['matching ignores the width of characters', '２０２６预算', '2026', '[２０２６]预算'],
    ['white space in the text is ignored and marked with the match', '采 购 合\u3000同', '合同', '采 购 [合\u3000同]'],
    ['white space in the query is ignored', '采购合同', '合 同', '采购[合同]'],
    ['a match may mix scripts', 'Q4 预算.xlsx', 'q4预', '[Q4 预]算.xlsx'],
    ['decomposed letters match and are shown composed', 'Cafe\u0301 menu', 'fé', 'Ca[f\u00e9] menu'],
    ['accents need not be typed', 'Café menu', 'cafe', '[Café] menu'],
    ['several words are marked in any order', '张三 劳动合同 2026', '合同 张三', '[张三] 劳动[合同] 2026'],
    ['of two words at one place the longer is marked', '合同书', '合 合同书', '[合同书]'],
    ['decomposed Hangul matches', '\u1112\u1161\u11ab\u1100\u1173\u11af.txt', '한글', '[한글].txt'],
    ['an emoji stays whole', '👩🏽‍💻的笔记', '👩', '[👩🏽‍💻]的笔记'],
    ['a sign that stands for two letters is marked whole', '5㎏', 'k', '5[㎏]'],
    ['a match may be the whole text', '合同', '合同', '[合同]'],
    ['a text without a match has no mark', '预算.xlsx', '合同', '预算.xlsx'],
    ['an empty query marks nothing', '预算.xlsx', ' ', '预算.xlsx'],
    ['an empty text has no mark', '', '合同', ''],
    ['the signs of a pattern have no special meaning', 'a.b*c', '.', 'a[.]b*c'],
  ]
  test.each(table)('%s', (_sentence, text, words, expected) => expect(marked(highlight(text, words))).toBe(expected))

  test('the pieces make up the text, the marked ones match, and their number is the hit count', () => {
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

test('[SRCH-03] words are marked in the forms that the server names', () =>
  expect(marked(highlight('臺灣與台湾', ['台湾', '臺灣']))).toBe('[臺灣]與[台湾]'))

describe('[SRCH-03] hits are counted', () => {
  const table: [string, string, number][] = [
    ['合同-合同', '合同', 2],
    ['aaaa', 'aa', 2],
    ['预算', '合同', 0],
    ['预算', '', 0],
    ['㎏', 'k', 1],
  ]
  for (const [text, words, count] of table)
    test(`${words} occurs ${count} times in ${text}`, () => expect(countHits(text, words)).toBe(count))
})

describe('a long text is shown from a little before its first match', () => {
  const table: [string, string, string, number, string | null][] = [
    ['a text whose match fits the width is not cut', '招生简章与合同样本', '合同', 20, '招生简章与[合同]样本'],
    [
      'a match beyond the width cuts the start',
      `${'前'.repeat(30)}合同样本`,
      '合同',
      20,
      `…${'前'.repeat(6)}[合同]样本`,
    ],
    ['a text without a match is not cut', '招生简章', '合同', 20, null],
  ]
  test.each(table)('%s', (_sentence, text, words, width, expected) =>
    expect(marked(excerpt(text, words, width))).toBe(expected),
  )
})

describe('a passage surrounds the first match of a text', () => {
  const [before, behind] = ['前'.repeat(30), '后'.repeat(200)]
  const table: [string, string, number, string | null][] = [
    ['a short text is returned whole', '甲合同乙', 50, '甲合同乙'],
    ['a long text is cut at both ends', `${before}合同${behind}`, 30, `…${'前'.repeat(20)}合同${'后'.repeat(8)}…`],
    ['a match at the start cuts only the end', `合同${behind}`, 10, `合同${'后'.repeat(8)}…`],
    ['a match at the end cuts only the start', `${before}合同`, 50, `…${'前'.repeat(20)}合同`],
    ['a text without a match has no passage', '预算', 50, null],
  ]
  test.each(table)('%s', (_sentence, text, width, expected) => expect(passage(text, '合 同', width)).toBe(expected))
})

describe('marked pieces are split in two, because a row shows the end of a name separately', () => {
  const table: [string, string, number, string, string][] = [
    ['the split may fall between two pieces', '合同.pdf', 2, '[合同]', '.pdf'],
    ['the split may fall inside a mark', '采购合同.pdf', 3, '采购[合]', '[同].pdf'],
    ['the split may fall before all pieces', '合同.pdf', 0, '', '[合同].pdf'],
    ['the split may fall after all pieces', '合同.pdf', 6, '[合同].pdf', ''],
  ]
  test.each(table)('%s', (_sentence, text, length, before, behind) =>
    expect(cutAt(highlight(text, '合同'), length).map(marked)).toStrictEqual([before, behind]),
  )
})
