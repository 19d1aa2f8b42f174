import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import type { Client } from '../../support/client'
import { pdf, photo } from '../../support/samples/samples'
import { Visitor } from '../../support/shares/shares'
import { eventually } from '../../support/uploads/upload'
import {
  bodyOf,
  differs,
  drawn,
  fileOf,
  get,
  guestOf,
  make,
  me,
  owner,
  server,
  sized,
  startPageServer,
} from './pageServer'

const INFO = 'GET /apps/representations/info'

describe('[PREV-06] [PREV-07] what is readable first comes within the answer', () => {
  startPageServer(() => new Date('2026-03-01T08:20:00Z'))

  const ask = (file: { id: number }, who: Client = me, more = {}) =>
    eventually(async () => {
      const answer = await who.call(INFO, { file_id: file.id, first_picture: true, ...more })
      assert.ok(answer.status === 'generated' || answer.reason !== null, answer.status)
      return answer
    })
  /** The bytes of the picture, once it is made. */
  const firstOf = (file: { id: number }, type: string, who?: Client) =>
    eventually(async () => {
      const { first_picture: address } = await ask(file, who)
      const [, found, bytes] = /^data:(.*);base64,(.*)$/.exec(address ?? assert.fail('no picture yet'))!
      assert.equal(found, type)
      return Buffer.from(bytes!, 'base64')
    })
  const rowsOf = async (file: { id: number }) => {
    const body = await bodyOf(file.id)
    return (await drawn()).filter((row) => row.body_id === body)
  }
  const failedOf = async (file: { id: number }) =>
    (await rowsOf(file)).flatMap(({ kind, status }) => (status === 'generating_failed' ? kind : []))

  test('a picture comes with the bytes of its address, and only if it is asked for', async () => {
    const file = await fileOf('a.jpg', await photo())
    const picture = await firstOf(file, 'image/jpeg')
    const { preview_url } = await ask(file)
    assert.deepEqual(picture, Buffer.from(await (await get(preview_url!)).arrayBuffer()))
    assert.equal((await me.call(INFO, { file_id: file.id })).first_picture, undefined)
  })

  test('a picture of more than 300 kB is fetched by its address', async () => {
    const { first_picture, preview_url } = await ask(await fileOf('b.jpg', await noisyPhoto(1024, 1024)))
    assert.ok(Number((await get(preview_url!)).headers.get('content-length')) > 300_000)
    assert.equal(first_picture, undefined)
  })

  test('the first page is drawn by the first request, as wide as a phone', async () => {
    const file = await fileOf('a.pdf', await pdf({ pages: ['One', 'Two'] }))
    const { width } = await sharp(await firstOf(file, 'image/webp')).metadata()
    assert.equal(width, 780)
    assert.deepEqual(
      (await rowsOf(file)).map(({ kind }) => kind),
      ['page_1_light'],
    )
  })

  test('a photographed page has fewer than 300 kB', async () => {
    const picture = await noisyPhoto(1600, 2200)
    const page = (document: PDFKit.PDFDocument) => void document.image(picture, 0, 0, { width: 600 })
    const file = await fileOf('scan.pdf', await sized([[600, 825]], page))
    assert.ok((await firstOf(file, 'image/webp')).length < 300_000)
  })

  test('nothing comes for a document with a password, for pages, for the text, and for other kinds', async () => {
    const locked = await fileOf('locked.pdf', await pdf({ password: 'secret' }))
    await ask(locked)
    await eventually(async () => assert.deepEqual(await failedOf(locked), ['page_1_light']))
    assert.equal((await ask(locked)).first_picture, undefined)
    const open = await fileOf('open.pdf', await pdf({ pages: ['One'] }))
    await firstOf(open, 'image/webp')
    assert.equal((await ask(open, me, { pages: true })).first_picture, undefined)
    const text = await ask(await fileOf('a.txt', 'words'), me, { reading: true })
    assert.deepEqual([text.preview_type, text.first_picture], ['reading', undefined])
    assert.equal((await ask(await fileOf('a.zip', 'x'))).first_picture, undefined)
  })

  test('[AH-05] a previewer receives both with their watermark, from the moment at which they may not download', async () => {
    for (const [file, type] of [
      [await fileOf('c.jpg', await photo({ width: 800, height: 600 })), 'image/jpeg'],
      [await fileOf('c.pdf', await pdf({ pages: ['One', 'Two'] })), 'image/webp'],
    ] as const) {
      const plain = await firstOf(file, type)
      const guest = await guestOf(file, 'viewer')
      assert.deepEqual(await firstOf(file, type, guest), plain)
      await server.deps.db.updateTable('collabs').set({ role: 'previewer' }).where('item_id', '=', file.id).execute()
      await differs(await firstOf(file, type, guest), plain, 0.0005)
      const { category, download_url } = await ask(file, guest)
      assert.deepEqual([category, download_url], ['watermark_preview', null])
    }
  })

  test('[AH-05] visitors of a link receive both with the watermark of the link', async () => {
    for (const [file, type] of [
      [await fileOf('d.jpg', await photo({ width: 800, height: 600 })), 'image/jpeg'],
      [await fileOf('d.pdf', await pdf({ pages: ['One', 'Two'] })), 'image/webp'],
    ] as const) {
      const plain = await firstOf(file, type)
      const { unique_name } = await make.shareLink(owner, [file], { watermark_content: '仅供家长' })
      const visitor = new Visitor(server.url, unique_name)
      await visitor.open()
      const marked = await eventually(async () => {
        const { first_picture: address } = await visitor.preview(file, { first_picture: true })
        return Buffer.from((address ?? assert.fail('no picture yet')).split(',')[1]!, 'base64')
      })
      await differs(marked, plain, 0.0005)
    }
  })

  test('[AH-05] nobody without the right to preview receives them, and no visitor beyond the limit of a link', async () => {
    const file = await fileOf('e.pdf', await pdf({ pages: ['One'] }))
    await firstOf(file, 'image/webp')
    const stranger = await guestOf(await fileOf('other.txt', 'x'), 'viewer')
    await stranger.refused(INFO, { file_id: file.id, first_picture: true }, 'item_not_found')
    const uploader = await guestOf(file, 'uploader')
    const { body } = await uploader.send(INFO, { file_id: file.id, first_picture: true })
    assert.ok(!JSON.stringify(body).includes('base64'), JSON.stringify(body).slice(0, 200))
    const link = await make.shareLink(owner, [file], { preview_limit: 1 })
    const [first, late] = [new Visitor(server.url, link.unique_name), new Visitor(server.url, link.unique_name)]
    await first.open()
    await late.open()
    assert.equal(typeof (await first.preview(file, { first_picture: true })).first_picture, 'string')
    await late.refused(INFO, { file_id: file.id, first_picture: true }, 'share_link_preview_limited')
  })
})

/** A photo that no format makes small. */
function noisyPhoto(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
}
