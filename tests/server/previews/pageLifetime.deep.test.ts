import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'node:test'
import { setImmediate as tick } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { purgeRenditions } from '../../../server/jobs/purgeRenditions'
import { findOffice } from '../../../server/previews/makers/office'
import { markMade } from '../../../server/previews/representations'
import { KeyedSemaphore } from '../../../server/limits/KeyedSemaphore'
import { deepTest } from '../../support/deep'
import { docx, pdf } from '../../support/samples/samples'
import { eventually, gate, upload } from '../../support/uploads/upload'
import {
  bodyOf,
  differs,
  drawn,
  fileOf,
  finished,
  get,
  guestOf,
  me,
  pagesOf,
  pictureAt,
  server,
  sized,
  signIn,
  startPageServer,
} from './pageServer'

const withoutOffice = (await findOffice()) === null && 'LibreOffice is not installed'

describe('[PREV-08] pages of documents as pictures', () => {
  let now = new Date('2026-03-01T08:20:00Z')

  startPageServer(() => now)

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
    await signIn()
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
