import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { GridSheet } from '@/contract/previews/grid'
import { cellsOf } from '@/domain/previews/grid/cells'
import { client } from '../../support/client'
import { deepTest, sample } from '../../support/deep'
import { encode } from '../../support/samples/encode'
import { docx } from '../../support/samples/samples'
import { sheet } from '../../support/samples/office'
import { fullWorkbook, numberedCells, numbersWorkbook, workbookOf } from '../../support/samples/workbooks'
import { deflatedZeros, zip } from '../../support/samples/zip'
import { makeLink, Visitor } from '../../support/shares/shares'
import { eventually } from '../../support/uploads/upload'
import { fileOf, finished, info, make, me, server, startDocumentServer } from './documentServer'

const GRID = 'GET /apps/representations/grid'

describe('[AH-37] tables are read as tables', () => {
  startDocumentServer(() => new Date())

  /** A block, once the whole table is made. */
  const read = (id: number, more = {}, who = me) =>
    eventually(async () => {
      const answer = await who.call(GRID, { file_id: id, whole: true, ...more })
      assert.ok(answer.is_whole || answer.reason !== null, 'only the beginning is made')
      return answer
    })
  const textsOf = (rows: readonly string[]) => rows.map((row) => cellsOf(row).map(({ text }) => text))
  const readOf = async (name: string, content: Buffer | string) => {
    const { reason, sheets, rows, is_cut } = await read((await fileOf(name, content)).id)
    assert.equal(reason, null, name)
    return { sheets: sheets!, rows, texts: textsOf(rows), isCut: is_cut }
  }
  const widthsOf = ({ widths }: GridSheet) =>
    widths.flatMap(({ pixels, columns }) => Array.from({ length: columns }, () => pixels))

  test('a workbook has tabs, widths, merged cells and hidden rows; values appear as a spreadsheet shows them', async () => {
    const { id } = await fileOf('成绩.xlsx', fullWorkbook('xlsx'))
    const { preview_type, preview_url, first_block } = await finished(id, me, { grid: true })
    assert.deepEqual([preview_type, preview_url, first_block?.is_whole], ['grid', null, true])
    const [marks, second] = first_block!.sheets!
    assert.deepEqual(
      first_block!.sheets!.map(({ name, rows, columns }) => [name, rows, columns]),
      [
        ['成绩', 4, 4],
        ['二', 1, 1],
      ],
    )
    assert.deepEqual(textsOf(first_block!.rows), [
      ['2026 年成绩'],
      ['姓名', '日期', '率', '证件'],
      ['王<script>alert(1)</script>', '2024-03-01', '12.5%', '202012345678901'],
      ['李\n换行', '45353', '1234.5', '3'],
    ])
    assert.deepEqual(
      cellsOf(first_block!.rows[2]!).map(({ value }) => value),
      [null, 45352, 0.125, 202012345678901],
    )
    const widths = widthsOf(marks!)
    assert.ok(Math.abs(widths[0]! - 120) <= 5 && Math.abs(widths[1]! - 90) <= 5, String(widths))
    assert.deepEqual([widths[2], widths.length], [0, 4])
    assert.deepEqual(marks!.merges, [{ row: 0, column: 0, rows: 1, columns: 4 }])
    assert.deepEqual(marks!.skips, [{ from: 3, by: 1 }])
    assert.deepEqual(second!.merges, [])
    assert.deepEqual(textsOf((await read(id, { sheet: 1 })).rows), [['第二张']])
  })

  deepTest('old workbooks and those of other programs have the same cells', async () => {
    for (const type of ['xls', 'ods'] as const) {
      const { sheets, texts } = await readOf(`成绩.${type}`, fullWorkbook(type === 'xls' ? 'biff8' : 'ods'))
      assert.equal(sheets[0]!.name, '成绩', type)
      assert.equal(sheets[0]!.merges.length, 1, type)
      assert.equal(texts[0]![0], '2026 年成绩', type)
      assert.deepEqual(texts[2]!.slice(0, 2), ['王<script>alert(1)</script>', '2024-03-01'], type)
    }
  })

  deepTest('panes that the file freezes stay; else a row of headings does, and the first of many columns', async () => {
    const pane =
      '<sheetViews><sheetView workbookViewId="0"><pane xSplit="2" ySplit="3" state="frozen"/></sheetView></sheetViews>'
    const frozenOf = ({ sheets: [first] }: Awaited<ReturnType<typeof readOf>>) => [
      first!.frozen_rows,
      first!.frozen_columns,
    ]
    assert.deepEqual(frozenOf(await readOf('a.xlsx', workbookOf(pane, numberedCells(5, 5)))), [3, 2])
    const split = pane.replace('frozen', 'split')
    assert.deepEqual(frozenOf(await readOf('b.xlsx', workbookOf(split, numberedCells(5, 5)))), [0, 0])
    const many = pane.replace('"3"', '"999999"').replace('"2"', '"-1"')
    assert.deepEqual(frozenOf(await readOf('c.xlsx', workbookOf(many, numberedCells(5, 5)))), [20, 0])
    assert.deepEqual(frozenOf(await readOf('a.csv', '甲,乙,丙,丁,戊\n1,2,3,4,5')), [1, 1])
    assert.deepEqual(frozenOf(await readOf('b.csv', '1,2\n3,4')), [0, 0])
    assert.deepEqual(frozenOf(await readOf('c.csv', '成绩表\n\n甲,乙\n3,4')), [3, 0])
  })

  test('the separator, the encoding and quotes of a text are recognised', async () => {
    const expected = [
      ['姓名', '备注', '学号'],
      ['王', '一,二;"三"\n四', '007'],
      ['李', '', '12'],
    ]
    const quoted = (cell: string) => (/[,;"\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
    for (const separator of sample([',', ';', '\t'], 1))
      for (const end of sample(['\n', '\r\n'], 1)) {
        const text = expected.map((row) => row.map(quoted).join(separator)).join(end)
        for (const bytes of [Buffer.from(text), encode(text, 'gb18030'), Buffer.from(`\ufeff${text}`, 'utf16le')]) {
          const { texts } = await readOf('名单.csv', bytes)
          assert.deepEqual(texts, expected, `${JSON.stringify(separator)} ${JSON.stringify(end)}`)
        }
      }
    assert.deepEqual((await readOf('a.csv', 'sep=|\na|b\n')).texts, [['a', 'b']])
    assert.deepEqual((await readOf('b.tsv', 'a,b\tc\n')).texts, [['a,b', 'c']])
    assert.deepEqual((await readOf('c.csv', 'a,"b\nc,d\n')).texts, [
      ['a', '"b'],
      ['c', 'd'],
    ])
    assert.deepEqual((await readOf('d.csv', '\n\na\n\n')).texts, [[], [], ['a']])
    const { rows } = await readOf('e.csv', '12,007,1e5,-3.5,1390000,')
    assert.deepEqual(
      cellsOf(rows[0]!).map(({ value }) => value),
      [12, null, null, -3.5, 1390000],
    )
  })

  test('a table of 100,000 rows comes in blocks, its beginning first, and no row is lost', async () => {
    const lines = Array.from({ length: 100_000 }, (_, at) => `${at},第 ${at} 行,${at % 7}`)
    const { id } = await fileOf('长.csv', lines.join('\n'))
    const first = (await finished(id, me, { grid: true })).first_block!
    assert.equal(textsOf(first.rows)[0]![1], '第 0 行')
    const whole = await read(id)
    const [{ rows, blocks }] = whole.sheets as [GridSheet]
    assert.deepEqual([rows, whole.is_cut], [100_000, false])
    let at = 0
    for (const [block, count] of blocks.entries()) {
      const answer = await read(id, { block })
      assert.ok(JSON.stringify(answer).length < 512 * 1024, 'a block is too large')
      assert.equal(answer.rows.length, count)
      for (const row of textsOf(answer.rows)) assert.equal(row.join(','), lines[at++])
    }
    assert.equal(at, 100_000)
    for (const beyond of [{ block: blocks.length }, { sheet: 1 }]) assert.deepEqual((await read(id, beyond)).rows, [])
  })

  test('a large workbook shows its first rows before all are read', async () => {
    const { id } = await fileOf('宽.xlsx', numbersWorkbook(2000, 60))
    await finished(id, me, { grid: true })
    const { sheets } = await read(id)
    assert.deepEqual([sheets![0]!.rows, sheets![0]!.columns], [2000, 60])
    const kinds = await server.deps.db
      .selectFrom('representations')
      .innerJoin('versions', 'versions.body_id', 'representations.body_id')
      .select('kind')
      .where('item_id', '=', id)
      .orderBy('kind')
      .execute()
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ['grid', 'grid_start'],
    )
  })

  deepTest(
    'a workbook that states a huge size, has a cell at its end, or very long texts ends in a small table',
    async () => {
      const dimension = '<dimension ref="A1:XFD1048576"/>'
      const merges = `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(5000)}</mergeCells>`
      const huge = await readOf('a.xlsx', workbookOf(dimension, numberedCells(2, 2), merges))
      assert.deepEqual([huge.sheets[0]!.rows, huge.sheets[0]!.columns], [2, 2])
      assert.ok(huge.sheets[0]!.merges.length <= 2000)
      const far = await readOf(
        'b.xlsx',
        workbookOf(
          '',
          '<row r="1"><c r="XFD1"><v>1</v></c><c r="B1"><v>2</v></c></row><row r="1048576"><c r="A1048576"><v>3</v></c></row>',
        ),
      )
      assert.deepEqual([far.sheets[0]!.rows, far.sheets[0]!.columns, far.isCut], [1, 2, true])
      const long = `<row r="1"><c r="A1" t="inlineStr"><is><t>${'长'.repeat(30_000)}</t></is></c></row>`
      assert.equal((await readOf('c.xlsx', workbookOf('', long))).texts[0]![0]!.length, 10_000)
      const { sheets, isCut } = await readOf('d.csv', `${','.repeat(1_000_000)}x\n1,2\n`)
      assert.deepEqual([sheets[0]!.columns, isCut], [1000, true])
    },
  )

  test('a bomb, a locked workbook, other bytes and a book without cells are no tables, and are shown like other documents', async () => {
    const bomb = sheet('', { more: { 'xl/media/a.bin': { ...deflatedZeros(1024), size: 256 * 1024 ** 2 } } })
    const files = {
      'bomb.xlsx': bomb,
      'word.xlsx': docx('不是表格'),
      'text.xls': 'a,b',
      'empty.xlsx': sheet(''),
      'cut.xlsx': fullWorkbook('xlsx').subarray(0, 2000),
    }
    for (const [name, content] of sample(Object.entries(files), 3)) {
      const { id } = await fileOf(name, content)
      assert.notEqual((await read(id)).reason, null, name)
      const { preview_type, first_block } = await info(id, me, { grid: true })
      assert.deepEqual([preview_type, first_block], ['pdf', undefined], name)
    }
    assert.equal((await read((await fileOf('a.txt', 'a,b')).id)).reason, 'not_support')
  })

  deepTest('a chosen encoding is read, and a table in an archive is one', async () => {
    const text = 'Привет,мир\n'
    const { id } = await fileOf('a.csv', encode(text, 'koi8-r'))
    const { rows } = await read(id, { encoding: 'windows-1251' })
    assert.equal(textsOf(rows)[0]!.join(), new TextDecoder('windows-1251').decode(encode('Привет,мир', 'koi8-r')))
    const archive = await fileOf('a.zip', zip({ 'b.csv': '甲,乙\n' }))
    assert.equal((await finished(archive.id, me, { entry: 0, grid: true })).preview_type, 'grid')
    assert.deepEqual(textsOf((await read(archive.id, { entry: 0 })).rows), [['甲', '乙']])
  })

  test('[AH-05] only those who may download receive the table; others see pages with a watermark', async () => {
    const { id } = await fileOf('名单.csv', '甲,乙\n1,2')
    await finished(id, me, { grid: true })
    const guest = await make.user({ name: '林预览' })
    await make.collab({ id }, { user: guest }, 'previewer')
    const they = await client(server).as(guest.login)
    const { preview_type, category, first_block } = await finished(id, they, { grid: true })
    assert.deepEqual([preview_type, category, first_block], ['pdf', 'watermark_preview', undefined])
    await they.refused(GRID, { file_id: id }, 'permission_denied')
    const stranger = await client(server).as((await make.user()).login)
    await stranger.refused(GRID, { file_id: id }, 'item_not_found')
  })

  test('[LAND-05] [AH-24] a visitor with unlimited downloads reads the table under the watermark, until the link is closed', async () => {
    const file = await fileOf('名单.csv', '甲,乙\n1,2')
    const visitorOf = async (settings: Parameters<typeof makeLink>[2]) => {
      const link = await makeLink(me, file, { password: 'k7m3', password_protected: true, ...settings })
      const visitor = new Visitor(server.url, link.unique_name)
      await visitor.open('k7m3')
      const place = { file_id: file.id, scenario: 'share', share_link_token: link.unique_name } as const
      const block = () => visitor.client.call(GRID, place)
      const refused = () => visitor.client.refused(GRID, place, 'permission_denied')
      const shown = await eventually(async () => {
        const answer = await visitor.preview(file, { grid: true })
        assert.equal(answer.status, 'generated')
        return answer
      })
      return { link, block, refused, shown }
    }
    const marked = await visitorOf({ is_watermark_customize_content: true, watermark_customize_content: '内部资料' })
    assert.deepEqual([marked.shown.preview_type, marked.shown.first_block?.watermark], ['grid', '内部资料'])
    assert.equal((await marked.block()).watermark, '内部资料')
    for (const settings of [{ disable_download: true }, { is_download_limit_v2: true, download_limit_v2: 1 }]) {
      const { shown, refused } = await visitorOf(settings)
      assert.equal(shown.preview_type, 'pdf')
      await refused()
    }
    await me.call('POST /apps/share_links/close', { share_link_ids: [marked.link.id] })
    await assert.rejects(marked.block())
  })
})
