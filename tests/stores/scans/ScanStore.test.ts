import { describe, expect, test } from '@jest/globals'
import { SCAN_PAGES } from '@/domain/scans/limits'
import type { Pixels } from '@/domain/scans/pixels'
import { WHOLE } from '@/domain/scans/quad'
import type { PickedFile, Scanner } from '@/platform/Platform'
import { FileUnreadable, PickFailed } from '@/platform/fileFailures'
import { makeLazy } from '@/stores/app/LazyStores'
import { scanOf, type ScanStore } from '@/stores/scans/ScanStore'
import { uploadsOf } from '@/stores/uploads/UploadStore'
import { makeFile } from '../support/factories'
import { startApp } from '../support/startApp'
import { until } from '../support/until'

const white = (width: number, height: number): Pixels => ({
  width,
  height,
  data: new Uint8ClampedArray(width * height * 4).fill(255),
})

/** A phone that draws small white pictures, and holds files until they are released. */
async function start() {
  const rig = await startApp()
  const { app, platform, server } = rig
  server.on('POST /apps/files/presign_upload', { upload_url: '/api/upload/x' })
  server.onUpload(() => new Promise(() => {}))
  const held = new Set<PickedFile>()
  const phone = { canDraw: true, asks: false, onBytes: () => {} }
  const keep = (file: PickedFile) => {
    held.add(file)
    return file
  }
  const scanner: Scanner = {
    async read({ name }) {
      if (name.endsWith('.mp4')) throw new FileUnreadable()
      return white(30, 40)
    },
    async write(pixels) {
      if (!phone.canDraw) throw new FileUnreadable()
      return keep({ name: '', size: 4, thumbnail: 'blob:1', source: pixels })
    },
    async bytesOf() {
      phone.onBytes()
      return Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)
    },
    async join(name, parts) {
      return keep({
        name,
        size: Buffer.concat(parts).length,
        isMade: true,
        source: Buffer.concat(parts).toString('latin1'),
      })
    },
    askBeforeLeaving: (on) => void (phone.asks = on),
  }
  const release = platform.releaseFile.bind(platform)
  platform.releaseFile = (file) => {
    release(file)
    held.delete(file)
  }
  makeLazy(app, 'scanner', () => ({ open: async () => scanner }))
  const scan = scanOf(app)
  const photos = (count: number) => Array.from({ length: count }, (_, at) => keep(makeFile(`${at}.jpg`)))
  /** Lets the time pass that the store leaves for drawing. */
  const work = (isDone: () => boolean) =>
    until(() => {
      platform.clock.pass(1)
      return isDone()
    })
  const drawn = () => work(() => scan.pages.every(({ shown }) => shown !== null))
  return { ...rig, scan, held, phone, photos, work, drawn, uploads: uploadsOf(app) }
}

const said = ({ app }: Awaited<ReturnType<typeof start>>) => app.feedback.dialog?.text

const order = (scan: ScanStore) => scan.pages.map(({ photo }) => photo.name)

describe('[AH-44] a scan', () => {
  test('takes 30 photos at most, leaves out what is no picture, and says both', async () => {
    const rig = await start()
    const { scan, held, photos } = rig
    const video = makeFile('film.mp4')
    await scan.add([video])
    expect([scan.pages.length, said(rig)]).toStrictEqual([0, { key: 'upload.scan.unreadable', params: { n: 1 } }])
    rig.app.feedback.answer(rig.app.feedback.dialog!.id, true)
    const many = photos(SCAN_PAGES + 2)
    await scan.add(many)
    expect([scan.pages.length, scan.room, said(rig)]).toStrictEqual([
      SCAN_PAGES,
      0,
      { key: 'upload.scan.tooMany', params: { n: SCAN_PAGES } },
    ])
    expect([video, ...many.slice(SCAN_PAGES)].some((file) => held.has(file))).toBe(false)
    await until(() => rig.phone.asks)
  })

  test('orders, turns and deletes pages; a page without corners is the whole photo; new photos look like the last one', async () => {
    const { scan, photos, drawn, held } = await start()
    await scan.add(photos(3))
    await drawn()
    expect(scan.current?.photo.name).toBe('2.jpg')
    scan.move(scan.pages[2]!, -1)
    scan.move(scan.pages[0]!, -1)
    expect(order(scan)).toStrictEqual(['0.jpg', '2.jpg', '1.jpg'])
    const [first] = scan.pages
    expect(first!.quad).toBe(WHOLE)
    scan.turn(first!)
    expect(first!.quad[1]).toBe(WHOLE[0])
    scan.setLook(first!, 'mono')
    await scan.add(photos(1))
    expect(scan.pages[3]!.look).toBe('mono')
    await drawn()
    scan.remove(scan.current!)
    expect([order(scan), scan.current?.photo.name]).toStrictEqual([['0.jpg', '2.jpg', '1.jpg'], '1.jpg'])
    await drawn()
    // A photo, its copy and its result per page.
    await until(() => held.size === 9)
  })

  test('becomes one PDF with a page per photo in the queue of uploads, and leaves nothing behind', async () => {
    const { scan, photos, drawn, work, held, uploads, phone } = await start()
    await scan.add(photos(2))
    await drawn()
    let isSaved: boolean | undefined
    void scan.save('扫描.pdf', 'folder_7', uploads).then((saved) => (isSaved = saved))
    await work(() => isSaved !== undefined)
    const [entry] = uploads.entries
    expect([isSaved, entry?.file.name, entry?.target, scan.pages.length]).toStrictEqual([
      true,
      '扫描.pdf',
      'folder_7',
      0,
    ])
    expect(String(entry!.file.source)).toMatch(/^%PDF-1\.4\n[^]*\/Count 2 [^]*%%EOF\n$/)
    expect([...held]).toStrictEqual([entry!.file])
    await until(() => !phone.asks)
  })

  test('stays as it was if the phone cannot draw, and can be saved again', async () => {
    const rig = await start()
    const { scan, photos, drawn, work, phone, uploads } = rig
    await scan.add(photos(1))
    await drawn()
    for (const canDraw of [false, true]) {
      phone.canDraw = canDraw
      let isSaved: boolean | undefined
      void scan.save('a.pdf', 'folder_7', uploads).then((saved) => (isSaved = saved))
      await work(() => isSaved !== undefined)
      expect([isSaved, scan.progress, uploads.entries.length]).toStrictEqual([canDraw, null, Number(canDraw)])
      if (!canDraw) expect([said(rig), scan.pages.length]).toStrictEqual([{ key: 'upload.scan.failed' }, 1])
    }
  })

  test('that is discarded while it is saved uploads nothing', async () => {
    const { scan, photos, drawn, work, held, uploads } = await start()
    await scan.add(photos(2))
    await drawn()
    let isSaved: boolean | undefined
    void scan.save('a.pdf', 'folder_7', uploads).then((saved) => (isSaved = saved))
    await work(() => scan.progress?.kind === 'saving')
    scan.forget()
    await work(() => isSaved !== undefined)
    expect([isSaved, uploads.entries.length, held.size]).toStrictEqual([false, 0, 0])
  })

  test('whose user leaves while photos are read or pages are written shows no progress afterwards', async () => {
    const { scan, photos, drawn, work, held, phone, uploads } = await start()
    const reading = scan.add(photos(3))
    scan.forget()
    await reading
    expect([scan.progress, scan.pages.length, held.size]).toStrictEqual([null, 0, 0])
    await scan.add(photos(2))
    await drawn()
    let isSaved: boolean | undefined
    phone.onBytes = () => scan.forget()
    void scan.save('a.pdf', 'folder_7', uploads).then((saved) => (isSaved = saved))
    await work(() => isSaved !== undefined)
    expect([isSaved, scan.progress, held.size]).toStrictEqual([false, null, 0])
  })

  test('whose picture cannot be read again says so once and holds only its pages', async () => {
    const rig = await start()
    const { scan, photos, drawn, work, held, phone, uploads } = rig
    await scan.add(photos(2))
    await drawn()
    let isSaved: boolean | undefined
    phone.onBytes = () => {
      throw new FileUnreadable()
    }
    void scan.save('a.pdf', 'folder_7', uploads).then((saved) => (isSaved = saved))
    await work(() => isSaved !== undefined)
    expect([said(rig), isSaved, held.size]).toStrictEqual([{ key: 'upload.scan.failed' }, false, 6])
  })

  test('is discarded only after a question; the end of the session ends it without one', async () => {
    const { app, scan, photos, held } = await start()
    await scan.add(photos(1))
    void scan.discard()
    app.feedback.answer(app.feedback.dialog!.id, false)
    expect(scan.pages).toHaveLength(1)
    void scan.discard()
    app.feedback.answer(app.feedback.dialog!.id, true)
    await until(() => scan.pages.length === 0 && held.size === 0)
  })

  test('says why the phone gave no photos', async () => {
    const rig = await start()
    rig.platform.picked = new PickFailed()
    await rig.scan.pick('media')
    expect(said(rig)).toStrictEqual({ key: 'upload.fault.unknown' })
  })
})
