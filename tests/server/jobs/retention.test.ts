import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { purgeExpired } from '../../../server/jobs/purgeExpired'
import { sweepBlobs } from '../../../server/jobs/sweepBlobs'
import { purge } from '../../../server/queries/trash/purge'
import { removeBlobs } from '../../../server/services/trash/blobs'
import { departmentRoot } from '../../../server/queries/items/spaces'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

const byServer = { at: new Date(), userId: null, address: '' }

const DAY = 86_400_000
/** The sweep compares this time with file times, which the system clock sets. */
let now = Date.now()
let server: TestServer
let make: ReturnType<typeof factories>
let user: UserRow
let me: Client

before(async () => {
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
  user = await make.user({ enterprise: await make.enterprise({ trash_period_days: 14 }) })
  me = await client(server).as(user.login)
})
after(() => server.close())

const isThere = async (item: Pick<ItemRow, 'id'>) =>
  (await server.deps.db.selectFrom('items').select('id').where('id', '=', item.id).executeTakeFirst()) !== undefined
const keyOf = async ({ current_version_id: id }: ItemRow) =>
  await server.deps.db
    .selectFrom('versions')
    .innerJoin('bodies', 'bodies.id', 'body_id')
    .select(['bodies.id', 'bodies.key'])
    .where('versions.id', '=', id)
    .executeTakeFirstOrThrow()
const onDisk = (key: string) => existsSync(join(server.folder, 'files', key))
const remove = (...items: ItemRow[]) =>
  me.call('POST /apps/files/delete', {
    item_typed_ids: items.map(({ id, is_folder }) => (is_folder ? (`folder_${id}` as const) : (`file_${id}` as const))),
  })

describe('retention', () => {
  test('items past the trash period of their enterprise are purged with their blobs, and nothing else is', async () => {
    const { db } = server.deps
    const elsewhere = await make.user({ enterprise: await make.enterprise({ trash_period_days: 30 }) })
    const folder = await make.folder({ owner: user })
    const [inner, alive, recent, theirs] = [
      await make.file({ parent: folder }),
      await make.file({ owner: user }),
      await make.file({ owner: user }),
      await make.file({ owner: elsewhere }),
    ]
    const keys = {
      inner: await keyOf(inner),
      alive: await keyOf(alive),
      recent: await keyOf(recent),
      theirs: await keyOf(theirs),
    }
    await remove(folder)
    await db
      .updateTable('items')
      .set({ deleted_at: new Date(now), deleted_by: elsewhere.id, deleted_space_owner_id: elsewhere.id })
      .where('id', '=', theirs.id)
      .execute()
    now += 13 * DAY
    await remove(recent)
    await purgeExpired(server.deps)
    assert.ok(await isThere(folder))
    now += DAY
    await purgeExpired(server.deps)
    assert.deepEqual(await Promise.all([folder, inner, alive, recent, theirs].map(isThere)), [
      false,
      false,
      true,
      true,
      true,
    ])
    await until(
      'the body gone',
      async () =>
        !onDisk(keys.inner.key) &&
        (await db.selectFrom('bodies').select('id').where('id', '=', keys.inner.id).executeTakeFirst()) === undefined,
    )
    assert.deepEqual([onDisk(keys.alive.key), onDisk(keys.recent.key), onDisk(keys.theirs.key)], [true, true, true])
    await purgeExpired(server.deps)
  })

  test('more items than one batch are purged', async () => {
    const items = await Promise.all(Array.from({ length: 120 }, () => make.folder({ owner: user })))
    await remove(...items)
    now += 14 * DAY
    await purgeExpired(server.deps)
    assert.deepEqual((await Promise.all(items.map(isThere))).filter(Boolean), [])
  })

  test('a department’s folder is never purged', async () => {
    const department = await make.department({ enterprise: await make.enterprise({ trash_period_days: 1 }) })
    const root = { id: (await departmentRoot(server.deps.db, department.id))! }
    await server.deps.db
      .updateTable('items')
      .set((eb) => ({
        deleted_at: new Date(now),
        deleted_by: eb.ref('space_owner_id'),
        deleted_space_owner_id: eb.ref('space_owner_id'),
      }))
      .where('id', '=', root.id)
      .execute()
    now += 2 * DAY
    await purgeExpired(server.deps)
    assert.ok(await isThere(root))
  })

  test('the server purges by itself every hour', async () => {
    const file = await make.file({ owner: user })
    await remove(file)
    now += 15 * DAY
    await until('the purge', async () => !(await isThere(file)), 20_000)
    const next = () =>
      server.deps.db
        .selectFrom('jobs')
        .select('run_at')
        .where('kind', '=', 'purge_expired')
        .where('state', '=', 'waiting')
        .execute()
    // A run that started before the clock moved first schedules its next run by the old clock; that run is immediately due.
    await until('one planned within the next hour, and no other', async () => {
      const planned = await next()
      return (
        planned.length === 1 && planned.every(({ run_at: at }) => at.getTime() > now && at.getTime() <= now + 3_600_000)
      )
    })
  })
})

describe('blobs', () => {
  test('a blob and its renditions stay while another version refers to the blob, and are removed afterwards', async () => {
    const { db, storage } = server.deps
    const file = await make.file({ owner: user })
    const body = await keyOf(file)
    const copy = await make.file({ owner: user })
    await db.updateTable('versions').set({ body_id: body.id }).where('item_id', '=', copy.id).execute()
    const made = await storage.write(Readable.from(['picture']), { size: 7 })
    await db
      .insertInto('representations')
      .values({
        body_id: body.id,
        kind: 'image_128',
        status: 'generated',
        reason: null,
        body_key: made.key,
        content_type: 'image/png',
        size: 7,
      })
      .execute()
    await remove(file, copy)
    assert.deepEqual(await purge(db, [file.id], byServer), [body.id])
    await removeBlobs(server.deps, [body.id])
    assert.deepEqual([onDisk(body.key), onDisk(made.key)], [true, true])
    await removeBlobs(server.deps, await purge(db, [copy.id], byServer))
    assert.deepEqual([onDisk(body.key), onDisk(made.key)], [false, false])
    await removeBlobs(server.deps, [body.id])
  })

  test('a permanent delete removes the blobs shortly after its answer', async () => {
    const file = await make.file({ owner: user })
    const { key } = await keyOf(file)
    await remove(file)
    await me.call('POST /apps/files/delete_from_trash', { item_typed_ids: [`file_${file.id}`] })
    await until('the body to go', async () => !onDisk(key), 20_000)
  })

  test('a blob that is copied while it is being removed stays', async () => {
    const { db } = server.deps
    for (let round = 0; round < 5; round++) {
      const [file, copy] = [await make.file({ owner: user }), await make.file({ owner: user })]
      const { id, key } = await keyOf(file)
      await remove(file)
      await purge(db, [file.id], byServer)
      const taking = db.transaction().execute(async (transaction) => {
        await transaction.updateTable('versions').set({ body_id: id }).where('item_id', '=', copy.id).execute()
        await delay(round * 5)
      })
      const [taken] = await Promise.allSettled([taking, removeBlobs(server.deps, [id])])
      assert.equal(onDisk(key), taken.status === 'fulfilled')
    }
  })
})

describe('the sweep', () => {
  test('the sweep deletes old unknown files and old rows without a version; new, referenced and unfinished ones stay', async () => {
    const { db, storage } = server.deps
    const write = async (old: boolean) => {
      const { key, size } = await storage.write(Readable.from(['left']), { size: 4 })
      const time = new Date(now - (old ? 2 * DAY : 0))
      await utimes(join(server.folder, 'files', key), time, time)
      return { key, size, created_at: time }
    }
    const record = (body: Awaited<ReturnType<typeof write>>) =>
      db.insertInto('bodies').values(body).returning('id').executeTakeFirstOrThrow()
    const [lost, young, lostRow, youngRow, rendition] = [
      await write(true),
      await write(false),
      await write(true),
      await write(false),
      await write(true),
    ]
    const { id: rowId } = await record(lostRow)
    const { id: youngId } = await record(youngRow)
    const file = await make.file({ owner: user })
    const { id, key } = await keyOf(file)
    const old = new Date(now - 3 * DAY)
    await utimes(join(server.folder, 'files', key), old, old)
    await db
      .insertInto('representations')
      .values({
        body_id: id,
        kind: 'pdf',
        status: 'generated',
        reason: null,
        body_key: rendition.key,
        content_type: 'application/pdf',
        size: 4,
      })
      .execute()
    await sweepBlobs(server.deps)
    const left = [lost, young, lostRow, youngRow, rendition, { key }].map((body) => onDisk(body.key))
    assert.deepEqual(left, [false, true, false, true, true, true])
    const rows = await db
      .selectFrom('bodies')
      .select('id')
      .where('id', 'in', [rowId, youngId, id])
      .orderBy('id')
      .execute()
    assert.deepEqual(
      rows.map((row) => row.id),
      [youngId, id].sort((a, b) => a - b),
    )
    assert.ok((await readdir(join(server.folder, 'files'))).includes('incoming'))
  })
})

test('a job that failed for good is deleted after 30 days; jobs that failed more recently are kept', async () => {
  const { db } = server.deps
  const failedAt = (time: number) => ({
    kind: 'test_failed',
    payload: '{}',
    dedupe_key: null,
    state: 'failed' as const,
    run_at: new Date(time),
    priority: 0,
    max_attempts: 3,
    locked_by: null,
    locked_until: null,
    last_error: 'no luck',
    updated_at: new Date(time),
  })
  await db
    .insertInto('jobs')
    .values([failedAt(now), failedAt(now + 2 * DAY)])
    .execute()
  const remainingJobs = () => db.selectFrom('jobs').select('updated_at').where('kind', '=', 'test_failed').execute()
  const keptSince = now + 2 * DAY
  now += 31 * DAY
  await until('the purge', async () => (await remainingJobs()).length < 2, 20_000)
  assert.deepEqual(
    (await remainingJobs()).map(({ updated_at }) => updated_at.getTime()),
    [keptSince],
  )
})
