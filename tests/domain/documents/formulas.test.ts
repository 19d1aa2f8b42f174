import { describe, expect, test } from '@jest/globals'
import { Axis } from '@/domain/documents/sheets/Axis'
import { isCellContent, keyOfCell, type CellContent } from '@/domain/documents/sheets/content'
import { enteredIn, writtenIn } from '@/domain/documents/sheets/entering'
import { Calculation } from '@/domain/documents/sheets/formulas/Calculation'
import { movedFormula, storedFormula, writtenFormula } from '@/domain/documents/sheets/formulas/references'
import { toText } from '@/domain/documents/sheets/formulas/values'

/** A sheet of ten columns; `lines` are its first rows, as people write them. */
function sheet(lines: readonly (readonly string[])[], rows = 100) {
  const ids = (of: string, count: number) => Array.from({ length: count }, (_, at) => `${of}${at + 1}`)
  const all = { rows: ids('r', rows), columns: ids('c', 10) }
  const deleted = new Set<string>()
  const cells = new Map<string, CellContent>()
  const axesNow = () => ({
    rows: new Axis(all.rows, (id) => deleted.has(id)),
    columns: new Axis(all.columns, (id) => deleted.has(id)),
  })
  let axes = axesNow()
  const contentOf = (row: string, column: string) => cells.get(keyOfCell(row, column)) ?? null
  const calculation = new Calculation({ ...axes, contentOf })
  const keyAt = (name: string) => {
    const row = axes.rows.ids[Number(name.slice(1)) - 1]!
    return keyOfCell(row, axes.columns.ids[name.charCodeAt(0) - 65]!)
  }
  const write = (name: string, written: string) => {
    const { content } = enteredIn(written, axes)
    if (content === null) cells.delete(keyAt(name))
    else cells.set(keyAt(name), content)
    calculation.change(new Set([keyAt(name)]))
  }
  lines.forEach((line, row) =>
    line.forEach((written, column) => write(`${String.fromCharCode(65 + column)}${row + 1}`, written)),
  )
  return {
    write,
    shown: (name: string) => toText(calculation.valueOf(...(keyAt(name).split(':') as [string, string]))),
    written: (name: string) => writtenIn(cells.get(keyAt(name)) ?? null, {}, axes),
    stored: (name: string) => cells.get(keyAt(name)),
    get axes() {
      return axes
    },
    /** Inserts a row before another, or deletes rows and columns. */
    change(edit: { insertAt?: number; delete?: readonly string[]; undelete?: readonly string[] }) {
      if (edit.insertAt !== undefined) all.rows.splice(edit.insertAt, 0, `n${all.rows.length}`)
      for (const id of edit.delete ?? []) deleted.add(id)
      for (const id of edit.undelete ?? []) deleted.delete(id)
      axes = axesNow()
      calculation.reset({ ...axes, contentOf })
    },
  }
}

/** The result of a formula beside some cells. */
const result = (formula: string, lines: readonly (readonly string[])[] = []) => {
  const made = sheet(lines)
  made.write('J100', formula)
  return made.shown('J100')
}

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
    ['=名字', '#ERROR!'],
    ['=SUM(1', '#ERROR!'],
    ['=1+', '#ERROR!'],
    ['=A200', '#REF!'],
    ['=Z1', '#REF!'],
    ['=__PROTO__()', '#NAME?'],
    ['=E1', '0'],
    ['＝SUM（B2：B5，1）', '311'],
    ['=IF(B2＞80，“好”，“差”)', '好'],
  ]
  test.each(cases)('%s is %s', (formula, shown) => expect(result(formula, scores)).toBe(shown))

  test('brackets within brackets have an end, and so has a long chain of cells', () => {
    expect(result(`=${'('.repeat(200)}1${')'.repeat(200)}`)).toBe('#ERROR!')
    const made = sheet([], 5000)
    made.write('A1', '1')
    for (let row = 2; row <= 5000; row += 1) made.write(`A${row}`, `=A${row - 1}+1`)
    expect(made.shown('A5000')).toBe('5000')
  })

  test('a change reaches everything that depends on it, and a circle shows itself until it is opened', () => {
    const made = sheet([['1', '=A1*2', '=SUM(A1:B1)']])
    expect([made.shown('B1'), made.shown('C1')]).toEqual(['2', '3'])
    made.write('A1', '5')
    expect([made.shown('B1'), made.shown('C1')]).toEqual(['10', '15'])
    made.write('A1', '=C1')
    expect(made.shown('C1')).toBe('#CYCLE!')
    expect(made.shown('A1')).toBe('#CYCLE!')
    made.write('A1', '7')
    expect([made.shown('A1'), made.shown('C1')]).toEqual(['7', '21'])
  })

  test('a formula over more cells than can be read says so', () => {
    const made = sheet([], 20_000)
    const sums = Array.from({ length: 30 }, (_, at) => `SUM(B${at + 1}:J20000)`)
    made.write('A1', `=${sums.join('+')}`)
    made.write('A2', `=${sums[0]}`)
    expect(made.shown('A1')).toBe('#LIMIT!')
    made.write('B1', '4')
    expect(made.shown('A2')).toBe('4')
  })
})

describe('[DOC-02] formulas name cells by ids', () => {
  test('rows inserted before and within a range move its names, not its cells', () => {
    const made = sheet([['1'], ['2'], ['3'], ['=SUM(A1:A3)']])
    expect(made.stored('A4')).toEqual({ f: '=SUM({r1:c1}:{r3:c1})' })
    made.change({ insertAt: 1 })
    expect([made.written('A5'), made.shown('A5')]).toEqual(['=SUM(A1:A4)', '6'])
    made.write('A2', '10')
    expect(made.shown('A5')).toBe('16')
  })

  test('a range keeps what is left of it after its ends are deleted; a deleted cell is #REF!, until it is back', () => {
    const made = sheet([['1'], ['2'], ['3'], ['=SUM(A1:A3)', '=A1+A2', '=SUM(A1:A1)']])
    made.change({ delete: ['r1'] })
    expect([made.written('A3'), made.shown('A3')]).toEqual(['=SUM(A1:A2)', '5'])
    expect([made.written('B3'), made.shown('B3')]).toEqual(['=#REF!+A1', '#REF!'])
    expect(made.shown('C3')).toBe('#REF!')
    made.change({ delete: ['r3'] })
    expect([made.written('A2'), made.shown('A2')]).toEqual(['=SUM(A1:A1)', '2'])
    made.change({ undelete: ['r1', 'r3'] })
    expect([made.written('A4'), made.shown('A4'), made.shown('B4')]).toEqual(['=SUM(A1:A3)', '6', '3'])
  })

  test('what is written is read back the same, with texts and fixed parts', () => {
    const { axes } = sheet([])
    for (const written of ['=SUM($A1:B$2)*"A1 {r1:c1}"', '=LOG10(A1)', '=A1&" “好” "', '=if(a1>1,2,3)']) {
      const stored = storedFormula(written, axes)
      expect(isCellContent({ f: stored })).toBe(true)
      expect(writtenFormula(stored, axes).toUpperCase()).toBe(written.toUpperCase())
    }
  })

  test('a copy moves along, except what is fixed', () => {
    const { axes } = sheet([])
    const moved = (written: string, down: number, across: number) =>
      writtenFormula(movedFormula(storedFormula(written, axes), axes, down, across), axes)
    expect(moved('=B2*$B$1+$C3+D$4', 2, 1)).toBe('=C4*$B$1+$C5+E$4')
    expect(moved('=A1', -1, 0)).toBe('=#REF!')
  })
})
