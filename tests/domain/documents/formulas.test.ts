import { describe, expect, test } from '@jest/globals'
import { isCellContent } from '@/domain/documents/sheets/content'
import {
  movedFormula,
  renamedFormula,
  storedFormula,
  writtenFormula,
} from '@/domain/documents/sheets/formulas/references'
import { parseFormula } from '@/domain/documents/sheets/formulas/parse'
import { formulaSheet, resultOf } from '../../support/documents/formulaSheet'

const scores = [
  ['姓名', '语文', '数学', '等第'],
  ['陈希', '90', '85', '优'],
  ['李蔚', '72', '', '良'],
  ['赵敏', '58', '64', '及格'],
  ['孙敏', '90', '缺考', '优'],
]

describe('[DOC-02] results of formulas', () => {
  const cases: [formula: string, shown: string][] = [
    ['=1+2*3^2', '19'],
    ['=(1+2)*3', '9'],
    ['=-2^2', '4'],
    ['=10%*200', '20'],
    ['=0.1+0.2', '0.3'],
    ['="总分："&B2+C2', '总分：175'],
    ['=B2>=B3', 'TRUE'],
    ['="a"="A"', 'TRUE'],
    ['=SUM(B2:B5)', '310'],
    ['=SUM(B2:C5,1)', '460'],
    ['=AVERAGE(C2:C5)', '74.5'],
    ['=AVERAGE(A2:A5)', '#DIV/0!'],
    ['=COUNT(A2:C5)', '6'],
    ['=COUNTA(C2:C5)', '3'],
    ['=COUNTBLANK(C2:C5)', '1'],
    ['=MAX(B2:B5)-MIN(B2:B5)', '32'],
    ['=MEDIAN(B2:B5)', '81'],
    ['=COUNTIF(D2:D5,"优")', '2'],
    ['=COUNTIF(B2:B5,">=60")', '3'],
    ['=COUNTIF(A2:A5,"*敏")', '2'],
    ['=SUMIF(D2:D5,"优",B2:B5)', '180'],
    ['=AVERAGEIF(B2:B5,">80")', '90'],
    ['=RANK(B3,B2:B5)', '3'],
    ['=RANK(B2,B2:B5)', '1'],
    ['=LARGE(B2:B5,2)', '90'],
    ['=IF(B4>=60,"及格","不及格")', '不及格'],
    ['=IF(B4<60,"补考")', '补考'],
    ['=IFS(B3>=85,"优",B3>=60,"良")', '良'],
    ['=IF(AND(B2>80,NOT(B3>80)),1,0)', '1'],
    ['=IFERROR(1/0,"无")', '无'],
    ['=IF(TRUE,1,1/0)', '1'],
    ['=ROUND(2.345,2)', '2.35'],
    ['=ROUND(-2.5,0)', '-3'],
    ['=ROUND(1.005,2)', '1.01'],
    ['=ROUNDDOWN(7.99)', '7'],
    ['=MOD(-3,2)', '1'],
    ['=MOD(3,0)', '#DIV/0!'],
    ['=SQRT(-1)', '#NUM!'],
    ['=VLOOKUP("李蔚",A2:D5,4,FALSE)', '良'],
    ['=VLOOKUP("王",A2:D5,4,FALSE)', '#N/A'],
    ['=CONCATENATE(A2,"/",D2)', '陈希/优'],
    ['=LEN(A2)&LEFT(D4)&MID("abcd",2,2)&RIGHT("abcd",1)', '2及bcd'],
    ['=A2+1', '#VALUE!'],
    ['=1/0', '#DIV/0!'],
    ['=SUM(B2:B5)/0', '#DIV/0!'],
    ['=NOPE(1)', '#NAME?'],
    ['=名字', '#NAME?'],
    ['=SUM(1', '#ERROR!'],
    ['=1+', '#ERROR!'],
    ['=A200', '#REF!'],
    ['=Z1', '#REF!'],
    ['=__PROTO__()', '#NAME?'],
    ['=E1', '0'],
    ['＝SUM（B2：B5，1）', '311'],
    ['=IF(B2＞80，“好”，“差”)', '好'],
    ['＝Ｂ２＋１', '91'],
    ['=IF(B2≥90,”好”,“差“)', '好'],
    ['=LEN(“他说"好"”)', '5'],
    ['=SUM(#REF!:B3)', '#REF!'],
    ['=1e400', '#NUM!'],
    ['=MEDIAN(1e308,1.7e308)', '#NUM!'],
  ]
  test.each(cases)('%s is %s', (formula, shown) => expect(resultOf(formula, scores)).toBe(shown))

  test('brackets within brackets have an end, and so has a long chain of cells', () => {
    expect(resultOf(`=${'('.repeat(200)}1${')'.repeat(200)}`)).toBe('#ERROR!')
    const made = formulaSheet([], 5000)
    made.write('A1', '1')
    for (let row = 2; row <= 5000; row += 1) made.write(`A${row}`, `=A${row - 1}+1`)
    expect(made.shown('A5000')).toBe('5000')
  })

  test('a change reaches everything that depends on it, and a circle shows itself until it is opened', () => {
    const made = formulaSheet([['1', '=A1*2', '=SUM(A1:B1)']])
    expect([made.shown('B1'), made.shown('C1')]).toEqual(['2', '3'])
    made.write('A1', '5')
    expect([made.shown('B1'), made.shown('C1')]).toEqual(['10', '15'])
    made.write('A1', '=C1')
    expect(made.shown('C1')).toBe('#CYCLE!')
    expect(made.shown('A1')).toBe('#CYCLE!')
    made.write('A1', '7')
    expect([made.shown('A1'), made.shown('C1')]).toEqual(['7', '21'])
  })

  test('a formula over more cells than can be read says so, and so does everything after it until other cells are looked at', () => {
    const made = formulaSheet([], 20_000)
    made.write('J20000', '1')
    const sums = Array.from({ length: 30 }, (_, at) => `SUM(B${at + 1}:J20000)`)
    made.write('A1', `=${sums.join('+')}`)
    made.write('A2', `=${sums[0]}`)
    made.write('A3', '=IFERROR(A2,"无")')
    expect([made.shown('A1'), made.shown('A2'), made.shown('A3')]).toEqual(['#LIMIT!', '#LIMIT!', '#LIMIT!'])
    made.renew()
    expect([made.shown('A3'), made.shown('A2')]).toEqual(['1', '1'])
    made.write('B1', '4')
    expect(made.shown('A2')).toBe('5')
  })

  test('ranges far beyond what the sheet holds cost nothing, in hundreds of cells', () => {
    const made = formulaSheet([['5'], ['7']], 20_000)
    for (let row = 1; row <= 300; row += 1)
      made.write(`C${row}`, `=SUM(A${row % 2 === 0 ? 1 : 2}:B20000)+COUNTBLANK(A1:B20000)`)
    expect([made.shown('C300'), made.shown('C299')]).toEqual([String(12 + 39_998), String(7 + 39_998)])
    expect(made.shown('C1')).toBe(made.shown('C299'))
  })

  test('a sum of a hundred and thirty thousand formulas has a result', () => {
    const made = formulaSheet([], 20_000)
    made.fill('A1', 'G20000', '=1')
    made.write('I1', '=SUM(A1:G20000)')
    expect(made.shown('I1')).toBe('140000')
  })

  test('texts that double with every cell end', () => {
    const made = formulaSheet([['很长的文字'.repeat(1000)]])
    for (let row = 2; row <= 60; row += 1) made.write(`A${row}`, `=A${row - 1}&A${row - 1}`)
    expect([made.shown('A3').length, made.shown('A60')]).toEqual([20_000, '#LIMIT!'])
    made.write('B1', '=CONCAT(A1:A3,A1:A3)')
    expect(made.shown('B1')).toBe('#LIMIT!')
  })

  test('patterns that try everywhere end', () => {
    const made = formulaSheet([], 1000)
    for (let row = 1; row <= 1000; row += 1) made.write(`A${row}`, 'a'.repeat(9000))
    made.write('B1', `=COUNTIF(A1:A1000,"*${'a'.repeat(2000)}b*")`)
    expect(made.shown('B1')).toBe('#LIMIT!')
  })

  test('long chains of signs are computed or refused, and never thrown', () => {
    expect(resultOf(`=1${'+1'.repeat(1900)}`)).toBe('1901')
    expect(resultOf(`=1${'%'.repeat(3000)}`)).toBe('#ERROR!')
    expect(resultOf(`=${'-'.repeat(3000)}1`)).toBe('#ERROR!')
  })

  test('everything that leads into a circle shows it, whichever cell is looked at first', () => {
    const lines = [['=IFERROR(B1,1)', '=A1', '=IFERROR(A1,2)', '=COUNT(A1:B1)', '=IF(TRUE,3,A1)']]
    const names = ['A1', 'B1', 'C1', 'D1', 'E1']
    for (const first of names) {
      const made = formulaSheet(lines)
      made.shown(first)
      expect(names.map((name) => made.shown(name))).toEqual(names.map(() => '#CYCLE!'))
    }
    const self = formulaSheet([['=SUM(A1:A9)']])
    expect(self.shown('A1')).toBe('#CYCLE!')
  })

  test('numbers of people and cards are compared by all their digits', () => {
    const ids = [['110105194912310021'], ['110105194912310029'], ['007'], ['7']]
    expect(resultOf('=COUNTIF(A1:A2,A1)', ids)).toBe('1')
    expect(resultOf('=COUNTIF(A1:A2,"110105194912310029")', ids)).toBe('1')
    expect(resultOf('=COUNTIF(A3:A4,"007")', ids)).toBe('1')
    expect(resultOf('=VLOOKUP(A2,A1:A2,1,FALSE)=A1', ids)).toBe('FALSE')
    expect(resultOf('=A1+0', ids)).toBe('#VALUE!')
  })

  test('an error among the chosen cells is not left out of their sum', () => {
    expect(
      resultOf('=SUMIF(A1:A2,"a",B1:B2)', [
        ['a', '1'],
        ['a', '=1/0'],
      ]),
    ).toBe('#DIV/0!')
    expect(resultOf('=LARGE(A1:A2,1)', [['1'], ['=1/0']])).toBe('#DIV/0!')
  })
})

describe('[DOC-02] formulas name cells by ids', () => {
  test('rows inserted before and within a range move its names, not its cells', () => {
    const made = formulaSheet([['1'], ['2'], ['3'], ['=SUM(A1:A3)']])
    expect(made.stored('A4')).toEqual({ f: '=SUM({r1:c1}:{r3:c1})' })
    made.change({ insertAt: 1 })
    expect([made.written('A5'), made.shown('A5')]).toEqual(['=SUM(A1:A4)', '6'])
    made.write('A2', '10')
    expect(made.shown('A5')).toBe('16')
  })

  test('a range keeps what is left of it after its ends are deleted; a deleted cell is #REF!, until it is back', () => {
    const made = formulaSheet([['1'], ['2'], ['3'], ['=SUM(A1:A3)', '=A1+A2', '=SUM(A1:A1)']])
    made.change({ delete: ['r1'] })
    expect([made.written('A3'), made.shown('A3')]).toEqual(['=SUM(A1:A2)', '5'])
    expect([made.written('B3'), made.shown('B3')]).toEqual(['=#REF!+A1', '#REF!'])
    expect(made.shown('C3')).toBe('#REF!')
    made.change({ delete: ['r3'] })
    expect([made.written('A2'), made.shown('A2')]).toEqual(['=SUM(A1:A1)', '2'])
    made.change({ undelete: ['r1', 'r3'] })
    expect([made.written('A4'), made.shown('A4'), made.shown('B4')]).toEqual(['=SUM(A1:A3)', '6', '3'])
  })

  test('a range that was written from its end to its beginning shows the cells that it has', () => {
    const made = formulaSheet([['1'], ['2'], ['4'], ['8'], ['=SUM(A3:A1)', '=SUM(A4:A3)', '=SUM( A1 : A3 )']])
    made.change({ delete: ['r3'] })
    expect([made.written('A4'), made.shown('A4')]).toEqual(['=SUM(A2:A1)', '3'])
    expect([made.written('B4'), made.shown('B4')]).toEqual(['=SUM(A3:A3)', '8'])
    expect([made.written('C4'), made.shown('C4')]).toEqual(['=SUM( A1 : A2 )', '3'])
  })

  test('a copy of a range whose end is deleted has what is left of it', () => {
    const made = formulaSheet([['1'], ['2'], ['3'], ['=SUM(A1:A3)']])
    made.change({ delete: ['r3'] })
    const { f } = made.stored('A3') as { f: string }
    expect(writtenFormula(movedFormula(f, made.axes, made.axes, 0, 1), made.axes)).toBe('=SUM(B1:B2)')
  })

  test('a formula that is being written follows its cells, and stays as it is otherwise', () => {
    const made = formulaSheet([])
    const before = made.axes
    made.change({ insertAt: 1 })
    expect(renamedFormula('=SUM(A1：A3)+B2&"A2"', before, made.axes)).toBe('=SUM(A1:A4)+B3&"A2"')
    expect(renamedFormula('=A1，', before, made.axes)).toBe('=A1，')
    expect(renamedFormula('=A2+Z9+A900', before, made.axes)).toBe('=A3+Z9+A900')
  })

  test('what is written is read back the same, with texts and fixed parts', () => {
    const { axes } = formulaSheet([])
    for (const written of [
      '=SUM($A1:B$2)*"A1 {r1:c1}"',
      '=SUM($A:C)-SUM(1:$2)',
      '=LOG10(A1)',
      '=A1&" “好” "',
      '=if(a1>1,2,3)',
    ]) {
      const stored = storedFormula(written, axes)
      expect(isCellContent({ f: stored })).toBe(true)
      expect(writtenFormula(stored, axes).toUpperCase()).toBe(written.toUpperCase())
    }
  })

  test('whole columns and rows have everything that is in them, also what is added later', () => {
    const made = formulaSheet([
      ['1', '4'],
      ['2', '5'],
      ['3', '6'],
    ])
    made.write('D1', '=SUM(A:B)')
    made.write('D2', '=SUM(b:a)&SUM( $A:$A )')
    made.write('E5', '=SUM(1:2)+SUM(3:$3)')
    expect(made.stored('D1')).toEqual({ f: '=SUM({:c1}:{:c2})' })
    expect(['D1', 'D2', 'E5'].map(made.shown)).toEqual(['21', '216', '42'])
    made.write('D1', '')
    made.write('D2', '')
    expect(made.shown('E5')).toBe('21')
    made.write('D9', '=SUM(A:A)/COUNT(A:A)')
    made.write('A60', '10')
    expect([made.shown('D9'), made.shown('E5')]).toEqual(['4', '21'])
    made.change({ insertAt: 1 })
    expect(['D10', 'E6'].map(made.written)).toEqual(['=SUM(A:A)/COUNT(A:A)', '=SUM(1:3)+SUM(4:$4)'])
    expect(
      resultOf('=SUMIF(A:A,"优",B:B)', [
        ['优', '3'],
        ['良', '4'],
        ['优', '5'],
      ]),
    ).toBe('8')
    expect(
      resultOf('=VLOOKUP("良",A:B,2,FALSE)', [
        ['优', '3'],
        ['良', '4'],
      ]),
    ).toBe('4')
  })

  test('whole columns that are partly deleted are what is left of them', () => {
    const made = formulaSheet([['1', '2', '4', '=SUM(A:C)', '=SUM(C:C)', '=SUM(1:1)']])
    made.change({ delete: ['c3'] })
    expect([made.written('C1'), made.shown('C1')]).toEqual(['=SUM(A:B)', '3'])
    expect([made.written('D1'), made.shown('D1')]).toEqual(['=SUM(#REF!:#REF!)', '#REF!'])
  })

  test('an end of whole columns alone, or with a cell, is no formula', () => {
    for (const stored of [
      '={:c1}',
      '={r1:}',
      '=SUM({:c1}:{r1:c1})',
      '=SUM({r1:c1}:{:c1})',
      '=SUM({:c1}:{r1:})',
      '={:}',
    ])
      expect(parseFormula(stored)).toBe(null)
    expect(resultOf('=SUM(A:A1)')).toBe('#ERROR!')
    expect(resultOf('=A:Z')).toBe('#REF!')
  })

  test('a copy moves along, except what is fixed', () => {
    const { axes } = formulaSheet([])
    const moved = (written: string, down: number, across: number) =>
      writtenFormula(movedFormula(storedFormula(written, axes), axes, axes, down, across), axes)
    expect(moved('=B2*$B$1+$C3+D$4', 2, 1)).toBe('=C4*$B$1+$C5+E$4')
    expect(moved('=A1', -1, 0)).toBe('=#REF!')
    expect(moved('=SUM(A:$B)+SUM(2:$3)', 3, 2)).toBe('=SUM(C:$B)+SUM(5:$3)')
  })
})
