import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { PreviewStatus } from '@/contract/previews/previews'
import { percentOf } from '@/domain/previews/generation'
import { userKey } from '../../../server/actors/actor'
import { listArchive } from '../../../server/previews/converters/archive/listing'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { textsOfPages } from '../../support/previews/readPdf'
import { differs } from '../../support/previews/differs'
import { gbk, gbkZip, oldTar, packed, rar, sparseTar, tar } from '../../support/samples/archives'
import { pdf, photo } from '../../support/samples/samples'
import { zip } from '../../support/samples/zip'
import { eventually } from '../../support/uploads/upload'
import {
  bytesAt,
  entryOf,
  finished,
  info,
  inside,
  make,
  me,
  named,
  opened,
  original,
  owner,
  server,
  startArchiveServer,
  troubleIn,
} from './archiveServer'

describe('[PREV-04] [PREV-18] archives', () => {
  const now = Date.now()

  startArchiveServer(() => new Date(now))
  const viewerOf = async (item: { id: number }) => {
    const guest = await make.user()
    await make.collab(item, { user: guest }, 'previewer')
    return client(server).as(guest.login)
  }

  const versionOf = (id: number) =>
    server.deps.db.selectFrom('versions').select(['key', 'body_id']).where('item_id', '=', id).executeTakeFirstOrThrow()

  describe('every format is listed, and a file in it is extracted', () => {
    const tree = { '说明.txt': '中文', 'a.bin': 'AAAA' }
    const formats: Record<string, () => Buffer | Promise<Buffer>> = {
      zip: () => zip(tree),
      tar: () => tar(Object.entries(tree).map(([name, content]) => ({ name, content }))),
      'tar.gz': () => gzipSync(tar(Object.entries(tree).map(([name, content]) => ({ name, content })))),
      '7z': () => packed('x.7z', [], tree),
      rar: () => rar(tree),
      'tar.xz': async () => packed('x.xz', [], { 'x.tar': await packed('x.tar', [], tree) }),
      'tar.bz2': async () => packed('x.bz2', [], { 'x.tar': await packed('x.tar', [], tree) }),
    }
    for (const [extension, content] of Object.entries(formats)) {
      deepTest(extension, async () => {
        const { id } = await opened(`包.${extension}`, await content())
        assert.deepEqual(named(await inside(id)), ['说明.txt', 'a.bin'])
        assert.equal(await original(id, '说明.txt'), '中文')
        assert.equal(await original(id, 'a.bin'), 'AAAA')
      })
    }

    deepTest('a single compressed file has the name of its archive', async () => {
      const { id } = await opened('报告.txt.gz', gzipSync('the report'))
      const [only] = await inside(id)
      assert.deepEqual([only?.name, only?.size], ['报告.txt', 10])
      assert.equal(await original(id, '报告.txt'), 'the report')
    })
  })

  deepTest(
    'folders come first, then names, with sizes and times, in pages; folders without an entry of their own are listed',
    async () => {
      const { id } = await opened(
        '包.zip',
        zip({
          '第10章.txt': 'x',
          '第2章.txt': '12345',
          'b/': '',
          'c/d/e.txt': 'e',
          '__MACOSX/._b': 'm',
          'b/.DS_Store': 's',
        }),
      )
      const entries = await inside(id)
      assert.deepEqual(named(entries), ['b/', 'c/', '第2章.txt', '第10章.txt'])
      assert.deepEqual([entries[2]?.size, entries[2]?.extension_category, entries[2]?.is_encrypted], [5, 'text', false])
      assert.deepEqual(named(await inside(id, 'c')), ['d/'])
      assert.deepEqual(named(await inside(id, 'c/d')), ['e.txt'])
      assert.deepEqual([await inside(id, 'b'), await inside(id, 'nowhere')], [[], []])
      const part = await me.call('GET /apps/representations/entries', { file_id: id, offset: 1, limit: 2 })
      assert.deepEqual([part.total, named(part.entries)], [4, ['c/', '第2章.txt']])
      const { id: dated } = await opened('日期.tar', tar([{ name: 'a.txt', content: 'a' }]))
      assert.equal((await inside(dated))[0]?.modified_at, 1_700_000_000)
    },
  )

  deepTest('a folder lists its contents, and nothing of folders whose names start or end with its name', async () => {
    const { id } = await opened(
      '相册.zip',
      zip({ '照片/a.txt': 'a', '旧照片/b.txt': 'b', '照片2/c.txt': 'c', '档案/照片/d.txt': 'd' }),
    )
    assert.deepEqual(
      named(await inside(id)),
      ['旧照片/', '档案/', '照片/', '照片2/'].sort(new Intl.Collator('zh-u-kn-true').compare),
    )
    assert.deepEqual(named(await inside(id, '照片')), ['a.txt'])
    assert.deepEqual(named(await inside(id, '档案/照片')), ['d.txt'])
  })

  deepTest('GBK names are read in ZIP and tar', async () => {
    const { id } = await opened('Windows.zip', gbkZip({ '资料/说明.txt': 'told', '资料/a.txt': 'a' }))
    assert.deepEqual([named(await inside(id)), named(await inside(id, '资料'))], [['资料/'], ['说明.txt', 'a.txt']])
    assert.equal(await original(id, '资料/说明.txt'), 'told')
    const { id: other } = await opened('旧.tar', tar([{ name: gbk('资料/说明.txt'), content: 'tar' }]))
    assert.equal(await original(other, '资料/说明.txt'), 'tar')
  })

  deepTest('the progress consists of the statuses of an extraction, in order', async () => {
    const content = packed('x.7z', ['-mx1'], { 'noise.bin': randomBytes(10_000_000) })
    const file = await make.file({ owner }, { name: '大.7z', content: await content })
    const seen: PreviewStatus[] = []
    const percents: number[] = []
    await eventually(async () => {
      const { status, progress } = await info(file.id)
      if (seen.at(-1) !== status) seen.push(status)
      percents.push(percentOf(status, progress))
      assert.equal(status, 'extract_completed')
    })
    const order: PreviewStatus[] = [
      'not_started',
      'download_started',
      'download_completed',
      'check_started',
      'check_completed',
      'extract_started',
      'extract_processing',
      'extract_completed',
    ]
    assert.deepEqual(
      seen,
      order.filter((status) => seen.includes(status)),
    )
    assert.ok(seen.length > 2, seen.join())
    assert.deepEqual(
      percents,
      [...percents].sort((one, other) => one - other),
    )
  })

  deepTest('the progress of a compressed tar increases while it is unpacked', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'archives-'))
    try {
      const path = join(folder, 'in.tgz')
      await writeFile(
        path,
        gzipSync(tar(Array.from({ length: 40 }, (_, at) => ({ name: `${at}.bin`, content: randomBytes(100_000) })))),
      )
      const shares: number[] = []
      assert.equal((await listArchive(path, 'gzip', (share) => shares.push(share))).entries.length, 40)
      assert.deepEqual(
        shares,
        [...shares].sort((one, other) => one - other),
      )
      assert.ok(
        shares.some((share) => share > 0.3 && share < 0.7) && shares.at(-1)! > 0.9 && shares.at(-1)! <= 1,
        shares.join(),
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  deepTest('an internal error is retried on request', async () => {
    const { db } = server.deps
    const { id } = await opened('资料.zip', zip({ 'a.txt': 'told' }))
    await finished(id, 0)
    const broken = { status: 'generating_failed', reason: 'server_error', body_key: null } as const
    await db
      .updateTable('representations')
      .set(broken)
      .where('body_id', '=', (await versionOf(id)).body_id)
      .where('kind', '=', 'entry_0')
      .execute()
    assert.equal((await info(id, 0)).reason, 'server_error')
    await me.call('GET /apps/representations/info', { file_id: id, entry: 0, kind: 'pdf', 'force-regenerate': true })
    assert.notEqual((await finished(id, 0)).preview_url, null)
  })

  deepTest('texts, pictures and PDFs in an archive are previewed like other files', async () => {
    const { id } = await opened(
      '资料.zip',
      zip({ 'p/photo.jpg': await photo(), 'p/doc.pdf': await pdf({ pages: ['inside'] }), 'p/note.txt': 'noted' }),
    )
    const picture = await finished(id, await entryOf(id, 'p/photo.jpg'))
    assert.equal(picture.preview_type, 'image_1024')
    assert.equal((await bytesAt(picture.preview_url)).headers.get('content-type'), 'image/jpeg')
    const document = await finished(id, await entryOf(id, 'p/doc.pdf'))
    assert.match((await textsOfPages((await bytesAt(document.preview_url)).bytes)).join(), /inside/)
    assert.match(
      (
        await textsOfPages((await bytesAt((await finished(id, await entryOf(id, 'p/note.txt'))).preview_url)).bytes)
      ).join(),
      /noted/,
    )
    const pages = await me.call('GET /apps/representations/pages', {
      file_id: id,
      entry: await entryOf(id, 'p/doc.pdf'),
    })
    assert.equal(pages.preview_urls.length, 1)
    assert.match((await bytesAt(pages.preview_urls[0]!)).headers.get('content-type') ?? '', /^image\//)
  })

  test('[PREV-13] a previewer gets watermarked previews of files in an archive, never the files', async () => {
    const file = await opened('资料.zip', zip({ 'photo.jpg': await photo(), 'doc.pdf': await pdf() }))
    const guest = await viewerOf(file)
    for (const name of ['photo.jpg', 'doc.pdf']) {
      const entry = await entryOf(file.id, name, guest)
      const [theirs, mine] = [await finished(file.id, entry, guest), await finished(file.id, entry)]
      assert.deepEqual([theirs.download_url, theirs.category], [null, 'watermark_preview'])
      const [marked, clean] = [(await bytesAt(theirs.preview_url)).bytes, (await bytesAt(mine.preview_url)).bytes]
      if (name === 'photo.jpg') await differs(marked, clean, 0.002)
      else assert.notEqual(marked.compare(clean), 0)
    }
    const address = server.deps.sign.address(
      '/api/apps/representations/download',
      {
        kind: 'original',
        file_id: file.id,
        file_version_key: (await versionOf(file.id)).key,
        entry: await entryOf(file.id, 'doc.pdf'),
      },
      userKey(
        (
          await server.deps.db
            .selectFrom('collabs')
            .select('user_id')
            .where('item_id', '=', file.id)
            .executeTakeFirstOrThrow()
        ).user_id as number,
      ),
    )
    assert.equal((await fetch(new URL(address, server.url))).status, 403)
  })

  deepTest('old tars and sparse files by GNU tar and pax are read', async () => {
    const { id } = await opened('旧.tar', oldTar([{ name: '资料/' }, { name: '资料/说明.txt', content: 'told' }]))
    assert.deepEqual([named(await inside(id)), named(await inside(id, '资料'))], [['资料/'], ['说明.txt']])
    assert.equal(await original(id, '资料/说明.txt'), 'told')
    for (const format of ['gnu', 'pax'] as const) {
      const { id: sparse } = await opened('洞.tar', sparseTar('disk.bin', 200_000, 'the end', format))
      assert.deepEqual(
        (await inside(sparse)).map(({ name, size }) => [name, size]),
        [
          ['behind.txt', 6],
          ['disk.bin', 200_000],
        ],
      )
      assert.equal(await original(sparse, 'disk.bin'), `${'\0'.repeat(199_993)}the end`)
      assert.equal(await original(sparse, 'behind.txt'), 'behind')
    }
  })

  deepTest('a ZIP with foreign bytes before and behind it is found', async () => {
    const whole = zip({ 'a.txt': 'AAAA', 'b.txt': 'b' })
    const [program, zeros] = [Buffer.from('MZ'.padEnd(3000, '\x90'), 'latin1'), Buffer.alloc(70_000)]
    for (const content of [
      Buffer.concat([whole, zeros]),
      Buffer.concat([whole, Buffer.from('and more')]),
      Buffer.concat([program, whole]),
      Buffer.concat([program, whole, zeros]),
      Buffer.concat([Buffer.from('PK00'), whole]),
    ]) {
      const { id } = await opened('包.zip', content)
      assert.deepEqual(named(await inside(id)), ['a.txt', 'b.txt'])
      assert.equal(await original(id, 'a.txt'), 'AAAA')
      assert.equal(await troubleIn(id), null)
    }
  })
})
