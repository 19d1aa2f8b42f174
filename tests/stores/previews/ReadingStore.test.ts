import { describe, expect, test } from '@jest/globals'
import type { ReadingBlock, ReadingPiece } from '@/contract/previews/reading'
import { headingAt } from '@/domain/previews/readingColumn'
import { offersReading } from '@/stores/previews/reading/offersReading'
import { ReadingStore } from '@/stores/previews/reading/ReadingStore'
import { SharedPlace } from '@/stores/previews/reading/SharedPlace'
import { refusal } from '../support/fakeServer'
import { platformSignedIn, startApp } from '../support/startApp'
import { settled } from '../support/until'
import { start as startPreview } from './startPreview'

const READING = 'GET /apps/representations/reading'

/** Twenty lines of 400 characters, each a row. */
const blocksOf = (piece: number): ReadingBlock[] =>
  Array.from({ length: 20 }, (_, at) => ({
    kind: 'text',
    runs: [{ text: `${piece}.${at} ${at === 7 ? 'Needle' : ''}`.padEnd(400, 'x') }],
  }))

const pieceOf = (piece: number, pieces: number, more: Partial<ReadingPiece> = {}): ReadingPiece => ({
  reason: null,
  rendition: 'r1',
  weights: piece === 0 ? Array.from({ length: pieces }, () => 8000) : null,
  is_whole: true,
  is_cut: false,
  watermark: null,
  blocks: piece < pieces ? blocksOf(piece) : [],
  ...more,
})

async function start({ pieces = 3, version = 31 as number | null, first = {} as Partial<ReadingPiece> } = {}) {
  const rig = await startApp(platformSignedIn('h5'))
  rig.server.on(READING, ({ piece = 0 }) => pieceOf(piece, pieces))
  const failed: string[] = []
  const shared = new SharedPlace()
  const open = (other = first) =>
    new ReadingStore(
      rig.app,
      { target: { fileId: 5, versionId: 31 }, version, first: pieceOf(0, pieces, other), shared },
      (reason) => failed.push(reason),
    )
  const asks = () => rig.server.callsOf(READING).map(({ request }) => request)
  const pass = async (milliseconds: number) => {
    rig.platform.clock.pass(milliseconds)
    await settled()
  }
  return { ...rig, reading: open(), open, shared, failed, asks, pass }
}

describe('[AH-36] a text is loaded piece by piece', () => {
  test('the first piece is there at once; others are requested when their rows are rendered, each once', async () => {
    const { reading, asks } = await start()
    expect(reading.rows).toHaveLength(22)
    expect(reading.mounted).toStrictEqual({ start: 0, end: 22 })
    reading.fetchMounted()
    reading.fetchMounted()
    await settled()
    expect(asks().map(({ piece }) => piece)).toStrictEqual([1])
    expect(asks()[0]).toStrictEqual({ file_id: 5, file_version_id: 31, piece: 1 })
    expect(reading.rows).toHaveLength(41)
    expect(reading.mounted).toStrictEqual({ start: 0, end: 30 })
  })

  test('far pieces are forgotten while the reader goes on, and the place stays', async () => {
    const { reading, asks } = await start({ pieces: 40 })
    for (let piece = 1; piece < 40; piece += 1) {
      reading.reveal({ piece, block: 0 })
      reading.fetchMounted()
      await settled()
    }
    reading.onScroll(reading.rows.length - 1, true)
    expect(reading.place).toStrictEqual({ piece: 39, block: 19 })
    expect(reading.percent).toBe(100)
    expect(reading.rows.filter(({ blocks }) => blocks !== null).length).toBe(25 * 20)
    const before = asks().length
    reading.reveal({ piece: 2, block: 0 })
    reading.fetchMounted()
    await settled()
    expect(asks().length).toBeGreaterThan(before)
  })

  test('a piece that cannot be fetched is offered again, and the others stay', async () => {
    const { reading, server } = await start({ pieces: 2 })
    server.on(READING, () => refusal('invalid_request'))
    reading.fetchMounted()
    await settled()
    expect([reading.isFailed(1), reading.isFailed(0)]).toStrictEqual([true, false])
    server.on(READING, ({ piece = 0 }) => pieceOf(piece, 2))
    await reading.retry(1)
    expect([reading.isFailed(1), reading.rows.length]).toStrictEqual([false, 40])
  })

  test('a right that was withdrawn ends the preview', async () => {
    const { reading, server, failed } = await start()
    server.on(READING, () => refusal('permission_denied'))
    reading.fetchMounted()
    await settled()
    expect(failed).toContain('permission_denied')
  })

  test('while only the beginning is made, the whole text is requested and takes its place', async () => {
    const { reading, asks } = await start({ pieces: 5, first: { is_whole: false, rendition: 'r0', weights: [8000] } })
    expect(reading.pieceCount).toBe(1)
    await settled()
    expect(asks()).toStrictEqual([{ file_id: 5, file_version_id: 31, piece: 0, whole: true }])
    expect([reading.pieceCount, reading.rows.length]).toStrictEqual([5, 24])
  })
})

describe('[AH-36] a text that is made anew while it is read', () => {
  test('a late answer from the earlier text is requested again, and is no failure', async () => {
    const { reading, server, asks } = await start({ pieces: 2 })
    let answers = 0
    server.on(READING, ({ piece = 0 }) => pieceOf(piece, 2, { rendition: (answers += 1) === 1 ? 'r0' : 'r1' }))
    reading.fetchMounted()
    await settled()
    expect(asks().map(({ piece }) => piece)).toStrictEqual([1, 0, 1])
    expect([reading.isFailed(1), reading.rows.length]).toStrictEqual([false, 40])
  })

  test('nothing of the earlier text stays, though its pieces weigh the same', async () => {
    const { reading, server } = await start({ pieces: 4 })
    reading.fetchMounted()
    await settled()
    const anew = [{ kind: 'text' as const, runs: [{ text: 'anew' }] }]
    server.on(READING, ({ piece = 0 }) => pieceOf(piece, 4, { rendition: 'r2', blocks: anew }))
    reading.onScroll(25, false)
    for (let turn = 0; turn < 4; turn += 1) {
      reading.fetchMounted()
      await settled()
    }
    expect(reading.rows.map(({ blocks }) => blocks)).toStrictEqual([anew, anew, anew, anew])
  })

  test('a place beyond the beginning is shown once the whole text is there', async () => {
    const { reading, server, open, pass } = await start({ pieces: 5 })
    reading.reveal({ piece: 4, block: 3 })
    let isMade = false
    const beginning = { is_whole: false, rendition: 'r0', weights: [8000] }
    server.on(READING, ({ piece = 0 }) => pieceOf(piece, 5, isMade ? {} : beginning))
    const again = open(beginning)
    expect(again.place).toStrictEqual({ piece: 0, block: 0 })
    await settled()
    isMade = true
    await pass(1000)
    expect(again.place).toStrictEqual({ piece: 4, block: 3 })
  })
})

describe('[AH-36] the reader’s place and look', () => {
  test('the place is remembered per version, also over a restart', async () => {
    const { reading, open } = await start()
    reading.onScroll(12, false)
    expect(open().place).toStrictEqual({ piece: 0, block: 12 })
    reading.onScroll(0, false)
    expect(open().place).toStrictEqual({ piece: 0, block: 0 })
  })

  test('pieces of another rendition replace those that are loaded', async () => {
    const { reading, server } = await start()
    server.on(READING, ({ piece = 0 }) => pieceOf(piece, 5, { rendition: 'r2' }))
    reading.fetchMounted()
    await settled()
    expect(reading.pieceCount).toBe(5)
    expect(reading.rows.filter(({ blocks }) => blocks === null).length).toBeLessThan(5)
  })

  test('a place in a piece that is not there yet is shown once the piece arrived', async () => {
    const { reading, open } = await start()
    reading.reveal({ piece: 2, block: 5 })
    reading.fetchMounted()
    await settled()
    reading.onScroll(reading.rows.length - 6, false)
    const again = open()
    expect(again.place.piece).toBe(2)
    const { id, turn } = again.revealed
    again.fetchMounted()
    await settled()
    expect(again.revealed.turn).toBe(turn + 1)
    expect(again.revealed.id).not.toBe(id)
    expect(again.rows[again.at]?.id).toBe(again.revealed.id)
  })

  test('a reader who stops in the middle of a piece that is not there yet sees its middle', async () => {
    const { reading } = await start()
    reading.onScroll(21, false, 0.5)
    reading.fetchMounted()
    await settled()
    expect(reading.place).toStrictEqual({ piece: 2, block: 10 })
    expect(reading.rows[reading.at]?.id).toBe(reading.revealed.id)
  })

  test('a file in an archive begins at its beginning', async () => {
    const { reading, open, platform } = await start({ version: null })
    reading.onScroll(12, false)
    expect(open().place).toStrictEqual({ piece: 0, block: 0 })
    expect(platform.storage.read('readPlaces')).toBeUndefined()
  })

  test('the look is remembered for all texts, and the place stays', async () => {
    const { reading, open } = await start()
    reading.onScroll(12, false)
    reading.setLook({ size: 22, paper: 'sepia' })
    expect(reading.place).toStrictEqual({ piece: 0, block: 12 })
    expect(reading.revealed.id).toBe(reading.rows[12]?.id)
    expect(open().look).toStrictEqual({ size: 22, paper: 'sepia', spacing: 'normal', font: 'sans' })
  })
})

describe('[AH-36] finding words', () => {
  test('all pieces are searched after a pause, and the first place from the reader is shown', async () => {
    const { reading, pass, asks } = await start()
    const { find } = reading
    reading.onScroll(10, false)
    find.open()
    find.setWords('needle')
    expect([find.isSearching, asks().length]).toStrictEqual([true, 0])
    await pass(250)
    expect([find.found.length, find.at, find.isSearching]).toStrictEqual([3, 1, false])
    expect(reading.place).toStrictEqual({ piece: 1, block: 7 })
  })

  test('the steps go around, and closing forgets what was found', async () => {
    const { reading, pass } = await start()
    const { find } = reading
    find.open()
    find.setWords('needle')
    await pass(250)
    expect(find.at).toBe(0)
    find.step(-1)
    expect([find.at, find.current]).toStrictEqual([2, { piece: 2, block: 7, nth: 0 }])
    find.step(1)
    expect(find.at).toBe(0)
    find.close()
    expect([find.found.length, find.finder, find.words]).toStrictEqual([0, null, ''])
  })

  test('other words end an earlier search, and a piece without an answer makes the search incomplete', async () => {
    const { reading, pass, server } = await start()
    const { find } = reading
    server.on(READING, () => refusal('invalid_request'))
    find.open()
    find.setWords('nee')
    find.setWords('nothing of this')
    await pass(250)
    expect([find.found.length, find.at, find.isIncomplete, find.isSearching]).toStrictEqual([0, null, true, false])
  })
})

describe('[AH-36] text or pages', () => {
  const text = { name: '说明.txt', extension: 'txt', extension_category: 'text' } as const
  const asText = { preview_type: 'reading', preview_url: null, first_piece: pieceOf(0, 1) }

  test.each(['h5', 'weapp'] as const)('a text is requested as text, and shown as such: %s', async (name) => {
    const { preview, platform, asks } = await startPreview(text, [asText], name)
    await preview.open()
    platform.clock.pass(100)
    expect(asks()).toStrictEqual([{ file_id: 5, kind: 'pdf', is_first: true, reading: true }])
    expect([preview.phase, preview.viewer]).toStrictEqual(['ready', { viewer: 'reading' }])
  })

  test('where the server withholds the text, its pages are shown without another request', async () => {
    const { preview, platform, asks } = await startPreview(text, [{ preview_type: 'pdf' }])
    await preview.open()
    platform.clock.pass(100)
    expect([preview.phase, preview.viewer, asks().length]).toStrictEqual(['ready', { viewer: 'pdf' }, 1])
  })

  test('the user sees the pages instead, and the text again', async () => {
    const { preview, platform, asks } = await startPreview(text, [asText, { preview_type: 'pdf' }, asText])
    await preview.open()
    platform.clock.pass(100)
    await preview.preferPages(true)
    platform.clock.pass(100)
    expect([preview.viewer, preview.reading.prefersPages]).toStrictEqual([{ viewer: 'pdf' }, true])
    await preview.preferPages(false)
    platform.clock.pass(100)
    expect(preview.viewer).toStrictEqual({ viewer: 'reading' })
    expect(asks().map(({ reading = false }) => reading)).toStrictEqual([true, false, true])
  })

  test('another encoding keeps the choice of the pages, and another file begins as text', async () => {
    const { preview } = await startPreview(text, [{ preview_type: 'pdf' }])
    await preview.open()
    await preview.preferPages(true)
    await preview.show({ fileId: 5, encoding: 'big5' })
    expect(preview.reading.prefersPages).toBe(true)
    await preview.show({ fileId: 6 })
    expect(preview.reading.prefersPages).toBe(false)
  })

  test('a right to the text that is withdrawn or given changes what is shown', async () => {
    const { preview, item, platform, asks } = await startPreview(text, [asText, { preview_type: 'pdf' }, asText])
    await preview.open()
    platform.clock.pass(100)
    const withRight = (perm_download: boolean) => ({
      ...item,
      action_permissions: { ...item.action_permissions, perm_download },
    })
    // PreviewRights requests the file again.
    preview.updateItem(withRight(false))
    await preview.reload()
    platform.clock.pass(100)
    expect(preview.viewer).toStrictEqual({ viewer: 'pdf' })
    preview.updateItem(withRight(true))
    await preview.reload()
    platform.clock.pass(100)
    expect(preview.viewer).toStrictEqual({ viewer: 'reading' })
    expect(asks().map(({ reading = false }) => reading)).toStrictEqual([true, false, true])
  })

  test('a file that may not be downloaded is requested as pages', async () => {
    const { preview, asks } = await startPreview({
      ...text,
      action_permissions: {
        perm_preview: true,
        perm_download: false,
        perm_share: false,
        perm_share_to_colleague: false,
        perm_comment: true,
      },
    })
    await preview.open()
    expect(asks()).toStrictEqual([{ file_id: 5, kind: 'pdf', is_first: true, first_picture: true }])
  })
})

describe('[AH-38] a document is read or shown as pages', () => {
  const word = { name: '章程.docx', extension: 'docx', extension_category: 'document' } as const
  const asText = { preview_type: 'reading', preview_url: null, first_piece: pieceOf(0, 1) }

  test('a document begins with its pages, is read by one press, and is pages again by another', async () => {
    const { preview, platform, asks } = await startPreview(word, [
      { preview_type: 'pdf' },
      asText,
      { preview_type: 'pdf' },
    ])
    await preview.open()
    platform.clock.pass(100)
    expect([preview.viewer, offersReading(preview)]).toStrictEqual([{ viewer: 'pdf' }, true])
    await preview.preferPages(false)
    platform.clock.pass(100)
    expect([preview.viewer, offersReading(preview)]).toStrictEqual([{ viewer: 'reading' }, false])
    await preview.preferPages(true)
    platform.clock.pass(100)
    expect(preview.viewer).toStrictEqual({ viewer: 'pdf' })
    expect(asks().map(({ reading = false }) => reading)).toStrictEqual([false, true, false])
  })

  test('a document without a text stays on its pages, and another file is offered again', async () => {
    const { preview, platform } = await startPreview(word, [{ preview_type: 'pdf' }])
    await preview.open()
    await preview.preferPages(false)
    platform.clock.pass(100)
    expect([preview.viewer, offersReading(preview), preview.reading.refusal]).toStrictEqual([
      { viewer: 'pdf' },
      false,
      'noText',
    ])
    await preview.show({ fileId: 6 })
    expect(preview.reading.refusal).toBe(null)
  })

  test('headings lead to their places, and the heading of the place is known', async () => {
    const outline = [
      { level: 1, text: '甲', piece: 0, block: 0 },
      { level: 2, text: '乙', piece: 2, block: 4 },
    ]
    const { reading } = await start({ first: { outline } })
    expect([reading.outline.length, headingAt(reading.outline, reading.place)]).toStrictEqual([2, 0])
    reading.reveal(outline[1]!)
    await settled()
    expect([reading.place.piece, headingAt(reading.outline, reading.place)]).toStrictEqual([2, 1])
  })
})

describe('[AH-38] a change between text and pages keeps the place', () => {
  test('the text opens at the share of the pages, also in a piece that is not loaded yet', async () => {
    const { open, shared, asks } = await start({ pieces: 10 })
    shared.leavePages(76, 100)
    const reading = open()
    reading.fetchMounted()
    expect(reading.place).toStrictEqual({ piece: 7, block: 0 })
    await settled()
    expect(asks().some(({ piece }) => piece === 7)).toBe(true)
    expect(reading.place).toStrictEqual({ piece: 7, block: 10 })
    expect(reading.percent).toBe(75)
  })

  test('while only the beginning is made, the place waits for the whole text', async () => {
    const { open, shared, server } = await start({ pieces: 2 })
    shared.leavePages(51, 100)
    server.on(READING, ({ piece = 0 }) => pieceOf(piece, 10, { rendition: 'r2' }))
    const reading = open({ is_whole: false })
    expect(reading.place.piece).toBe(0)
    await settled()
    reading.fetchMounted()
    await settled()
    expect(reading.place).toStrictEqual({ piece: 5, block: 0 })
  })

  test('the pages open where the text was left; until the reader turns pages the text stays where it was', async () => {
    const { open, shared } = await start({ pieces: 2 })
    const reading = open()
    reading.onScroll(10, false)
    const { place } = reading
    expect(shared.pageOf(8)).toBe(3)
    shared.leavePages(3, 8)
    expect(open().place).toStrictEqual(place)
    shared.leavePages(5, 8)
    expect(open().place).toStrictEqual({ piece: 1, block: 0 })
    shared.forget()
    expect(shared.pageOf(8)).toBe(1)
  })
})
