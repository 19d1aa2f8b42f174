import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { systemClock } from '../../../server/time/clock'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { addVersion } from '../../../server/queries/items/newItems'
import { takeLease, type Lease } from '../../../server/database/lease'
import { DiskStorage } from '../../../server/storage/DiskStorage'
import { client } from '../../support/client'
import { isDeep, sample } from '../../support/deep'
import { createTestDatabase, type TestDatabase } from '../../support/cluster'
import { factories } from '../../support/factories'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'
import { treeFaults } from '../../support/moving/treeFaults'
import { until } from '../../support/until'

const FOLDERS = isDeep ? 20 : 6
const FILES = 500
/** Counts: the folder itself, folders in it, files in them. */
const ALL = 1 + FOLDERS + FOLDERS * FILES

let folder: string
let database: TestDatabase
let storage: DiskStorage
let lease: Lease
let server: ServerProcess | undefined
let make: ReturnType<typeof factories>

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-copy-'))
  database = await createTestDatabase()
  lease = await takeLease(database.db, console)
  storage = await DiskStorage.open(join(folder, 'files'), lease)
  make = factories({ db: database.db, storage, clock: systemClock })
})
after(async () => {
  await server?.kill()
  await lease.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function start() {
  const { host, port, user, database: name } = database.connection
  const address = `postgres:///${name}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`
  server = await startServerProcess({ DATA_DIR: folder, DATABASE_URL: address, DEMO: '0' })
  return server
}

/** Creates thousands of files, which share one blob. */
async function crowd(owner: UserRow): Promise<ItemRow> {
  const top = await make.folder({ owner })
  const folders = await Promise.all(Array.from({ length: FOLDERS }, () => make.folder({ parent: top })))
  const first = await make.file({ parent: folders[0]! }, { name: 'f1', content: randomBytes(10) })
  const { body_id: bodyId } = await database.db
    .selectFrom('versions')
    .select('body_id')
    .where('item_id', '=', first.id)
    .executeTakeFirstOrThrow()
  await sql`
    with made as (
      insert into items (parent_id, is_folder, name, name_key, creator_id, updater_id, size)
      select parent.id, false, 'f' || n, 'f' || n, ${owner.id}, ${owner.id}, 10
      from unnest(${folders.map(({ id }) => id)}::bigint[]) as parent (id), generate_series(1, ${FILES}::int) n
      where not (parent.id = ${folders[0]!.id} and n = 1)
      returning id, name
    ), numbered as (
      insert into versions (item_id, number, body_id, name, size, key, creator_id)
      select id, 1, ${bodyId}, name, 10, substr(md5(id::text), 1, 16), ${owner.id} from made returning id, item_id
    )
    select 1`.execute(database.db)
  await sql`update items set current_version_id = versions.id from versions where item_id = items.id and current_version_id is null`.execute(
    database.db,
  )
  // A second version, which copies omit.
  await addVersion(database.db, { itemId: first.id, creatorId: owner.id, at: new Date(), bodyId, size: 10 })
  return top
}

async function below(id: number) {
  const {
    rows: [row],
  } = await sql<{ all: number; versions: number }>`
    with recursive tree as (
      select id from items where parent_id = ${id} union all select items.id from items join tree on items.parent_id = tree.id
    )
    select count(*) as all, (select count(*) from versions where item_id in (select id from tree)) as versions from tree`.execute(
    database.db,
  )
  return row!
}

const messages = (who: UserRow) =>
  database.db.selectFrom('messages').select('most_recent').where('user_id', '=', who.id).execute()
const jobs = () => database.db.selectFrom('jobs').select(['id', 'state']).where('kind', '=', 'relocation').execute()

/** The server's sessions that are running such a statement in the database. */
async function sessions(text = '') {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and state <> 'idle' and query like ${`%${text}%`}`.execute(database.db)
  return rows.length
}

type Moment = { when: string; come: (who: UserRow) => Promise<boolean> }
const moments: Moment[] = [
  { when: 'as soon as it is requested', come: async () => true },
  { when: 'while it copies', come: async () => (await sessions('copies as materialized')) > 0 },
  { when: 'as soon as the message exists', come: async (who) => (await messages(who)).length > 0 },
]

describe('[LIST-07] a server that is killed while a job copies', () => {
  for (const { when, come } of sample(moments, 1)) {
    test(
      `killed ${when}, it leaves nothing half-done, and the next start copies everything and reports once`,
      { timeout: 240_000 },
      async () => {
        const who = await make.user()
        const top = await crowd(who)
        const target = await make.folder({ owner: who })
        const running = await start()
        const self = await client(running).as(who.login)
        const input = { item_typed_ids: [`folder_${top.id}` as const], target_folder_id: target.id }
        const answer = await self.call('POST /apps/files/copy', input)
        assert.equal(answer.async_copying_items.length, 1)
        await until(when, () => come(who), 60_000)
        await running.kill()
        await until('its sessions to end', async () => (await sessions()) === 0, 60_000)

        const isDone = (await messages(who)).length > 0
        assert.deepEqual(
          await below(target.id),
          isDone ? { all: ALL, versions: FOLDERS * FILES } : { all: 0, versions: 0 },
        )
        assert.deepEqual(await treeFaults(database.db), [])

        // The dead server's lease of a minute has expired.
        await database.db
          .updateTable('jobs')
          .set({ locked_until: new Date(0) })
          .where('kind', '=', 'relocation')
          .execute()
        const again = await start()
        await until('the job to end', async () => (await jobs()).length === 0, 60_000)
        assert.deepEqual(await below(target.id), { all: ALL, versions: FOLDERS * FILES })
        assert.deepEqual(await treeFaults(database.db), [])
        const [told, ...others] = await messages(who)
        assert.deepEqual(others, [])
        assert.deepEqual(told!.most_recent, {
          notice: { action: 'copy', state: 'finished', count: 1, name: top.name, folder: target.name },
        })

        const bodies = await database.db.selectFrom('bodies').select('key').execute()
        const stored: string[] = []
        for await (const { key } of storage.writtenBefore(new Date(8.64e15))) stored.push(key)
        assert.deepEqual(stored.sort(), bodies.map(({ key }) => key).sort(), 'a file for each body and none besides')
        assert.equal(await again.stop(), 0)
      },
    )
  }
})
