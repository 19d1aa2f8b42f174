import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import type { PreviewReason } from '@/contract/errors'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { cutPdf, pdf } from '../../support/samples/samples'
import {
  bodyOf,
  differs,
  drawn,
  fileOf,
  finished,
  get,
  guestOf,
  make,
  me,
  owner,
  pagesOf,
  pictureAt,
  server,
  sized,
  startPageServer,
} from './pageServer'

describe('[PREV-08] pages of documents as pictures', () => {
  const now = new Date('2026-03-01T08:20:00Z')

  startPageServer(() => now)

  test('all sizes arrive at once, addresses in portions, none beyond the end; a picture is made only when fetched', async () => {
    const { id } = await fileOf(
      'a.pdf',
      await sized([
        [300, 400],
        [300, 400],
        [500, 200],
      ]),
    )
    const body = await bodyOf(id)
    const first = await pagesOf(id, me, { limit: 2 })
    assert.deepEqual(first.sizes, [
      { width: 300, height: 400, pages: 2 },
      { width: 500, height: 200, pages: 1 },
    ])
    assert.deepEqual([first.reason, first.preview_urls.length], [null, 2])
    const rest = await pagesOf(id, me, { offset: 2 })
    assert.deepEqual(rest.sizes, first.sizes)
    assert.deepEqual((await pagesOf(id, me, { offset: 3 })).preview_urls, [])
    assert.deepEqual(
      (await drawn()).filter((row) => row.body_id === body),
      [],
    )
    const picture = await sharp(await pictureAt(rest.preview_urls[0])).metadata()
    assert.deepEqual([picture.width, picture.height], [1280, 512])
    assert.deepEqual(
      (await drawn()).filter((row) => row.body_id === body).map(({ kind }) => kind),
      ['page_3'],
    )
  })

  deepTest('the first pages come with their printed area, so that wide margins can be cropped', async () => {
    const { id } = await fileOf(
      'a.pdf',
      await sized(
        [
          [400, 500],
          [400, 500],
          [400, 500],
          [400, 500],
        ],
        (document, page) => document.rect(page === 3 ? 0 : 80, 100, page === 1 ? 260 : 200, 20).fill('#222'),
      ),
    )
    const { span } = await pagesOf(id)
    assert.ok(Math.abs(span!.left - 0.2) < 0.01 && Math.abs(span!.right - 0.85) < 0.01, JSON.stringify(span))
    const blank = await fileOf('b.pdf', await sized([[400, 500]]))
    assert.equal((await pagesOf(blank.id)).span, null)
  })

  deepTest('a page is upright and shows what the PDF shows', async () => {
    const { id } = await fileOf(
      'a.pdf',
      await sized([[200, 200]], (document) => document.rect(0, 0, 100, 100).fill('#dd1111')),
    )
    const {
      preview_urls: [address],
    } = await pagesOf(id)
    const at = async (left: number, top: number) => [
      ...(await sharp(await pictureAt(address))
        .extract({ left, top, width: 1, height: 1 })
        .raw()
        .toBuffer()),
    ]
    assert.ok((await at(300, 300))[0]! > 200 && (await at(300, 300))[1]! < 40)
    assert.deepEqual(await at(900, 900), [255, 255, 255])
  })

  describe('a user who may preview but not download', () => {
    deepTest('gets pages with their name; the watermarked PDF is not made for them', async () => {
      const file = await fileOf('secret.pdf', await pdf({ pages: ['One', 'Two'] }))
      const plain = await pictureAt((await pagesOf(file.id)).preview_urls[1])
      const pictures: Buffer[] = []
      for (const name of ['陈预览', '林预览']) {
        const they = await guestOf(file, 'previewer', name)
        const { category, preview_url, download_url } = await finished(file.id, they)
        assert.deepEqual([category, preview_url, download_url], ['watermark_preview', null, null])
        pictures.push(await pictureAt((await pagesOf(file.id, they)).preview_urls[1]))
      }
      for (const picture of pictures) await differs(picture, plain, 0.001)
      await differs(pictures[0]!, pictures[1]!, 0.0005)
      const body = await bodyOf(file.id)
      assert.deepEqual(
        (await drawn('pdf@%')).filter((row) => row.body_id === body),
        [],
      )
    })

    deepTest('a page lower than the watermark’s line carries the name, too', async () => {
      const file = await fileOf('banner.pdf', await sized([[1000, 40]]))
      const plain = await pictureAt((await pagesOf(file.id)).preview_urls[0])
      await differs(
        await pictureAt((await pagesOf(file.id, await guestOf(file, 'previewer'))).preview_urls[0]),
        plain,
        0.001,
      )
    })

    deepTest('an earlier address carries the name as soon as the right to download is gone', async () => {
      const file = await fileOf('a.pdf', await pdf())
      const {
        preview_urls: [address],
      } = await pagesOf(file.id, await guestOf(file, 'viewer'))
      const before = await pictureAt(address)
      await server.deps.db.updateTable('collabs').set({ role: 'previewer' }).where('item_id', '=', file.id).execute()
      await differs(await pictureAt(address), before, 0.001)
    })

    deepTest('a PDF with a password cannot be shown, even to a user who may download', async () => {
      const file = await fileOf('locked.pdf', await pdf({ password: 'secret' }))
      for (const who of [me, await guestOf(file, 'previewer')]) {
        const { status, reason } = await finished(file.id, who)
        assert.deepEqual([status, reason], ['generating_failed', 'not_support'])
        assert.deepEqual(await who.call('GET /apps/representations/pages', { file_id: file.id }), {
          success: true,
          reason: 'not_support',
          sizes: [],
          span: null,
          preview_urls: [],
        })
      }
    })
  })

  describe('a user who may not preview', () => {
    deepTest(
      'an uploader, a user without the right and a deleted file get no list, and no picture by an earlier address',
      async () => {
        const file = await fileOf('a.pdf', await pdf())
        const they = await guestOf(file, 'previewer')
        const {
          preview_urls: [theirs],
        } = await pagesOf(file.id, they)
        const {
          preview_urls: [mine],
        } = await pagesOf(file.id)
        await pictureAt(theirs)
        await server.deps.db.updateTable('collabs').set({ role: 'uploader' }).where('item_id', '=', file.id).execute()
        await they.refused('GET /apps/representations/pages', { file_id: file.id }, 'permission_denied')
        assert.equal((await get(theirs)).status, 403)
        await server.deps.db.updateTable('items').set({ scope: 1 }).where('id', '=', file.id).execute()
        await me.refused('GET /apps/representations/pages', { file_id: file.id }, 'permission_denied')
        await server.deps.db.updateTable('items').set({ scope: 0 }).where('id', '=', file.id).execute()
        assert.equal((await get(mine)).status, 200)
        await me.call('POST /apps/files/delete', { item_typed_ids: [`file_${file.id}`] })
        await me.refused('GET /apps/representations/pages', { file_id: file.id }, 'item_is_deleted')
        assert.equal((await get(mine)).status, 403)
      },
    )

    deepTest('strangers get the answer for a missing file, and an altered address is refused', async () => {
      const file = await fileOf('a.pdf', await pdf({ pages: ['One', 'Two'] }))
      const {
        preview_urls: [address = ''],
      } = await pagesOf(file.id, await guestOf(file, 'previewer'))
      const stranger = await client(server).as((await make.user()).login)
      for (const file_id of [file.id, 999_999_999])
        await stranger.refused('GET /apps/representations/pages', { file_id }, 'item_not_found')
      for (const [from, to] of [
        ['page=1', 'page=2'],
        [/a=u\d+/, `a=u${owner.id}`],
        ['&s=', '&s=x'],
        [/&s=.*/, ''],
      ] as const) {
        assert.equal((await get(address.replace(from, to))).status, 403, String(from))
      }
    })
  })

  describe('reasons for no pages', () => {
    const cases: [string, Buffer, PreviewReason][] = [
      ['cut off.pdf', cutPdf, 'failure'],
      ['no pdf.pdf', Buffer.from('hello'), 'extension_not_correct'],
      ['empty.pdf', Buffer.alloc(0), 'empty'],
      ['photo.jpg', Buffer.from('x'), 'not_support'],
      ['song.mp3', Buffer.from('ID3'), 'not_support'],
    ]
    for (const [name, content, reason] of cases) {
      deepTest(name, async () => {
        const { id } = await fileOf(name, content)
        assert.equal((await finished(id, me, { kind: 'pdf' })).reason, reason)
        assert.equal((await me.call('GET /apps/representations/pages', { file_id: id })).reason, reason)
      })
    }
  })

  deepTest('pages of any size are scaled for phones, and a page that cannot be drawn affects no other', async () => {
    const { id } = await fileOf(
      'a.pdf',
      await sized([
        [14_400, 14_400],
        [3, 14_400],
        [14_400, 3],
        [300, 400],
      ]),
    )
    const { sizes, preview_urls: addresses } = await pagesOf(id)
    assert.equal(sizes.length, 4)
    for (const address of addresses) {
      const { width, height } = await sharp(await pictureAt(address)).metadata()
      assert.ok(width >= 1 && width <= 1280 && height >= 1 && height <= 4096, `${width} × ${height}`)
    }
  })
})
