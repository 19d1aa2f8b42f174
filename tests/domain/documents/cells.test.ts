import { describe, expect, test } from '@jest/globals'
import { Axis } from '@/domain/documents/sheets/Axis'
import { isCellContent, isCellStyle, isFrozenLines } from '@/domain/documents/sheets/content'
import { enteredIn, writtenIn } from '@/domain/documents/sheets/entering'
import { separatedCells, separatedText } from '@/domain/documents/sheets/separated'
import type { CellStyle } from '@/domain/documents/sheets/content'
import { numberIn, type Scalar } from '@/domain/documents/sheets/formulas/values'
import { alignmentOf, fittingNumber, shownText } from '@/domain/documents/sheets/showing'

const axes = { rows: new Axis(['r1'], () => false), columns: new Axis(['c1'], () => false) }

describe('[DOC-02] what people write into a cell', () => {
  test.each([
    ['90', { content: { v: 90 } }],
    [' -3.5 ', { content: { v: -3.5 } }],
    ['1,234.5', { content: { v: 1234.5 }, format: 'grouped' }],
    ['12.5%', { content: { v: 0.125 }, format: 'percent' }],
    ['1e3', { content: { v: 1000 } }],
    ['true', { content: { v: true } }],
    ['', { content: null }],
    ['  ', { content: null }],
    ['007', { content: { v: '007' } }],
    ['11010519491231002X', { content: { v: '11010519491231002X' } }],
    ['110105194912310021', { content: { v: '110105194912310021' } }],
    ["'90", { content: { v: '90' } }],
    ['=', { content: { v: '=' } }],
    ['2026-11-30', { content: { v: '2026-11-30' } }],
    ['=A1', { content: { f: '={r1:c1}' } }],
    ['+8613800138000', { content: { v: '+8613800138000' } }],
    ['+5', { content: { v: 5 } }],
    ['6222021234567', { content: { v: 6222021234567 } }],
    ['0.00000000000000012', { content: { v: 1.2e-16 } }],
    ['0000000', { content: { v: '0000000' } }],
  ])('%j', (written, entered) => expect(enteredIn(written, axes)).toEqual(entered))

  test('is written the same way when the cell is opened again', () => {
    for (const written of [
      '90',
      '12.5%',
      '12.3456789012345%',
      '1e+308',
      'TRUE',
      '007',
      "'90",
      "'true",
      '第一行\n第二行',
      '=A1',
      ' 缩进',
    ])
      expect(writtenIn(enteredIn(written, axes).content, { format: enteredIn(written, axes).format }, axes)).toBe(
        written,
      )
  })

  test('is limited', () => {
    expect(enteredIn('字'.repeat(20_000), axes).content).toEqual({ v: '字'.repeat(10_000) })
    expect(enteredIn(`=${'1+'.repeat(5000)}1`, axes).content).toHaveProperty('v')
  })
})

describe('[DOC-02] what a cell shows', () => {
  test.each<[value: Scalar, style: CellStyle, shown: string]>([
    [1234567.891, { format: 'grouped' }, '1,234,567.89'],
    [-1234, { format: 'grouped' }, '-1,234'],
    [0.125, { format: 'percent' }, '12.5%'],
    [3, { format: 'fixed' }, '3.00'],
    [1 / 3, {}, '0.333333333333'],
    [true, {}, 'TRUE'],
    ['字', { format: 'fixed' }, '字'],
    [{ error: '#REF!' }, {}, '#REF!'],
    [1234567890123, {}, '1234567890123'],
    [123456789012.34, {}, '123456789012.34'],
    [1234567890123.45, { format: 'grouped' }, '1,234,567,890,123.45'],
    [0.1 + 0.2, {}, '0.3'],
    [1.005, { format: 'fixed' }, '1.01'],
    [2.675, { format: 'grouped' }, '2.68'],
    [-0.001, { format: 'fixed' }, '0.00'],
    [1e308, { format: 'percent' }, '1E+308'],
    [1e308, { format: 'grouped' }, '1E+308'],
  ])('%j with %j', (value, style, text) => expect(shownText(value, style)).toBe(text))

  test.each<[value: number, style: CellStyle, room: number, shown: string]>([
    [1234567, {}, 7, '1234567'],
    [1234567, {}, 6, '####'],
    [1 / 3, {}, 6, '0.3333'],
    [12.98, {}, 2, '13'],
    [0.001, {}, 4, '####'],
    [1234.5, { format: 'grouped' }, 6, '####'],
    [2, { format: 'fixed' }, 3, '####'],
    [-1e300, {}, 5, '####'],
  ])('%j with %j in a cell for %i characters', (value, style, room, text) =>
    expect(fittingNumber(value, style, ({ length }) => length <= room)).toBe(text),
  )

  test('numbers lie at the right, unless the style says otherwise', () => {
    expect([
      alignmentOf(1, {}),
      alignmentOf('a', {}),
      alignmentOf(true, {}),
      alignmentOf(1, { align: 'left' }),
    ]).toEqual(['right', 'left', 'center', 'left'])
  })
})

describe('[DOC-02] cells of other programs', () => {
  test('are read from what Excel copies, also with line ends and quotes within', () => {
    expect(separatedCells('姓名\t"第一行\n第二行"\r\n"他说""好"""\t\r\n')).toEqual([
      ['姓名', '第一行\n第二行'],
      ['他说"好"', ''],
    ])
    expect(separatedCells('5"管\t"未完')).toEqual([['5"管', '"未完']])
    expect(separatedCells('一格')).toEqual([['一格']])
  })

  test('that look like formulas are not run by other programs, and are the same texts here', () => {
    const texts = ['=1+1', '+HYPERLINK("x")', "-2+3+cmd|' /C calc'!A0", '@SUM(1)', '-5', '+86 138', '-（备注）', 'a=1']
    const [copied] = separatedCells(separatedText([texts])) as [string[]]
    expect(copied.map((text) => text[0] === "'")).toEqual([true, true, true, true, false, false, false, false])
    expect(copied.slice(0, 4).map((text) => enteredIn(text, axes).content)).toEqual(
      texts.slice(0, 4).map((v) => ({ v })),
    )
  })

  test('are the same after a copy', () => {
    const cells = [
      ['a\tb', 'c\nd'],
      ['"', ''],
      ['', 'x'],
    ]
    expect(separatedCells(separatedText(cells))).toEqual(cells)
  })
})

test('[DOC-02] a cell holds only what its shape says', () => {
  for (const good of [{ v: 1 }, { v: 'a' }, { v: false }, { f: '=1' }]) expect(isCellContent(good)).toBe(true)
  const bad = [null, 1, [], {}, { v: '' }, { v: null }, { v: NaN }, { v: {} }, { f: '1' }, { f: 1 }, { v: 1, f: '=1' }]
  for (const each of [...bad, { v: 'a'.repeat(10_001) }, { f: `=${'1'.repeat(5000)}` }])
    expect(isCellContent(each)).toBe(false)
  const hidden = (shown: object, behind: object | null) => Object.setPrototypeOf(shown, behind) as unknown
  for (const each of [hidden({ v: {} }, { f: '=1' }), hidden({ f: '=1' }, { v: {} })])
    expect(isCellContent(each)).toBe(false)
  for (const each of [hidden({}, { color: {} }), hidden({}, null)]) expect(isCellStyle(each)).toBe(false)
  for (const good of [{}, { rows: 'r1' }, { rows: 'r2', columns: 'c1' }]) expect(isFrozenLines(good)).toBe(true)
  for (const each of [null, [], { rows: 1 }, { rows: '' }, { x: 'r1' }, hidden({}, { rows: 1 })])
    expect(isFrozenLines(each)).toBe(false)
  expect(isCellStyle({ bold: true, color: 'red', align: 'left', fill: 'blue', format: 'percent' })).toBe(true)
  for (const each of [null, { bold: false }, { color: '#f00' }, { x: 1 }, { constructor: 1 }, []])
    expect(isCellStyle(each)).toBe(false)
})

test('[DOC-02] a text of many digits is read in one go', () => {
  const digits = `${'1'.repeat(200_000)}x`
  expect([enteredIn(digits, axes).content, numberIn(digits)]).toEqual([{ v: digits.slice(0, 10_000) }, null])
})

test('[DOC-02] an id that is there twice counts once, and a deleted one keeps its place', () => {
  const axis = new Axis(['a', 'b', 'a', 'c'], (id) => id === 'b')
  expect(axis.ids).toEqual(['a', 'c'])
  expect([axis.indexOf('b'), axis.spanOf('b'), axis.spanOf('c'), axis.spanOf('x')]).toEqual([
    null,
    { first: 1, last: 0 },
    { first: 1, last: 1 },
    null,
  ])
})
