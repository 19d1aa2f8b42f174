import { describe, expect, test } from '@jest/globals'
import type { GridBlock, GridSheet } from '@/contract/previews/grid'
import { cellAt } from '@/domain/previews/grid/cells'
import { NO_SHEET } from '@/domain/previews/grid/gridLayout'
import { GridStore } from '@/stores/previews/grid/GridStore'
import { refusal } from '../support/fakeServer'
import { platformSignedIn, startApp } from '../support/startApp'
import { settled, until } from '../support/until'
import { start as startPreview } from './startPreview'

const GRID = 'GET /apps/representations/grid'
const ROWS = 5000

/** Row 0 has headings; the others their number, its remainder by 100, and a word. */
const rowOf = (row: number) =>
  row === 0 ? '号\t余\t词' : `${row}\t${row % 100}\t${row === 4321 ? 'Needle' : `w${row}`}`

const sheetOf = (rows: number, fields: Partial<GridSheet> = {}): GridSheet => ({
  ...NO_SHEET,
  name: '一',
  rows,
  columns: 3,
  widths: [{ pixels: 100, columns: 3 }],
  frozen_rows: 1,
  blocks: Array.from({ length: rows / 500 }, () => 500),
  ...fields,
})

const blockOf = (block: number, more: Partial<GridBlock> = {}): GridBlock => ({
  reason: null,
  rendition: 'r1',
  sheets: block === 0 ? [sheetOf(ROWS), sheetOf(1000, { name: '二', frozen_rows: 0 })] : null,
  is_whole: true,
  is_cut: false,
  watermark: null,
  rows: Array.from({ length: 500 }, (_, at) => rowOf(block * 500 + at)),
  ...more,
})

async function start(first: Partial<GridBlock> = {}) {
  const rig = await startApp(platformSignedIn('h5'))
  rig.server.on(GRID, ({ sheet = 0, block = 0 }) =>
    blockOf(block, { sheets: sheet + block === 0 ? blockOf(0).sheets : null }),
  )
  const failed: string[] = []
  const grid = new GridStore(rig.app, { target: { fileId: 5, versionId: 31 }, first: blockOf(0, first) }, (reason) =>
    failed.push(reason),
  )
  grid.fit({ width: 390, height: 700 }, 1)
  const asks = () => rig.server.callsOf(GRID).map(({ request }) => request)
  const pass = async (milliseconds: number) => {
    rig.platform.clock.pass(milliseconds)
    await settled()
  }
  /** Lets pauses end until something holds. */
  const passUntil = (holds: () => boolean) =>
    until(() => {
      rig.platform.clock.pass(1)
      return holds()
    })
  const texts = (column: number, ...rows: number[]) => rows.map((row) => cellAt(grid.rowAt(row) ?? '', column).text)
  return { ...rig, grid, failed, asks, pass, passUntil, texts }
}

describe('[AH-37] a table is loaded block by block', () => {
  test('the first block is there at once; others are requested when their rows are near the screen, each once', async () => {
    const { grid, asks, texts } = await start()
    grid.fetchShown()
    await settled()
    expect(asks()).toStrictEqual([])
    expect(texts(0, 0, 1)).toStrictEqual(['号', '1'])
    grid.onScroll(0, 3000 * 36)
    expect([grid.rowAt(3000), grid.isLoading]).toStrictEqual([null, true])
    grid.fetchShown()
    grid.fetchShown()
    await settled()
    expect(asks().map(({ block }) => block)).toStrictEqual([5, 6])
    expect(asks()[0]).toStrictEqual({ file_id: 5, file_version_id: 31, sheet: 0, block: 5 })
    expect([texts(0, 3000), grid.isLoading]).toStrictEqual([['3000'], false])
  })

  test('another sheet begins at its top, and its blocks are its own', async () => {
    const { grid, asks } = await start()
    grid.onScroll(0, 5000)
    grid.show(1)
    grid.fetchShown()
    await settled()
    expect([grid.sheet.name, grid.goal?.left, grid.visible.start]).toStrictEqual(['二', 0, 0])
    expect(asks()).toStrictEqual([{ file_id: 5, file_version_id: 31, sheet: 1, block: 0 }])
  })

  test('while only the beginning is made, the whole table is requested and takes its place', async () => {
    const { grid, asks } = await start({ is_whole: false, rendition: 'r0', sheets: [sheetOf(500)] })
    expect(grid.sheet.rows).toBe(500)
    await settled()
    expect(asks()).toStrictEqual([{ file_id: 5, file_version_id: 31, sheet: 0, block: 0, whole: true }])
    expect([grid.sheet.rows, grid.blocks.sheets.length]).toStrictEqual([ROWS, 2])
  })

  test('a block of another rendition is none of this table, and is no failure', async () => {
    const { grid, server, asks, texts } = await start()
    let answers = 0
    server.on(GRID, ({ block = 0 }) => blockOf(block, { rendition: (answers += 1) > 1 ? 'r2' : 'r1' }))
    grid.onScroll(0, 3000 * 36)
    grid.fetchShown()
    await settled()
    grid.fetchShown()
    await settled()
    expect(grid.blocks.hasFailed(0)).toBe(false)
    expect(texts(0, 3000)).toStrictEqual(['3000'])
    expect(asks().length).toBeLessThan(8)
  })

  test('a block that cannot be loaded is offered again; a right that was withdrawn ends the preview', async () => {
    const { grid, server, failed } = await start()
    server.on(GRID, () => refusal('invalid_request'))
    grid.onScroll(0, 4000 * 36)
    grid.fetchShown()
    await settled()
    expect([grid.blocks.hasFailed(0), failed]).toStrictEqual([true, []])
    server.on(GRID, ({ block = 0 }) => blockOf(block))
    grid.blocks.retry(0)
    await settled()
    expect([grid.blocks.hasFailed(0), grid.rowAt(4000)]).toStrictEqual([false, rowOf(4000)])
    server.on(GRID, () => refusal('permission_denied'))
    grid.onScroll(0, 2000 * 36)
    grid.fetchShown()
    await settled()
    expect(failed).toContain('permission_denied')
  })
})

describe('[AH-37] rows in another order', () => {
  test('a column sorts all rows upwards and downwards below the frozen ones, and a third press restores the file', async () => {
    const { grid, asks, passUntil, texts } = await start()
    void grid.sortBy(1)
    expect([grid.isSorting, grid.isSorted]).toStrictEqual([true, false])
    await passUntil(() => !grid.isSorting)
    expect(texts(0, 0, 1, 2, 50, ROWS - 1)).toStrictEqual(['号', '100', '200', '1', '4999'])
    expect([grid.numberOf(1), asks().length]).toStrictEqual([101, 9])
    void grid.sortBy(1)
    await passUntil(() => !grid.isSorting)
    expect(texts(0, 0, 1, ROWS - 1)).toStrictEqual(['号', '99', '4900'])
    await grid.sortBy(1)
    expect([grid.sort, ...texts(0, 1, 2)]).toStrictEqual([null, '1', '2'])
  })

  test('another sheet, or another column, ends a sort that is still at work', async () => {
    const { grid, passUntil, texts } = await start()
    void grid.sortBy(0)
    void grid.sortBy(1)
    await passUntil(() => !grid.isSorting)
    expect([grid.sort, ...texts(0, 1)]).toStrictEqual([{ column: 1, isDescending: false }, '100'])
    void grid.sortBy(0)
    grid.show(1)
    await passUntil(() => !grid.isSorting)
    expect([grid.sort, grid.isSorted]).toStrictEqual([null, false])
  })

  test('nothing is sorted while rows are missing', async () => {
    const { grid, server, passUntil } = await start()
    server.on(GRID, () => refusal('invalid_request'))
    void grid.sortBy(0)
    await passUntil(() => !grid.isSorting)
    expect([grid.sort, grid.isSorted, grid.isSortIncomplete]).toStrictEqual([null, false, true])
  })
})

describe('[AH-37] finding and choosing cells', () => {
  test('words are found in all rows, also in those that are not loaded, and the cell is shown', async () => {
    const { grid, passUntil } = await start()
    grid.find.open()
    grid.find.setWords('needle')
    await passUntil(() => !grid.find.isSearching && grid.find.found.length > 0)
    expect([grid.find.found.length, grid.chosen]).toStrictEqual([1, { row: 4321, column: 2 }])
    expect(grid.chosenCell).toStrictEqual({ name: 'C4322', text: 'Needle' })
    expect(grid.visible.start < 4321 && grid.visible.end > 4321).toBe(true)
  })

  test('a sorted table is searched in its order', async () => {
    const { grid, passUntil } = await start()
    void grid.sortBy(1)
    await passUntil(() => !grid.isSorting)
    grid.find.open()
    grid.find.setWords('needle')
    await passUntil(() => !grid.find.isSearching && grid.find.found.length > 0)
    expect(grid.chosenCell).toStrictEqual({ name: 'C4322', text: 'Needle' })
    expect(grid.chosen?.row).not.toBe(4321)
  })

  test('the arrows move the chosen cell within the table, and the table scrolls with it', async () => {
    const { grid } = await start()
    grid.move(1, 0)
    expect(grid.chosen).toStrictEqual({ row: 1, column: 0 })
    grid.move(-1, -1)
    expect(grid.chosen).toStrictEqual({ row: 0, column: 0 })
    for (let step = 0; step < 40; step += 1) grid.move(1, 1)
    expect(grid.chosen).toStrictEqual({ row: 40, column: 2 })
    expect(grid.visible.end).toBeGreaterThan(40)
    expect(grid.chosenCell?.name).toBe('C41')
  })
})

describe('[AH-37] table or pages', () => {
  const book = { name: '名单.xlsx', extension: 'xlsx', extension_category: 'document' } as const
  const asGrid = { preview_type: 'grid', preview_url: null, first_block: blockOf(0) }

  test.each(['h5', 'weapp'] as const)('a workbook is requested as a table, and shown as such: %s', async (name) => {
    const { preview, platform, asks } = await startPreview(book, [asGrid], name)
    await preview.open()
    platform.clock.pass(100)
    expect(asks()).toStrictEqual([{ file_id: 5, kind: 'pdf', is_first: true, grid: true }])
    expect([preview.phase, preview.viewer]).toStrictEqual(['ready', { viewer: 'grid' }])
  })

  test('where the server sends pages, they are shown without another request; the user may prefer them', async () => {
    const withheld = await startPreview(book, [{ preview_type: 'pdf' }])
    await withheld.preview.open()
    withheld.platform.clock.pass(100)
    expect([withheld.preview.viewer, withheld.asks().length]).toStrictEqual([{ viewer: 'pdf' }, 1])
    const { preview, platform, asks } = await startPreview(book, [asGrid, { preview_type: 'pdf' }, asGrid])
    await preview.open()
    platform.clock.pass(100)
    await preview.preferPages(true)
    platform.clock.pass(100)
    expect(preview.viewer).toStrictEqual({ viewer: 'pdf' })
    await preview.preferPages(false)
    platform.clock.pass(100)
    expect(preview.viewer).toStrictEqual({ viewer: 'grid' })
    expect(asks().map(({ grid = false }) => grid)).toStrictEqual([true, false, true])
  })
})
