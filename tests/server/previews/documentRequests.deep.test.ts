import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe } from 'node:test'
import type { Role } from '@/contract/entities'
import type { PreviewStatus } from '@/contract/previews/previews'
import { percentOf } from '@/domain/previews/generation'
import { findPreviewFile } from '../../../server/previews/previewFiles'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { differs } from '../../support/previews/differs'
import { jobGone } from '../../support/previews/jobGone'
import { readPdf } from '../../support/previews/readPdf'
import { cutPdf, pdf, photo } from '../../support/samples/samples'
import { eventually, gate, upload } from '../../support/uploads/upload'
import { bytesAt, fileOf, finished, get, info, make, me, server, startDocumentServer, textOf } from './documentServer'

describe('documents', () => {
  let now = new Date('2026-03-01T08:20:00Z')

  startDocumentServer(() => now)
  const guestOf = async (item: { id: number }, role: Role, name?: string) => {
    const guest = await make.user({ name })
    await make.collab(item, { user: guest }, role)
    return client(server).as(guest.login)
  }

  deepTest('statuses arrive in their order', async () => {
    const file = await fileOf('slow.txt', '一')
    const { storage } = server.deps
    const reading = gate()
    const writing = gate()
    const { read, write } = storage
    storage.read = (...args) => reading.opened.then(() => read.apply(storage, args))
    storage.write = (...args) => writing.opened.then(() => write.apply(storage, args))
    const seen: PreviewStatus[] = []
    const reaches = (status: PreviewStatus) =>
      eventually(async () => {
        const answer = await info(file.id)
        if (seen.at(-1) !== answer.status) seen.push(answer.status)
        assert.equal(answer.status, status)
      })
    try {
      assert.equal((await info(file.id, me, { is_first: true })).status, 'generating')
      await reaches('generating_downloading')
      reading.open()
      await reaches('generating_uploading')
      writing.open()
      await reaches('generated')
    } finally {
      Object.assign(storage, { read, write })
    }
    const percents = seen.map((status) => percentOf(status, 0))
    assert.deepEqual(
      percents,
      [...percents].sort((a, b) => a - b),
    )
  })

  describe('a user who may preview but not download', () => {
    deepTest('gets a PDF of pictures with their name, never the file', async () => {
      const bytes = await pdf({ pages: ['Page one', 'Page two'] })
      const file = await fileOf('secret.pdf', bytes)
      const they = await guestOf(file, 'previewer', '陈预览')
      const answer = await finished(file.id, they)
      assert.equal(answer.status, 'generated')
      assert.equal(answer.category, 'watermark_preview')
      assert.equal(answer.download_url, null)
      const marked = await bytesAt(answer.preview_url)
      const { pages, pictures } = await readPdf(marked)
      assert.deepEqual(pages, ['', ''])
      const plain = (await readPdf(bytes)).pictures
      for (const at of [0, 1]) await differs(pictures[at]!, plain[at]!, 0.001)
      const others = await bytesAt((await finished(file.id, await guestOf(file, 'previewer', '欧阳可心'))).preview_url)
      await differs((await readPdf(others)).pictures[0]!, pictures[0]!, 0.0005)
    })

    deepTest('gets large pictures with their name', async () => {
      const file = await fileOf('p.jpg', await photo())
      const answer = await finished(file.id, await guestOf(file, 'previewer_uploader', '黄预览'))
      assert.equal(answer.category, 'watermark_preview')
      const plain = await bytesAt((await finished(file.id)).preview_url)
      await differs(await bytesAt(answer.preview_url), plain, 0.001)
    })

    deepTest('gets no PDF with a password, because it cannot be watermarked', async () => {
      const file = await fileOf('locked.pdf', await pdf({ password: 'secret' }))
      const answer = await finished(file.id, await guestOf(file, 'previewer'))
      assert.deepEqual([answer.status, answer.reason, answer.preview_url], ['generating_failed', 'not_support', null])
    })

    deepTest('loses the plain PDF as soon as the role is lowered', async () => {
      const bytes = await pdf()
      const file = await fileOf('a.pdf', bytes)
      const they = await guestOf(file, 'viewer')
      const { preview_url, category } = await finished(file.id, they)
      assert.equal(category, null)
      assert.equal(bytes.compare(await bytesAt(preview_url)), 0)
      await server.deps.db.updateTable('collabs').set({ role: 'previewer' }).where('item_id', '=', file.id).execute()
      assert.deepEqual((await readPdf(await bytesAt(preview_url))).pages, [''])
    })

    deepTest('the owner of an encrypted file, which may not leave the server, gets the watermarked PDF', async () => {
      const file = await fileOf('encrypted.pdf', await pdf())
      await server.deps.db.updateTable('items').set({ is_encrypted: true }).where('id', '=', file.id).execute()
      const answer = await finished(file.id)
      assert.deepEqual([answer.category, answer.download_url], ['watermark_preview', null])
    })
  })

  describe('a user who may not preview', () => {
    deepTest('an uploader gets permission_denied', async () => {
      const file = await fileOf('a.pdf', await pdf())
      const { status, reason, preview_url, download_url } = await info(file.id, await guestOf(file, 'uploader'))
      assert.deepEqual(
        [status, reason, preview_url, download_url],
        ['generating_failed', 'permission_denied', null, null],
      )
    })

    deepTest('with scope 1 nobody gets a preview, also not by an earlier address', async () => {
      const file = await fileOf('a.pdf', await pdf())
      const { preview_url } = await finished(file.id)
      await server.deps.db.updateTable('items').set({ scope: 1 }).where('id', '=', file.id).execute()
      assert.equal((await info(file.id)).reason, 'permission_denied')
      assert.equal((await get(preview_url)).status, 403)
    })

    deepTest('a stranger gets the answer for a missing file', async () => {
      const stranger = await client(server).as((await make.user()).login)
      const file = await fileOf('a.pdf', await pdf())
      for (const file_id of [file.id, 999_999_999]) {
        await stranger.refused('GET /apps/representations/info', { file_id }, 'item_not_found')
      }
    })

    deepTest('nobody gets a preview of a deleted file', async () => {
      const file = await fileOf('a.pdf', await pdf())
      const { preview_url } = await finished(file.id)
      await me.call('POST /apps/files/delete', { item_typed_ids: [`file_${file.id}`] })
      assert.equal((await info(file.id)).reason, 'file_deleted')
      assert.equal((await get(preview_url)).status, 403)
    })
  })

  deepTest(
    'with the right to download the answer has the address of the file for openDocument, whatever the preview',
    async () => {
      const bytes = Buffer.from('PK')
      const { download_url } = await finished((await fileOf('archive.zip', bytes)).id)
      assert.equal(bytes.compare(await bytesAt(download_url)), 0)
    },
  )

  deepTest('an older version is shown by its id', async () => {
    const first = await upload(me, 'v.txt', Buffer.from('first words'))
    await upload(me, 'v.txt', Buffer.from('second words'), { target_file_id: first.id })
    const text = async (more: object) => textOf(await bytesAt((await finished(first.id, me, more)).preview_url))
    assert.match(await text({}), /second words/)
    assert.match(await text({ file_version_id: first.file_version_id }), /first words/)
    await me.refused(
      'GET /apps/representations/info',
      { file_id: first.id, file_version_id: 999_999_999 },
      'item_not_found',
    )
  })

  describe('a request at the moment of completion changes nothing', () => {
    const cases: [string, () => Promise<Buffer> | Buffer, PreviewStatus][] = [
      ['whole.pdf', () => pdf(), 'generated'],
      ['broken.pdf', () => cutPdf, 'generating_failed'],
    ]
    for (const [name, content, status] of cases) {
      deepTest(`[PREV-18] it stays ${status}`, async () => {
        const { db, jobs } = server.deps
        const { id } = await fileOf(name, await content())
        assert.equal((await finished(id)).status, status)
        const subject = (await findPreviewFile(db, id))!
        const dedupeKey = String(subject.bodyId)
        const noted = () => db.selectFrom('representations').selectAll().where('body_id', '=', subject.bodyId).execute()
        await jobGone(db, dedupeKey)
        const before = await noted()
        now = new Date(now.getTime() + 1000)
        await jobs.add('make_pdf', { ...subject, plan: 'pdf' }, { dedupeKey })
        await jobGone(db, dedupeKey)
        assert.deepEqual(await noted(), before)
      })
    }
  })

  describe('force-regenerate', () => {
    const renditions = async () =>
      (await readdir(join(server.folder, 'files'), { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      ).length

    deepTest('a failed rendition is made again', async () => {
      const file = await fileOf('a.txt', 'words')
      await finished(file.id)
      await server.deps.db
        .updateTable('representations')
        .set({ status: 'generating_failed', reason: 'server_error', body_key: null })
        .where('body_id', '=', await bodyOf(file.id))
        .execute()
      assert.equal((await info(file.id)).reason, 'server_error')
      assert.equal((await info(file.id, me, { 'force-regenerate': true })).reason, null)
      assert.equal((await finished(file.id)).status, 'generated')
    })

    deepTest('a rendition older than a minute is made again, and nothing of the old one remains', async () => {
      const file = await fileOf('a.txt', 'words')
      await finished(file.id)
      const keyOf = async () =>
        (
          await server.deps.db
            .selectFrom('representations')
            .select('body_key')
            .where('body_id', '=', await bodyOf(file.id))
            .executeTakeFirstOrThrow()
        ).body_key
      const [before, count] = [await keyOf(), await renditions()]
      assert.equal((await info(file.id, me, { 'force-regenerate': true })).status, 'generated')
      now = new Date(now.getTime() + 61_000)
      assert.notEqual((await info(file.id, me, { 'force-regenerate': true })).status, 'generated')
      await finished(file.id)
      assert.notEqual(await keyOf(), before)
      await eventually(async () => assert.equal(await server.deps.storage.stat(before ?? ''), null))
      assert.equal(await renditions(), count)
    })

    deepTest('a PDF that is its own rendition is never removed', async () => {
      const bytes = await pdf()
      const file = await fileOf('a.pdf', bytes)
      await finished(file.id)
      now = new Date(now.getTime() + 61_000)
      await info(file.id, me, { 'force-regenerate': true })
      assert.equal(bytes.compare(await bytesAt((await finished(file.id)).preview_url)), 0)
    })
  })

  async function bodyOf(fileId: number) {
    return (
      await server.deps.db
        .selectFrom('versions')
        .select('body_id')
        .where('item_id', '=', fileId)
        .executeTakeFirstOrThrow()
    ).body_id
  }
})
