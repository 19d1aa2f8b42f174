import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { FileRequestLink } from '@/contract/fileRequests'
import type { Db } from '../../../server/database/connect'
import { lockCollect, updateCollect } from '../../../server/queries/fileRequests/requests'
import { Contributing, digestOf, everybody, makeFileRequest } from '../../support/fileRequests/collecting'
import { isDeep } from '../../support/deep'
import { Sharing } from '../../support/shares/sharing'
import { until } from '../../support/until'

/** Number of concurrent contributors; the target is 200. */
const PEOPLE = isDeep ? 200 : 16
const MEGABYTE = 1_048_576

let at: Sharing

before(async () => {
  at = await Sharing.open({ config: { trustedProxies: 1 } })
})
after(() => at.close())

let serial = 0
/** A contributor on a site of their own: one site takes few names in a minute. */
function stranger(link: FileRequestLink): Contributing {
  serial += 1
  const address = `${20 + (serial >> 8)}.${serial & 255}.0.1`
  return new Contributing(at.server.url, link.unique_name, { 'x-forwarded-for': address })
}

test('[AH-25] many contributors upload 1 MB each at once: nothing is lost or duplicated, and the list is exact', async () => {
  const folder = await at.make.folder({ owner: at.owner })
  const names = Array.from({ length: PEOPLE }, (_, n) => `同学 ${n + 1}`)
  const missing = ['缺 1', '缺 2', '缺 3']
  const link = await makeFileRequest(at.me, folder, { names: [...names, ...missing], is_listed_only: true })
  const contentsByName = new Map<string, string>()
  const codes = await Promise.all(
    names.map(async (name) => {
      const bytes = randomBytes(MEGABYTE)
      contentsByName.set(name, digestOf(bytes))
      const somebody = stranger(link)
      const joined = await somebody.join(name)
      return joined === 'success' ? somebody.handIn('作业.bin', bytes) : joined
    }),
  )
  assert.deepEqual([...new Set(codes)], ['success'])

  const done = await everybody(at.me, link.id, 'done')
  assert.deepEqual(new Set(done.map(({ name }) => name)), new Set(names))
  assert.equal(done.length, PEOPLE)
  assert.ok(done.every(({ files }) => files.length === 1 && files[0]!.size === MEGABYTE))
  const left = await everybody(at.me, link.id, 'missing')
  assert.deepEqual(new Set(left.map(({ name }) => name)), new Set(missing))
  const { collect } = await at.me.call('GET /apps/collects/get', { collect_id: link.id })
  assert.deepEqual(
    [collect.listed_count, collect.listed_done_count, collect.done_count, collect.file_count],
    [PEOPLE + 3, PEOPLE, PEOPLE, PEOPLE],
  )

  const { total_children_count: total } = await at.me.call('GET /apps/files/file_list/{folderId}', {
    folderId: folder.id,
    folder_type: 'folder',
  })
  assert.equal(total, PEOPLE)
  for (const { name, files } of done) {
    const fileId = Number(files[0]!.typed_id.slice(5))
    const { download_url: path } = await at.me.call('GET /apps/files/download', { file_id: fileId })
    const answer = await fetch(new URL(path, at.server.url))
    assert.equal(digestOf(new Uint8Array(await answer.arrayBuffer())), contentsByName.get(name), name)
  }
  const use = await at.server.deps.db
    .selectFrom('items')
    .select('used_bytes')
    .where('personal_of', '=', at.owner.id)
    .executeTakeFirstOrThrow()
  assert.equal(use.used_bytes, PEOPLE * MEGABYTE)
})

/** Number of people who join at the same moment. */
const CROWD = isDeep ? 200 : 12

describe('[AH-25] concurrent contributors', () => {
  /** Number of transactions that wait for a row locked by this transaction. */
  async function waiting(transaction: Db): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_locks where not granted and pid in (
        select pid from pg_locks where database = (select oid from pg_database where datname = current_database())
      )`.execute(transaction)
    return rows[0]!.count
  }

  /** Starts `run` while the link is locked, and unlocks it once several transactions wait for it. */
  async function atOnce<T>(
    { id }: FileRequestLink,
    run: () => Promise<T>,
    meanwhile: (transaction: Db) => Promise<void> = async () => {},
  ): Promise<T> {
    let running!: Promise<T>
    await at.server.deps.db.transaction().execute(async (transaction) => {
      await lockCollect(transaction, id)
      running = run()
      await until('several wait', async () => (await waiting(transaction)) > 1)
      await meanwhile(transaction)
    })
    return running
  }

  const names = Array.from({ length: CROWD }, (_, n) => `同学 ${n + 1}`)
  const counted = (codes: readonly string[]) =>
    Object.fromEntries([...new Set(codes)].sort().map((code) => [code, codes.filter((each) => each === code).length]))
  const openAll = (link: FileRequestLink) =>
    Promise.all(
      names.map(async () => {
        const somebody = stranger(link)
        await somebody.open()
        return somebody
      }),
    )
  /** Sends the bytes of all contributors, none of which is a file yet. */
  async function startUploads(link: FileRequestLink) {
    const people = await openAll(link)
    return Promise.all(
      people.map(async (somebody, n) => {
        assert.equal(await somebody.join(names[n]!), 'success')
        const { path, id } = await somebody.presign('作业.txt', 1)
        await somebody.send(path, Buffer.from('x'))
        return () => somebody.finish(id)
      }),
    )
  }
  const rows = async (table: 'collect_people' | 'collect_files', { id }: FileRequestLink) => {
    const query = at.server.deps.db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count'))
    return Number((await query.where('link_id', '=', id).executeTakeFirstOrThrow()).count)
  }
  const make = async () => makeFileRequest(at.me, await at.make.folder({ owner: at.owner }))
  const close = (link: FileRequestLink) => (transaction: Db) =>
    updateCollect(transaction, link.id, { closed_at: at.now })

  test('the last free name is taken once', async () => {
    const link = await make()
    await sql`
      insert into collect_people (link_id, name, name_key, is_listed)
      select ${link.id}, 'n' || n, 'n' || n, false from generate_series(1, 999) n`.execute(at.server.deps.db)
    const people = await openAll(link)
    const codes = await atOnce(link, () => Promise.all(people.map((each, n) => each.join(names[n]!))))
    assert.deepEqual(counted(codes), { collect_link_full: CROWD - 1, success: 1 })
    assert.equal(await rows('collect_people', link), 1000)
  })

  test('uploads that were announced in time finish only while there is room for them', async () => {
    const link = await make()
    const finish = await startUploads(link)
    await sql`
      with somebody as (
        insert into collect_people (link_id, name, name_key, is_listed) values (${link.id}, '勤', '勤', false) returning id
      ), added as (
        insert into items (parent_id, is_folder, name, name_key, size, creator_id, updater_id)
        select ${link.folder!.id}::bigint, false, 'f' || n, 'f' || n, 0, ${at.owner.id}, ${at.owner.id}
        from generate_series(1, 4999) n returning id
      )
      insert into collect_files (link_id, person_id, item_id, name, name_key, size, at)
      select ${link.id}, (select id from somebody), id, 'f', 'f', 0, ${at.now} from added`.execute(at.server.deps.db)
    const codes = await atOnce(link, () => Promise.all(finish.map((each) => each())))
    assert.deepEqual(counted(codes), { collect_link_full: CROWD - 1, success: 1 })
    assert.equal(await rows('collect_files', link), 5000)
  })

  test('a link closed meanwhile accepts no more files and names', async () => {
    const [files, others] = [await make(), await make()]
    const finish = await startUploads(files)
    const finished = await atOnce(files, () => Promise.all(finish.map((each) => each())), close(files))
    assert.deepEqual([...new Set(finished)], ['collect_link_closed'])
    assert.equal(await rows('collect_files', files), 0)
    const people = await openAll(others)
    const joined = () => Promise.all(people.map((each, n) => each.join(names[n]!)))
    assert.deepEqual([...new Set(await atOnce(others, joined, close(others)))], ['collect_link_closed'])
    assert.equal(await rows('collect_people', others), 0)
  })
})
