import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Role } from '@/contract/entities'
import type { PreviewStatus } from '@/contract/previews/previews'
import type { PreviewReason } from '@/contract/errors'
import { percentOf } from '@/domain/previews/generation'
import { findOffice } from '../../../server/previews/makers/office'
import { findPreviewFile } from '../../../server/previews/previewFiles'
import { client, type Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { differs } from '../../support/previews/differs'
import { factories } from '../../support/factories'
import { openCanary } from '../../support/hostile/endOf'
import { jobGone } from '../../support/previews/jobGone'
import { previewWithout } from '../../support/previews/previewWithout'
import { readPdf } from '../../support/previews/readPdf'
import { furtherOffice } from '../../support/samples/furtherOffice'
import {
  lockedDoc,
  lockedOdt,
  lockedPackage,
  lockedPages,
  lockedPpt,
  lockedXls,
} from '../../support/samples/lockedOffice'
import { cutPdf, docx, gbkText, gbkWords, nosyOdt, pdf, photo } from '../../support/samples/samples'
import { startTestServer, type TestServer } from '../../support/testServer'
import { eventually, gate, upload } from '../../support/uploads/upload'

const withoutOffice = (await findOffice()) === null && 'LibreOffice is not installed'

describe('documents', () => {
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

  const info = (file_id: number, who = me, more = {}) =>
    who.call('GET /apps/representations/info', { file_id, ...more })
  const finished = (file_id: number, who = me, more = {}) =>
    eventually(async () => {
      const answer = await info(file_id, who, more)
      assert.ok(answer.status === 'generated' || answer.reason !== null, answer.status)
      return answer
    })
  const get = (address: string | null, headers = {}) =>
    fetch(new URL(address ?? assert.fail('no address'), server.url), { headers })
  const bytesAt = async (address: string | null) => {
    const answer = await get(address)
    assert.equal(answer.status, 200)
    return Buffer.from(await answer.arrayBuffer())
  }
  const fileOf = (name: string, content: Buffer | string) => make.file({ owner }, { name, content })
  const shown = async (name: string, content: Buffer | string) => {
    const answer = await finished((await fileOf(name, content)).id)
    assert.equal(answer.status, 'generated', answer.reason ?? '')
    assert.equal(answer.preview_type, 'pdf')
    return bytesAt(answer.preview_url)
  }
  const guestOf = async (item: { id: number }, role: Role, name?: string) => {
    const guest = await make.user({ name })
    await make.collab(item, { user: guest }, role)
    return client(server).as(guest.login)
  }

  describe('PDF', () => {
    test('a PDF is served unchanged, also in ranges', async () => {
      const bytes = await pdf()
      const { preview_url } = await finished((await fileOf('a.pdf', bytes)).id)
      assert.equal(bytes.compare(await bytesAt(preview_url)), 0)
      const part = await get(preview_url, { range: 'bytes=0-4' })
      assert.equal(part.status, 206)
      assert.equal(await part.text(), '%PDF-')
      assert.equal(part.headers.get('content-type'), 'application/pdf')
    })

    deepTest('a PDF with a password is left to the viewer, which asks for it', async () => {
      const bytes = await pdf({ password: 'secret' })
      assert.equal(bytes.compare(await shown('locked.pdf', bytes)), 0)
    })
  })

  describe('a text becomes a PDF with the same words', () => {
    const words = '中文 Text 12'
    const cases: [string, Buffer, string][] = [
      ['UTF-8', Buffer.from(words), words],
      ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${words}`), words],
      ['little-endian UTF-16', Buffer.from(`\ufeff${words}`, 'utf16le'), words],
      ['big-endian UTF-16', Buffer.from(`\ufeff${words}`, 'utf16le').swap16(), words],
      ['UTF-16 without a byte order mark', Buffer.from('plain Text 12', 'utf16le'), 'plain Text 12'],
      ['GBK', gbkText, gbkWords],
      ['source code', Buffer.from('<script>\r\n\tif (a < b) { }\r\n</script>'), 'if (a < b) { }'],
    ]
    for (const [title, bytes, expected] of cases) {
      deepTest(title, async () => {
        assert.match(await textOf(await shown('说明.txt', bytes)), new RegExp(escaped(expected)))
      })
    }

    deepTest('a long text takes several pages', async () => {
      const { pages } = await readPdf(
        await shown('long.log', Array.from({ length: 500 }, (_, at) => `第 ${at} 行`).join('\n')),
      )
      assert.ok(pages.length > 5)
      assert.match(pages.at(-1) ?? '', /第 499 行/)
    })
  })

  deepTest('Chinese Markdown keeps headings, lists, code and tables; pictures are named, not fetched', async () => {
    const text = await textOf(
      await shown(
        '笔记.md',
        [
          '# 春游通知',
          '',
          '**时间**与*地点*，见[网页](https://example.com)',
          '',
          '- 第一项',
          '- 第二项',
          '',
          '```',
          'const a = 1 < 2',
          '```',
          '',
          '| 班级 | 人数 |',
          '| --- | --- |',
          '| 一班 | 42 |',
          '',
          '![合影](http://127.0.0.1:9/x.png)',
          '',
          'a &amp; b',
        ].join('\n'),
      ),
    )
    for (const part of [
      '春游通知',
      '时间',
      '地点',
      '网页',
      '第一项',
      '第二项',
      'const a = 1 < 2',
      '班级',
      '42',
      '[合影]',
      'a & b',
    ]) {
      assert.ok(text.includes(part), `${part} in ${text}`)
    }
    assert.doesNotMatch(text, /\*\*|```|\| ---/)
  })

  describe('office', { skip: withoutOffice }, () => {
    deepTest('a Chinese Word document becomes a PDF', async () => {
      assert.match(await textOf(await shown('教案.docx', docx('第一课 春晓'))), /第一课 春晓/)
    })

    deepTest('a document can neither use the network nor read files of the server', async () => {
      const canary = await openCanary()
      const folder = await mkdtemp(join(tmpdir(), 'satchel-secret-'))
      await chmod(folder, 0o755)
      await writeFile(join(folder, 'secret.txt'), 'the-secret')
      try {
        const nosy = nosyOdt(`${canary.address}/x.png`, join(folder, 'secret.txt'))
        const text = await textOf(await shown('nosy.odt', nosy))
        assert.match(text, /before[^]*behind/)
        assert.doesNotMatch(text, /the-secret/)
        assert.deepEqual(canary.asked, [])
      } finally {
        canary.close()
        await rm(folder, { recursive: true })
      }
    })
  })

  describe('[PREV-02] the other formats of LibreOffice become PDFs, too', { skip: withoutOffice }, () => {
    for (const [extension, content] of Object.entries(furtherOffice)) {
      deepTest(extension, async () => {
        assert.match(await textOf(await shown(`其他.${extension}`, content('Sales'))), /Sales/)
      })
    }
  })

  describe('[PREV-05] office documents with a password', { skip: withoutOffice }, () => {
    const cases: [string, () => Buffer][] = [
      ['锁.docx', () => lockedPackage(docx('放假通知'), 'secret')],
      ['锁.xlsx', () => lockedPackage(docx('工资'), 'secret')],
      ['锁.doc', lockedDoc],
      ['锁.xls', lockedXls],
      ['锁.ppt', lockedPpt],
      ['锁.wps', lockedDoc],
      ['锁.odt', lockedOdt],
      ['锁.pages', lockedPages],
    ]
    for (const [name, content] of cases) {
      deepTest(`${name} is recognised as encrypted by its bytes`, async () => {
        const { id } = await fileOf(name, content())
        assert.equal((await finished(id)).reason, 'office_encrypted')
      })
    }

    deepTest('a document that is encrypted with the default password is shown', async () => {
      assert.match(
        await textOf(await shown('只读.docx', lockedPackage(docx('放假通知'), 'VelvetSweatshop'))),
        /放假通知/,
      )
    })
  })

  deepTest('without LibreOffice office documents are not supported, and the log names the package', async () => {
    const { state, said } = await previewWithout(server.deps, { soffice: null }, 'docx', 'pdf')
    assert.deepEqual([state.status, state.reason], ['not_support', 'not_support'])
    assert.match(said, /libreoffice/)
  })

  describe('reasons for no preview', () => {
    const cases: [string, () => Promise<Buffer> | Buffer, PreviewStatus, PreviewReason][] = [
      [
        'cut off.pdf',
        async () => (await pdf({ pages: ['a', 'b', 'c'] })).subarray(0, 900),
        'generating_failed',
        'failure',
      ],
      ['cut off behind its first page.pdf', () => cutPdf, 'generating_failed', 'failure'],
      ['no pdf.pdf', () => Buffer.from('hello'), 'generating_failed', 'extension_not_correct'],
      ['end without a middle.pdf', () => Buffer.from('%PDF-1.7\nstartxref\n0\n%%EOF'), 'generating_failed', 'failure'],
      ['empty.pdf', () => Buffer.alloc(0), 'generating_failed', 'empty'],
      ['empty.txt', () => Buffer.alloc(0), 'generating_failed', 'empty'],
      ['no text.txt', () => Buffer.from([1, 0, 0, 2, 0, 0, 3, 0]), 'generating_failed', 'extension_not_correct'],
      ['too long.txt', () => Buffer.alloc(5 * 1024 * 1024, 'a'), 'generating_failed', 'too_large'],
      ['plan.dwg', () => Buffer.from('AC10'), 'not_support', 'not_support'],
      ['online.ydoc', () => Buffer.from('{}'), 'not_support', 'not_support'],
      ['no extension', () => Buffer.from('x'), 'not_support', 'not_support'],
    ]
    for (const [name, content, status, reason] of cases) {
      deepTest(name, async () => {
        const answer = await finished((await fileOf(name, await content())).id)
        assert.deepEqual([answer.status, answer.reason, answer.preview_url], [status, reason, null])
      })
    }

    deepTest('[PREV-14] an archive over 1 GB is too large to preview, and can still be downloaded', async () => {
      const { id } = await fileOf('archive.rar', Buffer.from('Rar!'))
      const ofSize = async (size: number) => {
        await server.deps.db.updateTable('versions').set({ size }).where('item_id', '=', id).execute()
        return info(id)
      }
      const over = await ofSize(1024 ** 3 + 1)
      assert.deepEqual([over.status, over.reason, over.preview_url], ['generating_failed', 'zip_too_large', null])
      assert.notEqual(over.download_url, null)
      const at = await ofSize(1024 ** 3)
      assert.deepEqual([at.status, at.reason], ['not_started', null])
    })

    deepTest('an invalid document is refused', { skip: withoutOffice }, async () => {
      const answer = await finished(
        (await fileOf('broken.docx', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500, 7)]))).id,
      )
      assert.deepEqual([answer.status, answer.reason], ['generating_failed', 'failure'])
    })

    deepTest('a file of another type than requested is refused', async () => {
      const answer = await finished((await fileOf('a.pdf', await pdf())).id, me, { kind: 'image_1024' })
      assert.deepEqual([answer.status, answer.reason], ['not_support', 'not_support'])
    })
  })

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
      const others = await bytesAt((await finished(file.id, await guestOf(file, 'previewer', '林预览'))).preview_url)
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

async function textOf(bytes: Buffer) {
  return (await readPdf(bytes)).pages.join('\n')
}

function escaped(text: string) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
