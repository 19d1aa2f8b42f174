import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setImmediate as tick } from 'node:timers/promises'
import { sql } from 'kysely'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import type { Role } from '@/contract/entities'
import type { PreviewReason } from '@/contract/errors'
import { purgeRenditions } from '../../../server/jobs/purgeRenditions'
import { findOffice } from '../../../server/previews/makers/office'
import { markMade } from '../../../server/previews/representations'
import { KeyedSemaphore } from '../../../server/limits/KeyedSemaphore'
import { client, type Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { factories } from '../../support/factories'
import { cutPdf, docx, pdf } from '../../support/samples/samples'
import { startTestServer, type TestServer } from '../../support/testServer'
import { eventually, gate, upload } from '../../support/uploads/upload'

const withoutOffice = (await findOffice()) === null && 'LibreOffice is not installed'

describe('[PREV-08] pages of documents as pictures', () => {
  let now = new Date('2026-03-01T08:20:00Z')
  let server: TestServer
  let make: ReturnType<typeof factories>
  let owner: Awaited<ReturnType<typeof make.user>>
  let me: Client

  before(async () => {
    server = await startTestServer({ clock: () => now })
    make = factories(server.deps)
    owner = await make.user()
    me = await client(server).as(owner.login)
  })
  after(() => server.close())

  const fileOf = (name: string, content: Buffer | string) => make.file({ owner }, { name, content })
  const guestOf = async (item: { id: number }, role: Role, name?: string) => {
    const guest = await make.user({ name })
    await make.collab(item, { user: guest }, role)
    return client(server).as(guest.login)
  }
  const info = (file_id: number, who = me, more = {}) =>
    who.call('GET /apps/representations/info', { file_id, pages: true, ...more })
  const finished = (file_id: number, who = me, more = {}) =>
    eventually(async () => {
      const answer = await info(file_id, who, more)
      assert.ok(answer.status === 'generated' || answer.reason !== null, answer.status)
      return answer
    })
  const pagesOf = async (file_id: number, who = me, more = {}) => {
    assert.equal((await finished(file_id, who)).status, 'generated')
    return who.call('GET /apps/representations/pages', { file_id, ...more })
  }
  const get = (address: string | undefined) => fetch(new URL(address ?? assert.fail('no address'), server.url))
  const pictureAt = async (address: string | undefined) => {
    const answer = await get(address)
    assert.equal(answer.status, 200, address)
    assert.equal(answer.headers.get('content-type'), 'image/jpeg')
    return Buffer.from(await answer.arrayBuffer())
  }
  const drawn = (kind = 'page\\_%') =>
    server.deps.db.selectFrom('representations').selectAll().where('kind', 'like', kind).execute()
  const bodyOf = async (fileId: number) =>
    (
      await server.deps.db
        .selectFrom('versions')
        .select('body_id')
        .where('item_id', '=', fileId)
        .executeTakeFirstOrThrow()
    ).body_id

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

  deepTest('concurrent requests for the same page draw it once', async () => {
    const { id } = await fileOf('a.pdf', await pdf())
    const {
      preview_urls: [address],
    } = await pagesOf(id)
    const { storage } = server.deps
    const { write } = storage
    const writing = gate()
    let written = 0
    storage.write = async (...args) => {
      written += 1
      await writing.opened
      return write.apply(storage, args)
    }
    try {
      const both = Promise.all([pictureAt(address), pictureAt(address)])
      await eventually(async () => assert.equal(written, 1))
      writing.open()
      const [one, other] = await both
      assert.equal(one.compare(other), 0)
      assert.equal(written, 1)
      await pictureAt(address)
      assert.equal(written, 1)
    } finally {
      storage.write = write
      writing.open()
    }
  })

  deepTest('one user draws four pages at once; other users do not wait for the rest', async () => {
    const [file, other] = [
      await fileOf('a.pdf', await pdf({ pages: ['1', '2', '3', '4', '5', '6'] })),
      await fileOf('b.pdf', await pdf()),
    ]
    const they = await guestOf(other, 'viewer')
    const { preview_urls: mine } = await pagesOf(file.id)
    const {
      preview_urls: [theirs],
    } = await pagesOf(other.id, they)
    const body = await bodyOf(file.id)
    const otherBody = await bodyOf(other.id)
    const startedCount = async () => (await drawn()).filter((row) => row.body_id === body).length
    const { storage } = server.deps
    const { write } = storage
    const writing = gate()
    storage.write = async (...args) => {
      await writing.opened
      return write.apply(storage, args)
    }
    try {
      const all = Promise.all(mine.map(pictureAt))
      await eventually(async () => assert.equal(await startedCount(), 4))
      const their = pictureAt(theirs)
      await eventually(async () => assert.equal((await drawn()).filter((row) => row.body_id === otherBody).length, 1))
      assert.equal(await startedCount(), 4)
      writing.open()
      await Promise.all([all, their])
      assert.equal(await startedCount(), 6)
    } finally {
      storage.write = write
      writing.open()
    }
  })

  deepTest('a page that failed is tried again after a minute, not before', async () => {
    const { id } = await fileOf('a.pdf', await pdf())
    const {
      preview_urls: [address],
    } = await pagesOf(id)
    await pictureAt(address)
    await server.deps.db
      .updateTable('representations')
      .set({ status: 'generating_failed', reason: 'failure', updated_at: now })
      .where('body_id', '=', await bodyOf(id))
      .where('kind', '=', 'page_1')
      .execute()
    const refused = await get(address)
    assert.deepEqual([refused.status, refused.headers.get('cache-control')], [404, 'no-store'])
    now = new Date(now.getTime() + 61_000)
    await pictureAt(address)
  })

  deepTest('an older version has pages of its own', async () => {
    const first = await upload(me, 'v.pdf', await sized([[100, 100]]))
    await upload(
      me,
      'v.pdf',
      await sized([
        [200, 100],
        [100, 200],
      ]),
      { target_file_id: first.id },
    )
    assert.deepEqual(
      (await pagesOf(first.id)).sizes.map(({ width, height }) => [width, height]),
      [
        [200, 100],
        [100, 200],
      ],
    )
    const old = { file_version_id: first.file_version_id }
    await finished(first.id, me, old)
    const {
      sizes,
      preview_urls: [address],
    } = await pagesOf(first.id, me, old)
    assert.deepEqual(sizes, [{ width: 100, height: 100, pages: 1 }])
    const { width, height } = await sharp(await pictureAt(address)).metadata()
    assert.equal(width, height)
    await me.refused(
      'GET /apps/representations/pages',
      { file_id: first.id, file_version_id: 999_999_999 },
      'item_not_found',
    )
  })

  deepTest('pages are dropped when the document is converted again', async () => {
    const { id } = await fileOf('a.txt', 'words')
    const {
      preview_urls: [address],
    } = await pagesOf(id)
    await pictureAt(address)
    const body = await bodyOf(id)
    const keys = async () =>
      (await drawn('page%')).filter((row) => row.body_id === body).map(({ body_key: key }) => key!)
    const before = await keys()
    assert.equal(before.length, 2)
    now = new Date(now.getTime() + 61_000)
    await finished(id, me, { 'force-regenerate': true })
    await eventually(async () => {
      await finished(id)
      assert.equal((await keys()).filter((key) => before.includes(key)).length, 0)
    })
    for (const key of before) await eventually(async () => assert.equal(await server.deps.storage.stat(key), null))
    await pictureAt(address)
  })

  deepTest(
    'a list that is dropped while it is made, because its PDF was made again, is made again immediately',
    async () => {
      const { db } = server.deps
      const { id } = await fileOf('a.pdf', await pdf({ pages: ['1', '2'] }))
      const body = await bodyOf(id)
      await sql`
      create function forget_list() returns trigger language plpgsql as $$
      begin
        delete from representations where body_id = new.body_id and kind = 'pages';
        drop trigger list_forgotten on representations;
        return null;
      end $$`.execute(db)
      await sql`
      create trigger list_forgotten after update on representations for each row
      when (new.body_id = ${sql.lit(body)} and new.kind = 'pages' and new.status = 'generating_uploaded') execute function forget_list()`.execute(
        db,
      )
      const { sizes } = await pagesOf(id)
      assert.equal(sizes[0]?.pages, 2)
      assert.deepEqual(
        (await sql`select from pg_trigger where tgname = 'list_forgotten'`.execute(db)).rows,
        [],
        'it was forgotten once',
      )
    },
  )

  deepTest('the list of a PDF is replaced together with the PDF', async () => {
    const { db } = server.deps
    const { id } = await fileOf('a.txt', 'words')
    await pagesOf(id)
    const body = await bodyOf(id)
    const rows = await drawn('p%')
    const [list, before] = ['pages', 'pdf'].map(
      (kind) => rows.find((row) => row.body_id === body && row.kind === kind)!.body_key!,
    )
    const next = { key: `ab/${'0'.repeat(30)}`, size: 1, contentType: 'application/pdf' }
    assert.deepEqual(await markMade(db, body, 'pdf', next, now), [before, list])
    assert.deepEqual(
      (await drawn('p%')).filter((row) => row.body_id === body).map(({ kind, body_key: key }) => [kind, key]),
      [['pdf', next.key]],
    )
    assert.equal(await markMade(db, body, 'pages', next, now), null)
  })

  deepTest('pages are kept for 30 days, and drawn again on a later request', async () => {
    const { id } = await fileOf('a.pdf', await pdf({ pages: ['1', '2'] }))
    const body = await bodyOf(id)
    const page = async (number: number) => pictureAt((await pagesOf(id)).preview_urls[number - 1])
    const kinds = async () =>
      (await drawn('page%'))
        .filter((row) => row.body_id === body)
        .map(({ kind }) => kind)
        .sort()
    await page(1)
    now = new Date(now.getTime() + 86_400_000)
    await page(2)
    const key = (await drawn('page\\_1')).find((row) => row.body_id === body)!.body_key!
    now = new Date(now.getTime() + 29.5 * 86_400_000)
    await purgeRenditions(server.deps)
    assert.deepEqual(await kinds(), ['page_2', 'pages'])
    assert.equal(await server.deps.storage.stat(key), null)
    me = await client(server).as(owner.login)
    await page(1)
  })

  deepTest('pages are deleted with their file', async () => {
    const file = await fileOf('a.pdf', await pdf())
    await pictureAt((await pagesOf(file.id)).preview_urls[0])
    await pictureAt((await pagesOf(file.id, await guestOf(file, 'previewer'))).preview_urls[0])
    const body = await bodyOf(file.id)
    const keys = (await drawn('page%')).filter((row) => row.body_id === body).map(({ body_key: key }) => key!)
    assert.equal(keys.length, 3)
    const onDisk = () => keys.filter((key) => existsSync(join(server.folder, 'files', key))).length
    assert.equal(onDisk(), 3)
    await me.call('POST /apps/files/delete', { item_typed_ids: [`file_${file.id}`] })
    await me.call('POST /apps/files/delete_from_trash', { item_typed_ids: [`file_${file.id}`] })
    await eventually(async () => assert.equal(onDisk(), 0))
    // The blobs are deleted before the rows that name them.
    await eventually(async () =>
      assert.deepEqual(
        (await drawn('page%')).filter((row) => row.body_id === body),
        [],
      ),
    )
  })

  deepTest('an office document has pages without a PDF per user', { skip: withoutOffice }, async () => {
    const file = await fileOf('教案.docx', docx('第一课 春晓'))
    const they = await guestOf(file, 'previewer')
    const {
      sizes,
      preview_urls: [address],
    } = await pagesOf(file.id, they)
    assert.equal(sizes.length, 1)
    await differs(await pictureAt(address), await pictureAt((await pagesOf(file.id)).preview_urls[0]), 0.001)
  })
})

describe('turns', () => {
  deepTest('turns are granted in order, up to a limit per user; a failure frees its turn', async () => {
    const turns = new KeyedSemaphore(2)
    const seen: string[] = []
    const gates = new Map<string, ReturnType<typeof gate>>()
    const start = (user: number, name: string) => {
      const turn = gate()
      gates.set(name, turn)
      return turns.run(user, async () => {
        seen.push(name)
        await turn.opened
        if (name === 'a2') throw new Error(name)
      })
    }
    const mine = ['a1', 'a2', 'a3', 'a4'].map((name) => start(1, name))
    const theirs = start(2, 'b1')
    await tick()
    assert.deepEqual(seen, ['a1', 'a2', 'b1'])
    gates.get('a2')!.open()
    await assert.rejects(mine[1]!)
    await tick()
    assert.deepEqual(seen, ['a1', 'a2', 'b1', 'a3'])
    for (const held of gates.values()) held.open()
    await Promise.all([...mine.filter((_, at) => at !== 1), theirs])
    assert.deepEqual(seen, ['a1', 'a2', 'b1', 'a3', 'a4'])
    const later = [start(1, 'a5'), start(1, 'a6'), start(1, 'a7')]
    await tick()
    assert.deepEqual(seen.slice(5), ['a5', 'a6'])
    for (const held of gates.values()) held.open()
    await Promise.all(later)
    assert.equal(seen.at(-1), 'a7')
  })
})

/** Creates a PDF with pages of these sizes in points. */
function sized(
  sizes: [width: number, height: number][],
  draw?: (document: PDFKit.PDFDocument, page: number) => void,
): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false })
  for (const [page, size] of sizes.entries()) {
    document.addPage({ size, margin: 0 })
    draw?.(document, page)
  }
  document.end()
  return buffer(document)
}

/** Fails unless two pictures differ by more than this share of the brightness. */
async function differs(one: Buffer, other: Buffer, least: number) {
  const [left, right] = await Promise.all([one, other].map((picture) => sharp(picture).greyscale().raw().toBuffer()))
  assert.equal(left!.length, right!.length)
  const share = left!.reduce((sum, value, at) => sum + Math.abs(value - right![at]!), 0) / left!.length / 255
  assert.ok(share > least, `only ${share} differs`)
}
