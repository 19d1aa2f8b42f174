import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { purgeUploads } from '../../../server/jobs/purgeUploads'
import { Archives } from '../../../server/previews/makers/Archives'
import { extractEntry, listArchive } from '../../../server/previews/converters/archive/listing'
import { client } from '../../support/client'
import { factories } from '../../support/factories'
import { deflatedZeros, overlappingZip, zip } from '../../support/samples/zip'
import { startTestServer, type TestServer } from '../../support/testServer'
import { begin, patch, tus } from '../../support/uploads/tus'
import { until } from '../../support/until'
import { post, upload } from '../../support/uploads/upload'

const KIB = 1024
const DAY = 86_400_000
const folderOfNobody = '/nowhere'

describe('a started upload reserves its whole size', () => {
  let now = Date.now()
  let server: TestServer
  let make: ReturnType<typeof factories>

  before(async () => {
    server = await startTestServer({ clock: () => new Date(now) })
    make = factories(server.deps)
  })
  after(() => server.close())

  const memberWith = async (user_quota_bytes: number) =>
    client(server).as((await make.user({ enterprise: await make.enterprise({ user_quota_bytes }) })).login)

  test('[AH-35] one of twelve concurrent parts of 900 KiB finds room in 1 MiB', async () => {
    const they = await memberWith(1024 * KIB)
    const begun = await Promise.all(Array.from({ length: 12 }, () => begin(they, 900 * KIB)))
    const answers = await Promise.all(begun.map(({ path }) => patch(they, path, 0, Buffer.alloc(900 * KIB))))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, ...Array<number>(11).fill(413)])
  })

  test('the first byte reserves the whole size, for parts and for whole bodies', async () => {
    const they = await memberWith(10)
    const first = await begin(they, 9)
    const [parts, whole] = [
      await begin(they, 2),
      await they.call('POST /apps/files/presign_upload', { file_size: 2, name: 'b.bin' }),
    ]
    assert.equal((await patch(they, first.path, 0, Buffer.alloc(1))).status, 204)
    await they.refused('POST /apps/files/presign_upload', { file_size: 2 }, 'quota_exceeded')
    assert.equal((await patch(they, parts.path, 0, Buffer.alloc(2))).status, 413)
    const { body } = await post(they, whole.upload_url, [Buffer.alloc(2)], { 'x-file-name': 'b.bin' })
    assert.equal((body as { success: boolean }).success, false)
  })

  test('whole bodies being sent reserve their size', async () => {
    const they = await memberWith(10)
    const presign = () => they.call('POST /apps/files/presign_upload', { file_size: 9 })
    const [one, other] = [await presign(), await presign()]
    let end = () => {}
    const heldBody = new Promise<void>((resolve) => {
      end = resolve
    })
    async function* slow() {
      yield Buffer.alloc(1)
      await heldBody
      yield Buffer.alloc(8)
    }
    const headers = { 'x-file-name': 'a.bin', 'content-length': '9' }
    const first = post(they, one.upload_url, slow(), headers)
    await until('the first has begun', async () => {
      const states = await server.deps.db.selectFrom('uploads').select('state').where('size', '=', 9).execute()
      return states.some(({ state }) => state === 'receiving')
    })
    const second = await post(they, other.upload_url, [Buffer.alloc(9)], headers)
    assert.equal((second.body as { success: boolean }).success, false)
    end()
    assert.equal(((await first).body as { success: boolean }).success, true)
  })

  test('a cancelled, broken or expired upload reserves nothing', async () => {
    const they = await memberWith(10)
    const cancelled = await begin(they, 10)
    await patch(they, cancelled.path, 0, Buffer.alloc(1))
    await tus(they, 'DELETE', cancelled.path)
    const cut = await they.call('POST /apps/files/presign_upload', { file_size: 10 })
    await post(they, cut.upload_url, [Buffer.alloc(3)], { 'x-file-name': 'c', 'content-length': '3' })
    const forgotten = await begin(they, 10)
    assert.equal((await patch(they, forgotten.path, 0, Buffer.alloc(1))).status, 204)
    await they.refused('POST /apps/files/presign_upload', { file_size: 1 }, 'quota_exceeded')
    now += 4 * DAY
    await they.call('POST /apps/files/presign_upload', { file_size: 10 })
    await purgeUploads(server.deps)
    assert.equal((await upload(they, 'd.bin', Buffer.alloc(10))).size, 10)
  })

  test('a guest cannot block a quota with a first byte: an idle upload reserves only its bytes, and continues if there is room', async () => {
    const owner = await make.user({ enterprise: await make.enterprise({ user_quota_bytes: 10 }) })
    const guest = await make.user()
    const folder = await make.folder({ owner })
    await make.collab(folder, { user: guest }, 'uploader')
    const [me, they] = [await client(server).as(owner.login), await client(server).as(guest.login)]
    const { path } = await begin(they, 10, { folder_id: folder.id })
    assert.equal((await patch(they, path, 0, Buffer.alloc(1))).status, 204)
    now += 599_000
    await me.refused('POST /apps/files/presign_upload', { file_size: 9 }, 'quota_exceeded')
    now += 2_000
    const mine = await begin(me, 9)
    assert.equal((await patch(me, mine.path, 0, Buffer.alloc(8))).status, 204)
    assert.equal((await patch(they, path, 1, Buffer.alloc(9))).status, 413)
    assert.equal((await patch(me, mine.path, 8, Buffer.alloc(1))).status, 204)
    assert.equal((await patch(they, path, 1, Buffer.alloc(1))).status, 413)
  })

  test('a copy cannot use reserved room', async () => {
    const they = await memberWith(10)
    const file = await upload(they, 'e.bin', Buffer.alloc(4))
    const { path } = await begin(they, 5)
    await patch(they, path, 0, Buffer.alloc(1))
    const copied = { target_folder_id: 0, item_typed_ids: [`file_${file.id}`] }
    await they.refused('POST /apps/files/copy', copied, 'quota_exceeded')
  })

  describe('quotas of departments', () => {
    const inDepartment = async (ofAll: number | null, own: number | null) => {
      const enterprise = await make.enterprise({ department_quota_bytes: ofAll })
      const department = await make.department({ enterprise })
      await server.deps.db
        .updateTable('departments')
        .set({ quota_bytes: own })
        .where('id', '=', department.id)
        .execute()
      return { department, they: await client(server).as((await make.user({ department })).login) }
    }
    for (const [what, ofAll, own] of [
      ['of its own', null, 10],
      ['of its own, below the general one,', 1000, 10],
      ['for all departments', 10, null],
    ] as const) {
      test(`a quota ${what} limits uploads, parts and copies`, async () => {
        const { department, they } = await inDepartment(ofAll, own)
        const department_id = department.id
        await they.refused('POST /apps/files/presign_upload', { file_size: 11, department_id }, 'quota_exceeded')
        const file = await upload(they, 'a.bin', Buffer.alloc(6), { department_id })
        await they.refused('POST /apps/files/presign_upload', { file_size: 5, department_id }, 'quota_exceeded')
        const { path } = await begin(they, 4, { department_id })
        assert.equal((await patch(they, path, 0, Buffer.alloc(1))).status, 204)
        const copied = { target_folder_id: 0, department_id, item_typed_ids: [`file_${file.id}`] }
        await they.refused('POST /apps/files/copy', copied, 'quota_exceeded')
      })
    }

    test('without a quota there is no limit', async () => {
      const { department, they } = await inDepartment(null, null)
      assert.equal((await upload(they, 'a.bin', Buffer.alloc(100), { department_id: department.id })).size, 100)
    })
  })
})

describe('lists of archives', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lists-'))
  })
  after(() => rm(folder, { recursive: true }))

  const listOf = async (files: Record<string, string>) => {
    const path = join(folder, 'in.zip')
    await writeFile(path, zip(files))
    return listArchive(path, 'zip', () => {})
  }

  test('are not made for names longer than any system allows', async () => {
    await assert.rejects(listOf({ ['名'.repeat(5000)]: 'x' }), { reason: 'too_large' })
  })

  test('are limited in the bytes of their names', async () => {
    const names = Array.from({ length: 4500 }, (_, at) => `${'n'.repeat(3900)}/${at}.txt`)
    await assert.rejects(listOf(Object.fromEntries(names.map((name) => [name, '']))), { reason: 'too_large' })
  })
})

describe('renditions of archives', () => {
  const BUDGET = 100 * KIB
  let now = Date.now()
  let server: TestServer
  let make: ReturnType<typeof factories>
  before(async () => {
    server = await startTestServer({ config: { previewBytes: BUDGET }, clock: () => new Date(now) })
    make = factories(server.deps)
  })
  after(() => server.close())

  test('a list arrives in parts, read by a converter process, and files are found in it by number', async () => {
    const owner = await make.user()
    const they = await client(server).as(owner.login)
    const names = Array.from({ length: 30 }, (_, at) => `夹/${String(at).padStart(2, '0')}.txt`)
    const content = zip(Object.fromEntries(names.map((name) => [name, name])))
    const { id: file_id } = await make.file({ owner }, { name: '包.zip', content })
    const input = { file_id, folder: '夹', offset: 10, limit: 5 }
    const { total, entries } = await they.call('GET /apps/representations/entries', input)
    assert.deepEqual([total, entries.map(({ name }) => name)], [30, ['10.txt', '11.txt', '12.txt', '13.txt', '14.txt']])
    assert.deepEqual((await they.call('GET /apps/representations/entries', input)).entries, entries)
    const { entries: top } = await they.call('GET /apps/representations/entries', { file_id })
    assert.deepEqual(
      top.map(({ type, name }) => [type, name]),
      [['folder', '夹']],
    )
  })

  test('answered lists are cached up to a limit: the oldest are read again', async () => {
    let read = 0
    const answer = { total: 1, rows: [{ name: 'n'.repeat(100 * KIB) }], found: null, trouble: null }
    const tools = {
      workspace: { use: (_id: number, run: (at: string) => unknown) => run(folderOfNobody), fetch: async () => {} },
      converters: { run: async () => ({ answer, read: (read += 1) }) },
    }
    const archives = new Archives({} as never, tools as never)
    const list = { key: 'k', size: 1, contentType: 'application/json' }
    const archive = { bodyId: 1, bodyKey: 'b', extension: 'zip', size: 1, name: '包.zip' }
    const ask = (at: number) => archives.read(list, archive, { folder: String(at), offset: 0, limit: 200 })
    for (let at = 0; at < 40; at += 1) await ask(at)
    await ask(39)
    assert.equal(read, 40)
    await ask(0)
    assert.equal(read, 41)
  })

  test('each enterprise has a disk budget: the least recently used files are deleted', async () => {
    const { db, storage } = server.deps
    const [owner, other] = [await make.user(), await make.user()]
    const they = await client(server).as(owner.login)
    const archiveOf = (of: typeof owner, sizes: number[]) =>
      make.file(
        { owner: of },
        {
          name: '包.zip',
          content: zip(Object.fromEntries(sizes.map((size, at) => [`${at}.bin`, randomBytes(size)]))),
        },
      )
    const takeOut = async (who: typeof they, file_id: number, entry: number) => {
      const { download_url } = await until('the address', async () => {
        const answer = await who.call('GET /apps/representations/info', { file_id, entry })
        return answer.download_url === null ? null : answer
      })
      return (await fetch(new URL(download_url!, server.url))).status
    }
    const keptFiles = async (of: typeof owner) =>
      db
        .selectFrom('representations')
        .select(['kind', 'size', 'body_key'])
        .where('enterprise_id', '=', of.enterprise_id)
        .where('kind', 'like', 'entry_%')
        .where('status', '=', 'generated')
        .orderBy('kind')
        .execute()
    const strangers = await archiveOf(other, [20 * KIB])
    assert.equal(await takeOut(await client(server).as(other.login), strangers.id, 0), 200)

    const { id } = await archiveOf(owner, [...Array<number>(5).fill(24 * KIB), 60 * KIB])
    for (const entry of [0, 1, 2]) {
      assert.equal(await takeOut(they, id, entry), 200)
      now += 2 * 3_600_000
    }
    const before = await keptFiles(owner)
    // The first file was just used again, so it is not the least recently used.
    assert.equal(await takeOut(they, id, 0), 200)
    now += 2 * 3_600_000
    for (const entry of [3, 4]) {
      assert.equal(await takeOut(they, id, entry), 200)
      now += 2 * 3_600_000
    }
    await until('the one used longest ago to go', async () =>
      (await keptFiles(owner)).every(({ kind }) => kind !== 'entry_1'),
    )
    const bytes = (await keptFiles(owner)).reduce((sum, { size }) => sum + size!, 0)
    assert.ok(bytes <= BUDGET, String(bytes))
    const kinds = (await keptFiles(owner)).map(({ kind }) => kind)
    assert.deepEqual(kinds.slice(-2), ['entry_3', 'entry_4'])
    assert.ok(kinds.includes('entry_0'), kinds.join())
    assert.equal(await storage.stat(before.find(({ kind }) => kind === 'entry_1')!.body_key!), null)
    assert.equal((await keptFiles(other)).length, 1)
    // A file that would take most of the budget is not kept; deleted files are extracted again.
    assert.equal(await takeOut(they, id, 5), 404)
    assert.equal(await takeOut(they, id, 1), 200)
  })
})

describe('archives whose entries share bytes', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'overlap-'))
  })
  after(() => rm(folder, { recursive: true }))

  const packed = deflatedZeros(8 * KIB * KIB)

  for (const what of ['listed', 'taken out'] as const) {
    test(`are not ${what}`, async () => {
      const path = join(folder, `${what}.zip`)
      await writeFile(path, overlappingZip(20))
      const tried =
        what === 'listed' ? listArchive(path, 'zip', () => {}) : extractEntry(path, 'zip', 1, join(folder, 'out'))
      await assert.rejects(tried, { reason: 'failure' })
    })
  }

  test('an archive with an entry that overlaps the directory is not listed either', async () => {
    const bytes = zip({ 'a.bin': packed })
    bytes.writeUInt32LE(packed.deflated.length + 100, bytes.indexOf('PK\x01\x02', 0, 'latin1') + 20)
    const path = join(folder, 'directory.zip')
    await writeFile(path, bytes)
    await assert.rejects(
      listArchive(path, 'zip', () => {}),
      { reason: 'failure' },
    )
  })

  test('an entry with a declared size below its real size yields only the declared bytes', async () => {
    const path = join(folder, 'small.zip')
    await writeFile(path, zip({ 'a.bin': { ...packed, size: 10 } }))
    await assert.rejects(extractEntry(path, 'zip', 0, join(folder, 'out')), /more than 10 bytes/)
  })
})
