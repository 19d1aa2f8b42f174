import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { PreviewReason } from '@/contract/errors'
import { purgeRenditions } from '../../../server/jobs/purgeRenditions'
import { sweepBlobs } from '../../../server/jobs/sweepBlobs'
import { purge } from '../../../server/queries/trash/purge'
import { removeBlobs } from '../../../server/services/trash/blobs'
import { deepTest } from '../../support/deep'
import { packed, rar, tar } from '../../support/samples/archives'
import { zip } from '../../support/samples/zip'
import {
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
  signIn,
  startArchiveServer,
  troubleIn,
} from './archiveServer'

const byServer = { at: new Date(), userId: null, address: '' }

const DAY = 86_400_000

describe('[PREV-04] [PREV-18] archives', () => {
  let now = Date.now()

  startArchiveServer(() => new Date(now))

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
    await signIn()
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
