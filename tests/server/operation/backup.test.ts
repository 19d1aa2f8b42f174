import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { makeBackup } from '../../../server/operation/backup/makeBackup'
import { openSnapshot, snapshotNames } from '../../../server/operation/backup/manifest'
import { BlobMissing, type BlobStorage } from '../../../server/storage/BlobStorage'
import { runAdminHere, settingsBeside } from '../../support/administration/runAdminHere'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { makeEmptyServer, type EmptyServer } from '../../support/operation/emptyServer'
import { startTestServer, type TestServer } from '../../support/testServer'
import { upload } from '../../support/uploads/upload'

interface Summary {
  name: string
  files: number
  copied: number
  written: number
  removed: string[]
  missing: string[]
  differences: { what: string; how: string }[]
}

let server: TestServer
let user: Client
let folder: string
/** Servers that the tests restore. */
const made: EmptyServer[] = []

before(async () => {
  server = await startTestServer()
  const { login } = await factories(server.deps).user()
  user = await client(server).as(login)
  for (const at of Array(6).keys()) await upload(user, `file-${at}.bin`, randomBytes(5000 + at), { folder_id: 0 })
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
  for (const empty of made.splice(0)) await empty.remove()
})
after(() => server.close())

async function newFolder(): Promise<string> {
  folder = await mkdtemp(join(tmpdir(), 'satchel-backup-'))
  return folder
}

/** Runs a command that must end with the code. */
async function run(args: string[], settings: Record<string, string>, code = 0): Promise<Summary> {
  const answer = await runAdminHere([...args, '--json'], settings)
  assert.equal(answer.code, code, `${answer.out}${answer.err}`)
  return JSON.parse(answer.out || '{}') as Summary
}

async function refused(args: string[], settings: Record<string, string>, message: RegExp): Promise<void> {
  const { code, err } = await runAdminHere(args, settings)
  assert.equal(code, 1, err)
  assert.match(err, message)
}

/** The settings of a server that has started once and has no data. */
async function emptyServer(): Promise<Record<string, string>> {
  const empty = await makeEmptyServer()
  made.push(empty)
  return empty.settings
}

/** The key of the stored file that a backup copies last. */
async function lastKey(): Promise<string> {
  const { key } = await server.deps.db
    .selectFrom('bodies')
    .innerJoin('versions', 'versions.body_id', 'bodies.id')
    .select('bodies.key')
    .orderBy('bodies.key', 'desc')
    .executeTakeFirstOrThrow()
  return key
}

const backUp = (to: string, ...options: string[]) => run(['backup', to, ...options], settingsBeside(server))

describe('a backup of a server with a PostgreSQL of its own (RUN-05)', () => {
  test('[RUN-05] restored into an empty server, it equals the server, bytes included', async () => {
    const to = await newFolder()
    const { files } = await backUp(to)
    assert.ok(files >= 6)
    assert.equal((await stat(to)).mode & 0o077, 0)
    const { path, manifest } = await openSnapshot(to)
    assert.equal((await stat(join(path, 'sealing.key'))).mode & 0o777, 0o600)
    assert.equal(manifest.sealingKey.isIncluded, true)

    const settings = await emptyServer()
    const { written } = await run(['restore', to], settings)
    assert.equal(written, files)
    assert.deepEqual((await run(['compare', to], settings)).differences, [])
    const key = await readFile(join(server.folder, 'sealing.key'), 'utf8')
    assert.equal(await readFile(join(settings.DATA_DIR!, 'sealing.key'), 'utf8'), key)
    assert.equal((await stat(join(settings.DATA_DIR!, 'sealing.key'))).mode & 0o777, 0o600)

    // New rows get numbers that no earlier row had, and triggers count again.
    const { db } = made[0]!.database
    const before = await server.deps.db.selectFrom('items').select(['id', 'child_count']).orderBy('id').execute()
    const root = before.find((item) => item.child_count > 0)!
    const created = await factories({ ...server.deps, db }).folder({ parent: root }, { name: 'after' })
    assert.ok(created.id > before.at(-1)!.id)
    const { child_count: children } = await db
      .selectFrom('items')
      .select('child_count')
      .where('id', '=', root.id)
      .executeTakeFirstOrThrow()
    assert.equal(children, root.child_count + 1)
    const { differences } = await run(['compare', to], settings, 1)
    assert.ok(
      differences.some(({ what }) => what === 'table items'),
      JSON.stringify(differences),
    )
  })

  test('[RUN-05] the next backup copies only new files; --keep removes older backups and files that only they need', async () => {
    const to = await newFolder()
    const first = await backUp(to)
    assert.equal(first.copied, first.files)
    const item = await upload(user, 'short-lived.bin', randomBytes(3000), { folder_id: 0 })
    assert.deepEqual(await backUp(to).then(({ copied, files }) => [copied, files - first.files]), [1, 1])
    const { db, storage } = server.deps
    const { key } = await db
      .selectFrom('bodies')
      .innerJoin('versions', 'versions.body_id', 'bodies.id')
      .select('bodies.key')
      .where('versions.item_id', '=', item.id)
      .executeTakeFirstOrThrow()
    await user.call('POST /apps/files/delete', { item_typed_ids: [item.typed_id] })
    await user.call('POST /apps/files/delete_from_trash', { item_typed_ids: [item.typed_id] })
    await storage.delete(key)
    await sql`delete from bodies where key = ${key}`.execute(db)
    const last = await backUp(to, '--keep', '2')
    assert.deepEqual([last.copied, last.removed], [0, [first.name]])
    await stat(join(to, 'blobs', key))
    assert.equal((await backUp(to, '--keep', '1')).removed.length, 2)
    await assert.rejects(stat(join(to, 'blobs', key)))
    await run(['restore', to], await emptyServer())
  })

  test('[RUN-05] an interrupted backup counts as none, and the next one copies only the rest', async () => {
    const to = await newFolder()
    const key = await lastKey()
    const path = join(server.folder, 'files', key)
    await rename(path, `${path}.away`)
    await mkdir(path)
    try {
      await refused(['backup', to], settingsBeside(server), /EISDIR/)
      await refused(['restore', to], await emptyServer(), /holds no whole backup/)
    } finally {
      await rmdir(path)
      await rename(`${path}.away`, path)
    }
    const { copied, files } = await backUp(to)
    assert.ok(copied >= 1 && copied < files, `${copied} of ${files}`)
    assert.deepEqual((await readdir(join(to, 'snapshots'))).length, 1)
    await run(['restore', to], await emptyServer())
  })

  test('[RUN-05] a file that the server purges meanwhile makes the backup dump the database once more', async () => {
    const to = await newFolder()
    const { db, storage } = server.deps
    const item = await upload(user, 'purged.bin', randomBytes(2000), { folder_id: 0 })
    const found = await db
      .selectFrom('versions')
      .innerJoin('bodies', 'bodies.id', 'versions.body_id')
      .select(['bodies.id', 'bodies.key'])
      .where('versions.item_id', '=', item.id)
      .executeTakeFirstOrThrow()
    const purging: Pick<BlobStorage, 'read'> = {
      async read(key) {
        if (key !== found.key) return storage.read(key)
        await user.call('POST /apps/files/delete', { item_typed_ids: [item.typed_id] })
        await user.call('POST /apps/files/delete_from_trash', { item_typed_ids: [item.typed_id] })
        throw new BlobMissing(key)
      },
    }
    const notices: string[] = []
    const ports = {
      target: server.connection,
      storage: purging,
      sealingKey: null,
      notify: (text: string) => void notices.push(text),
    }
    const { manifest } = await makeBackup(ports, to, { includesKey: false })
    assert.deepEqual(manifest.blobs.missing, [])
    assert.ok(
      notices.some((text) => text.includes('once more')),
      notices.join('\n'),
    )
  })

  test('[RUN-05] a file that the storage has lost is named, and the rest is backed up', async () => {
    const to = await newFolder()
    const { key } = await server.deps.db
      .selectFrom('bodies')
      .innerJoin('versions', 'versions.body_id', 'bodies.id')
      .select('bodies.key')
      .executeTakeFirstOrThrow()
    const path = join(server.folder, 'files', key)
    await rename(path, `${path}.away`)
    try {
      const { missing } = await run(['backup', to], settingsBeside(server), 1)
      assert.deepEqual(missing, [key])
    } finally {
      await rename(`${path}.away`, path)
    }
    const settings = await emptyServer()
    assert.deepEqual((await run(['restore', to], settings)).missing, [key])
  })

  test('[RUN-05] a damaged file or table of a backup is named, and the server stays without data; the next restore continues', async () => {
    const to = await newFolder()
    await backUp(to)
    const { path, manifest } = await openSnapshot(to)
    const settings = await emptyServer()
    const { database } = made.at(-1)!
    const hasData = async () => (await database.db.selectFrom('users').select('id').execute()).length > 0

    const key = await lastKey()
    const blob = join(to, 'blobs', key)
    const bytes = await readFile(blob)
    await writeFile(blob, Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])]))
    await refused(['restore', to], settings, new RegExp(key))
    await writeFile(blob, bytes)

    const table = join(path, 'tables', 'items.gz')
    const packed = await readFile(table)
    await truncate(table, packed.length - 20)
    await refused(['restore', to], settings, /items\.gz is damaged/)
    assert.equal(await hasData(), false)
    await writeFile(table, packed)

    // The database refuses such rows.
    await writeFile(table, gzipSync('no item\n'.repeat(100_000)))
    await refused(['restore', to], settings, /items\.gz is damaged/)
    const one = gunzipSync(packed).toString().split('\n')[0]!
    await writeFile(table, gzipSync(`${one}\n`))
    await refused(['restore', to], settings, /items\.gz is damaged: it is not the table/)
    assert.equal(await hasData(), false)
    await writeFile(table, packed)

    await truncate(join(path, 'blobs.tsv.gz'), 30)
    await refused(['restore', to], settings, /blobs\.tsv\.gz is damaged/)
    assert.equal(await hasData(), false)
    await backUp(to)
    const { written } = await run(['restore', to], settings)
    assert.ok(written < manifest.blobs.count, `${written} of ${manifest.blobs.count}`)
    assert.equal(await hasData(), true)
    assert.deepEqual((await run(['compare', to], settings)).differences, [])
  })

  test('[RUN-05] restoring needs an empty server, its own storage, and the right sealing key', async () => {
    const to = await newFolder()
    await backUp(to)
    await refused(['restore', to], settingsBeside(server), /has data/)
    await refused(['restore', to, '--snapshot', '2001-01-01'], await emptyServer(), /no backup 2001-01-01/)

    const foreign = await emptyServer()
    await mkdir(join(foreign.DATA_DIR!, 'files', 'ab'), { recursive: true })
    await writeFile(join(foreign.DATA_DIR!, 'files', 'ab', '0'.repeat(30)), 'of another server')
    await refused(['restore', to], foreign, /files that are not in the backup/)

    const other = await emptyServer()
    await sql`create table of_another_program (id int)`.execute(made.at(-1)!.database.db)
    await sql`drop table enterprises cascade`.execute(made.at(-1)!.database.db)
    await refused(['restore', to], other, /another program/)

    const SEALING_KEY = randomBytes(32).toString('base64')
    await refused(['restore', to], { ...(await emptyServer()), SEALING_KEY }, /not the key of the backup/)

    const apart = await mkdtemp(join(tmpdir(), 'satchel-apart-'))
    await run(['backup', apart, '--no-key'], settingsBeside(server))
    assert.equal((await openSnapshot(apart)).manifest.sealingKey.isIncluded, false)
    const settings = await emptyServer()
    await refused(['restore', apart], settings, /does not contain the sealing key/)
    await run(['restore', apart, '--without-key'], settings)
    await rm(apart, { recursive: true })
  })

  test('[RUN-05] compare names changed bytes, lost files and new files', async () => {
    const to = await newFolder()
    await backUp(to)
    const settings = await emptyServer()
    await run(['restore', to], settings)
    const [one, two] = await server.deps.db
      .selectFrom('bodies')
      .innerJoin('versions', 'versions.body_id', 'bodies.id')
      .select('bodies.key as key')
      .limit(2)
      .execute()
    const at = (key: string) => join(settings.DATA_DIR!, 'files', key)
    const bytes = await readFile(at(one!.key))
    bytes[0]! ^= 1
    await writeFile(at(one!.key), bytes)
    await rm(at(two!.key))
    const { differences } = await run(['compare', to], settings, 1)
    assert.deepEqual(
      new Set(differences.map(({ what, how }) => `${what}: ${how}`)),
      new Set([`file ${one!.key}: other bytes`, `file ${two!.key}: not in the storage`]),
    )
  })

  test('[RUN-05] two backups at the same time: the second is refused', async () => {
    const to = await newFolder()
    const { host, port, user: role, database } = server.connection
    const holder = new pg.Client({ host, port, user: role, database })
    await holder.connect()
    try {
      await holder.query('select pg_advisory_lock(7283226)')
      await refused(['backup', to], settingsBeside(server), /Another backup/)
    } finally {
      await holder.end()
    }
    assert.deepEqual(await snapshotNames(to), [])
  })
})
