import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { PreviewReason } from '@/contract/errors'
import type { ArchiveEntry, PreviewStatus } from '@/contract/previews/previews'
import { percentOf } from '@/domain/previews/generation'
import { userKey } from '../../../server/actors/actor'
import { purgeRenditions } from '../../../server/jobs/purgeRenditions'
import { sweepBlobs } from '../../../server/jobs/sweepBlobs'
import { listArchive } from '../../../server/previews/converters/archive/listing'
import { purge } from '../../../server/queries/trash/purge'
import { removeBlobs } from '../../../server/services/trash/blobs'
import { client, type Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { factories } from '../../support/factories'
import { readPdf } from '../../support/previews/readPdf'
import { differs } from '../../support/previews/differs'
import { gbk, gbkZip, oldTar, packed, rar, sparseTar, tar } from '../../support/samples/archives'
import { pdf, photo } from '../../support/samples/samples'
import { zip } from '../../support/samples/zip'
import { startTestServer, type TestServer } from '../../support/testServer'
import { eventually } from '../../support/uploads/upload'

const byServer = { at: new Date(), userId: null, address: '' }

const DAY = 86_400_000

describe('[PREV-04] [PREV-18] archives', () => {
  let now = Date.now()
  let server: TestServer
  let make: ReturnType<typeof factories>
  let owner: Awaited<ReturnType<typeof make.user>>
  let me: Client

  before(async () => {
    server = await startTestServer({ clock: () => new Date(now) })
    make = factories(server.deps)
    owner = await make.user()
    me = await client(server).as(owner.login)
  })
  after(() => server.close())

  const info = (file_id: number, entry?: number, who = me) =>
    who.call('GET /apps/representations/info', { file_id, entry })
  const finished = (file_id: number, entry?: number, who = me) =>
    eventually(async () => {
      const answer = await info(file_id, entry, who)
      assert.ok(
        answer.preview_url !== null || answer.reason !== null || answer.status === 'extract_completed',
        answer.status,
      )
      return answer
    })
  const opened = async (name: string, content: string | Buffer) => {
    const file = await make.file({ owner }, { name, content })
    const { status, reason } = await finished(file.id)
    assert.equal(status, 'extract_completed', reason ?? '')
    return file
  }
  const inside = async (file_id: number, folder = '', who = me) =>
    (await who.call('GET /apps/representations/entries', { file_id, folder })).entries
  const troubleIn = async (file_id: number) => (await me.call('GET /apps/representations/entries', { file_id })).trouble
  const named = (entries: readonly ArchiveEntry[]) =>
    entries.map(({ type, name }) => (type === 'folder' ? `${name}/` : name))
  const entryOf = async (file_id: number, path: string, who = me) => {
    const parts = path.split('/')
    const found = (await inside(file_id, parts.slice(0, -1).join('/'), who)).find(({ name }) => name === parts.at(-1))
    return found?.entry ?? assert.fail(`no ${path}`)
  }
  const bytesAt = async (address: string | null) => {
    const answer = await fetch(new URL(address ?? assert.fail('no address'), server.url))
    assert.equal(answer.status, 200)
    return { bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers }
  }
  const original = async (file_id: number, path: string) =>
    (await bytesAt((await finished(file_id, await entryOf(file_id, path))).download_url)).bytes.toString()
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
    assert.match((await readPdf((await bytesAt(document.preview_url)).bytes)).pages.join(), /inside/)
    assert.match(
      (
        await readPdf((await bytesAt((await finished(id, await entryOf(id, 'p/note.txt'))).preview_url)).bytes)
      ).pages.join(),
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

  describe('a damaged archive lists its readable part and says that the rest is missing', () => {
    const files = { 'a.txt': 'AAAA', 'b.txt': 'b'.repeat(5000), 'c.txt': 'c' }
    const made = zip(files)
    const rolled = tar(Object.entries(files).map(([name, content]) => ({ name, content })))
    const harmed = (content: Buffer, at: number) => Buffer.from(content).fill(0xee, at, at + 100)
    const second = made.indexOf('PK\x01\x02', made.indexOf('PK\x01\x02', 0, 'latin1') + 1, 'latin1')
    const cases: [string, () => Buffer | Promise<Buffer>, string[]][] = [
      ['目录坏.zip', () => harmed(made, second), ['a.txt', 'b.txt', 'c.txt']],
      ['断.zip', () => made.subarray(0, 3000), ['a.txt']],
      ['坏.tar', () => harmed(rolled, 1024), ['a.txt']],
      ['断.tar', () => rolled.subarray(0, 3000), ['a.txt']],
      ['断.tar.gz', () => gzipSync(rolled, { level: 0 }).subarray(0, 3000), ['a.txt']],
      ['断.rar', () => rar(files).subarray(0, 3000), ['a.txt', 'b.txt']],
    ]
    for (const [name, content, listed] of cases) {
      deepTest(name, async () => {
        const { id } = await opened(name, await content())
        assert.deepEqual([named(await inside(id)), await troubleIn(id)], [listed, 'damaged'])
        assert.equal(await original(id, 'a.txt'), 'AAAA')
      })
    }
  })

  deepTest('one volume of several is reported, with or without readable entries', async () => {
    const { id } = await opened('照片.part1.rar', rar({ 'a.txt': 'AAAA' }, true))
    assert.deepEqual([named(await inside(id)), await troubleIn(id)], [['a.txt'], 'volume'])
    assert.equal(await original(id, 'a.txt'), 'AAAA')

    const whole = zip({ 'a.txt': 'AAAA', 'b.txt': 'b'.repeat(3000) })
    const marked = Buffer.concat([Buffer.from('PK\x07\x08', 'latin1'), whole])
    const first = await opened('照片.zip', marked.subarray(0, 1000))
    assert.deepEqual([named(await inside(first.id)), await troubleIn(first.id)], [['a.txt'], 'volume'])
    const last = Buffer.from(marked.subarray(1000))
    last.writeUInt16LE(1, last.length - 18)
    last.writeUInt16LE(1, last.length - 16)
    const { id: end } = await opened('照片.zip', last)
    assert.deepEqual([named(await inside(end)), await troubleIn(end)], [['a.txt', 'b.txt'], 'volume'])
    assert.equal((await finished(end, await entryOf(end, 'a.txt'))).reason, 'zip_volumes')
    const { id: between } = await make.file({ owner }, { name: '照片.zip', content: last.subarray(-22) })
    assert.equal((await finished(between)).reason, 'zip_volumes')
  })

  deepTest('a strongly encrypted ZIP is reported per file, or as a whole when its names are encrypted', async () => {
    const strong = zip({ 'a.txt': 'AAAA', 'b.txt': 'b' })
    for (
      let at = strong.indexOf('PK\x01\x02', 0, 'latin1');
      at >= 0;
      at = strong.indexOf('PK\x01\x02', at + 4, 'latin1')
    )
      strong.writeUInt16LE(0x41, at + 8)
    const { id } = await opened('锁.zip', strong)
    assert.deepEqual(
      (await inside(id)).map(({ name, is_encrypted: isEncrypted }) => [name, isEncrypted]),
      [
        ['a.txt', true],
        ['b.txt', true],
      ],
    )
    const hidden = zip({ 'a.txt': 'AAAA' })
    hidden.writeUInt16LE(0x2041, 6)
    hidden.fill(0xee, hidden.indexOf('PK\x01\x02', 0, 'latin1'), hidden.length - 22)
    const { id: masked } = await make.file({ owner }, { name: '锁.zip', content: hidden })
    assert.equal((await finished(masked)).reason, 'zip_encrypted')
  })

  describe('archives that cannot be listed give the reason', () => {
    const cases: [string, () => string | Buffer | Promise<Buffer>, PreviewReason][] = [
      ['空.zip', () => '', 'empty'],
      ['文字.zip', () => 'no archive at all, but long enough to be one', 'extension_not_correct'],
      ['断.zip', () => zip({ 'a.txt': 'a'.repeat(2000) }).subarray(0, 1500), 'failure'],
      [
        '断.tar.gz',
        () => gzipSync(tar([{ name: 'a.bin', content: randomBytes(90_000) }])).subarray(0, 40_000),
        'failure',
      ],
      ['锁.7z', () => packed('x.7z', ['-psecret', '-mhe=on'], { 'a.txt': 'A' }), 'zip_encrypted'],
      ['慢.tar.lz', () => Buffer.concat([Buffer.from('LZIP\x01'), Buffer.alloc(600)]), 'not_support'],
    ]
    for (const [name, content, reason] of cases) {
      deepTest(`${name} answers ${reason}`, async () => {
        const { id } = await make.file({ owner }, { name, content: await content() })
        assert.equal((await finished(id)).reason, reason)
        const answer = await me.call('GET /apps/representations/entries', { file_id: id })
        assert.deepEqual([answer.reason, answer.total], [reason, 0])
      })
    }

    deepTest('an encrypted file in an archive is refused, its name is listed', async () => {
      for (const [name, options] of [
        ['锁.zip', ['-psecret']],
        ['锁.7z', ['-psecret']],
      ] as const) {
        const { id } = await opened(name, await packed(`x.${name.split('.')[1]}`, options, { 'a.txt': 'A' }))
        const [only] = await inside(id)
        assert.deepEqual([only?.name, only?.is_encrypted], ['a.txt', true])
        assert.equal((await finished(id, only!.entry!)).reason, 'zip_encrypted')
      }
    })

    deepTest('inner files without preview, inner archives, empty files and unknown numbers are refused', async () => {
      const { id } = await opened(
        '资料.zip',
        zip({ 'a.xyz': 'x', 'b.zip': zip({ 'c.txt': 'c' }), 'empty.txt': '', 'd/e.txt': 'e', 'd/': '' }),
      )
      const answer = async (path: string) => finished(id, await entryOf(id, path))
      assert.deepEqual(
        [(await answer('a.xyz')).reason, (await answer('b.zip')).reason, (await answer('empty.txt')).reason],
        ['not_support', 'not_support', 'empty'],
      )
      assert.equal(await original(id, 'a.xyz'), 'x')
      for (const entry of [4, 5, 99]) assert.equal((await info(id, entry)).reason, 'file_deleted')
      const { id: plain } = await make.file({ owner }, { name: 'a.txt', content: 'a' })
      assert.equal((await info(plain, 0)).reason, 'file_deleted')
      assert.equal((await me.call('GET /apps/representations/entries', { file_id: plain })).reason, 'not_support')
    })

    deepTest('a file that exceeds its declared size or a gigabyte is refused', async () => {
      const bomb = zip({
        'bomb.txt': { deflated: gzipSync(Buffer.alloc(1000)).subarray(10, -8), size: 10, sum: 0 },
        'huge.txt': { deflated: Buffer.from([3, 0]), size: 0xffff_fff0, sum: 0 },
      })
      const { id } = await opened('炸弹.zip', bomb)
      assert.equal((await finished(id, await entryOf(id, 'bomb.txt'))).reason, 'failure')
      assert.equal((await finished(id, await entryOf(id, 'huge.txt'))).reason, 'too_large')
    })
  })

  deepTest('names that lead out of the archive, and links, write nothing beside it', async () => {
    const evil = '../../../../../../tmp/satchel-evil.txt'
    const files = { [evil]: 'evil', '/etc/satchel-evil.txt': 'evil', 'a/../../satchel-evil.txt': 'evil' }
    const formats = {
      zip: zip({ ...files, 'w\\..\\..\\satchel-evil.txt': 'evil' }),
      tar: tar([
        ...Object.entries(files).map(([name, content]) => ({ name, content })),
        { name: 'link', type: '2' as const, link: '/etc/passwd' },
        { name: 'link/satchel-evil.txt', content: 'evil' },
      ]),
      rar: rar(files),
    }
    for (const [extension, content] of Object.entries(formats)) {
      const { id } = await opened(`坏.${extension}`, content)
      const top = named(await inside(id))
      assert.ok(top.every((name) => !name.includes('..')) && !top.includes('link'), top.join())
      assert.equal(await original(id, 'tmp/satchel-evil.txt'), 'evil')
      assert.equal(await original(id, 'etc/satchel-evil.txt'), 'evil')
    }
    assert.ok(!existsSync('/tmp/satchel-evil.txt') && !existsSync('/etc/satchel-evil.txt'))
    assert.ok(!(await readdir(server.folder, { recursive: true })).some((name) => name.includes('satchel-evil')))
  })

  deepTest('extracted files are deleted after thirty days or with their archive, not by the sweep', async () => {
    const { db } = server.deps
    const { id } = await opened('资料.zip', zip({ 'a.txt': 'kept', 'b.txt': 'other' }))
    const entry = await entryOf(id, 'a.txt')
    const bodies = () =>
      db
        .selectFrom('bodies')
        .innerJoin('versions', 'versions.body_id', 'bodies.archive_id')
        .select(['bodies.key', 'bodies.id'])
        .where('versions.item_id', '=', id)
        .execute()
    const onDisk = (key: string) => existsSync(join(server.folder, 'files', key))
    await finished(id, entry)
    const [first] = await bodies()
    assert.ok(first && onDisk(first.key))

    now += 2 * DAY
    await sweepBlobs(server.deps)
    assert.ok(onDisk(first.key))
    now += 29 * DAY
    me = await client(server).as(owner.login)
    await purgeRenditions(server.deps)
    assert.deepEqual([await bodies(), onDisk(first.key)], [[], false])
    assert.equal(await original(id, 'a.txt'), 'kept')

    const [second] = await bodies()
    const made = await db.selectFrom('representations').select('body_key').where('body_id', '=', second!.id).execute()
    await finished(id, entry)
    await me.call('POST /apps/files/delete', { item_typed_ids: [`file_${id}`] })
    await removeBlobs(server.deps, await purge(db, [id], byServer))
    assert.ok(!onDisk(second!.key))
    for (const { body_key: key } of made) assert.ok(key === null || !onDisk(key))
    assert.equal(await db.selectFrom('bodies').select('id').where('id', '=', second!.id).executeTakeFirst(), undefined)
  })
})
