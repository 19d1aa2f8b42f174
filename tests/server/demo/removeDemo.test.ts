import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../../../server/admin/openDatabase'
import type { Db } from '../../../server/database/connect'
import { removeDemo } from '../../../server/demo/removeDemo'
import { client, type Client } from '../../support/client'
import { deepTest, isDeep, sample } from '../../support/deep'
import { factories } from '../../support/factories'
import { fillSmallDemo } from '../../support/fillSmallDemo'
import { runAdmin } from '../../support/administration/runAdmin'
import { runAdminHere } from '../../support/administration/runAdminHere'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'

const password = 'a long own password'

/** Tables of the server itself, which belong to no organisation. */
const OF_THE_SERVER = ['settings', 'leases', 'jobs', 'audit_log', 'kysely_migration', 'kysely_migration_lock']

const SOUNDS = /"sounds":"(?:[^"\\]|\\.)*"/

/** All rows of organisations, each as text behind the name of its table. */
async function rowsOf(db: Db): Promise<Set<string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(
    db,
  )
  const all = new Set<string>()
  for (const { name } of tables) {
    if (OF_THE_SERVER.includes(name)) continue
    const { rows } = await sql<{
      text: string
    }>`select row_to_json(${sql.ref(name)})::text as text from ${sql.table(name)}`.execute(db)
    // A job computes the sounds of names at any time.
    for (const { text } of rows) all.add(`${name} ${text.replace(SOUNDS, '"sounds":null')}`)
  }
  return all
}

/** The names of stored files, without the one that names the folder itself. */
const filesIn = async (folder: string) =>
  (await readdir(join(folder, 'files'), { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile() && entry.name !== 'storage.name')
    .map(({ name }) => name)
    .sort()

describe('demo remove on an embedded database', { skip: !isDeep && 'only by npm run test:deep' }, () => {
  let folder: string
  let server: ServerProcess
  let school: Client

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'satchel-demo-'))
    // The account that runs PostgreSQL must reach its folder.
    await chmod(folder, 0o711)
    server = await startServerProcess({ DATA_DIR: folder, DEMO: '1' })
  })
  after(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const settings = () => ({ DATA_DIR: folder, BASE_URL: server.url })
  const admin = (...args: string[]) => runAdminHere(args, settings())

  async function withDatabase<T>(run: (db: Db) => Promise<T>): Promise<T> {
    const { db, close } = await openDatabase({ databaseUrl: null, databaseDirectUrl: null, dataFolder: folder })
    try {
      return await run(db)
    } finally {
      await close()
    }
  }

  /** A school beside the demo world, with a file, a link and a member. */
  async function addSchool() {
    const made = await admin(
      'organisation',
      'create',
      '--name',
      '实验学校',
      '--administrator',
      'owner@school',
      '--json',
    )
    assert.equal(made.code, 0, made.err)
    const visitor = client(server).visitor
    const { csrf_token } = await visitor.call('GET /apps/users/get_base_info', {})
    visitor.headers = { requesttoken: csrf_token }
    const token = (JSON.parse(made.out) as { url: string }).url.split('#')[1]!
    await visitor.call('POST /welcome/accept', { token, new_password: password, scenario: 'applet' })
    const owner = await client(server).as('owner@school', password)
    await upload(owner, 'ours.bin', Buffer.from('our own bytes'), { folder_id: 0 })
    await owner.call('POST /admin/people/create', { login: 'lin@school', name: '林小满' })
    await owner.call('POST /admin/groups/create', { name: '宣讲团', user_ids: [] })
    return owner
  }

  deepTest(
    '[ADM-01] no row, file or job of the demo is left, others keep everything, and no start brings the demo back',
    async () => {
      const demoRows = await withDatabase(rowsOf)
      const demoLogin = await client(server).as('teacher@mingde.demo', 'satchel-demo')
      await upload(demoLogin, 'theirs.bin', Buffer.from('bytes of the demo'), { folder_id: 0 })
      const before = await withDatabase(rowsOf)
      school = await addSchool()
      const all = await withDatabase(rowsOf)
      // Thumbnails and the index of the demo are made meanwhile.
      const ours = [...all].filter((row) => !before.has(row) && !/^(representations|contents) /.test(row))
      assert.ok(demoRows.size > 10_000, 'the demo world is filled')
      assert.ok(ours.length > 8, ours.join('\n'))
      assert.equal((await admin('demo', 'remove')).code, 2)

      const removed = await runAdmin(['demo', 'remove', '--yes', '--json'], settings())
      assert.equal(removed.code, 0, removed.err)
      assert.deepEqual(JSON.parse(removed.out), { removed: 7, set_up: null })
      await withDatabase(async (db) => {
        const left = await rowsOf(db)
        assert.deepEqual(
          [...left].filter((row) => demoRows.has(row)),
          [],
        )
        assert.deepEqual(
          [...left].filter((row) => !all.has(row)),
          [],
        )
        assert.deepEqual(
          ours.filter((row) => !left.has(row)),
          [],
        )
        const { rows: events } = await sql<{ deed: string }>`
        select deed from audit_log where enterprise_id is distinct from (select id from enterprises)`.execute(db)
        assert.deepEqual(events, [{ deed: 'demo_removed' }])
        const { rows: jobs } =
          await sql`select kind, payload from jobs where enterprise_id is not null or payload <> '{}'`.execute(db)
        assert.deepEqual(jobs, [])
        const { rows: keys } = await sql<{ name: string }>`select substr(key, 4) as name from bodies`.execute(db)
        // A thumbnail that was being made is deleted when its maker finds no file.
        await until(
          'the files of the demo to be gone',
          async () => (await filesIn(folder)).length === keys.length,
          30_000,
        )
        assert.deepEqual(
          await filesIn(folder),
          keys.map(({ name }) => name),
        )
      })
      const page = await school.call('GET /apps/files/file_list/{folderId}', { folderId: 0, folder_type: 'folder' })
      assert.deepEqual(
        page.items?.map(({ name }) => name),
        ['ours.bin'],
      )

      await server.stop()
      server = await startServerProcess({ DATA_DIR: folder, DEMO: '1' })
      assert.doesNotMatch(server.output(), /Demo accounts|Set up/)
      assert.deepEqual(await withDatabase((db) => db.selectFrom('enterprises').select('name').execute()), [
        { name: '实验学校' },
      ])
      await client(server).as('owner@school', password)
      assert.deepEqual(JSON.parse((await admin('demo', 'remove', '--yes', '--json')).out), { removed: 0, set_up: null })
    },
  )
})

describe('demo remove while people of others work with the demo world', () => {
  let server: TestServer
  let make: ReturnType<typeof factories>
  let demoRows: string[]

  before(async () => {
    server = await startTestServer()
    const without = await rowsOf(server.deps.db)
    await fillSmallDemo(server.deps, 'satchel-demo')
    demoRows = [...(await rowsOf(server.deps.db))].filter((row) => !without.has(row))
    make = factories(server.deps)
  })
  after(() => server.close())

  const demoUser = () =>
    server.deps.db.selectFrom('users').selectAll().where('login', '=', 'teacher@mingde.demo').executeTakeFirstOrThrow()

  const hindrances: readonly [string, () => Promise<void>][] = [
    [
      'somebody else collaborates on a folder of the demo',
      async () =>
        void (await make.collab(await make.folder({ owner: await demoUser() }), { user: await make.user() }, 'viewer')),
    ],
    [
      'somebody of the demo collaborates on a folder of others',
      async () =>
        void (await make.collab(await make.folder({ owner: await make.user() }), { user: await demoUser() }, 'viewer')),
    ],
    [
      'a group of others collaborates on a folder of the demo',
      async () => {
        const group = await make.group({ members: [await make.user()] })
        await make.collab(await make.folder({ owner: await demoUser() }), { group }, 'viewer')
      },
    ],
    [
      'somebody else uploaded a file into the demo',
      async () => void (await make.file({ owner: await demoUser() }, { creator: await make.user() })),
    ],
    [
      'somebody of the demo uploaded a file elsewhere',
      async () => void (await make.file({ owner: await make.user() }, { creator: await demoUser() })),
    ],
  ]
  for (const [what, prepare] of sample(hindrances, 2))
    test(`[ADM-01] it refuses and removes nothing while ${what}`, async () => {
      const { db } = server.deps
      const { rows: present } = await sql<{ id: number }>`select max(id) as id from items`.execute(db)
      await prepare()
      const [before, files] = [await rowsOf(db), await filesIn(server.folder)]
      await assert.rejects(removeDemo(server.deps), /People of another organisation work in the demo world/)
      const after = await rowsOf(db)
      assert.deepEqual(
        [...before].filter((row) => !after.has(row) && !row.startsWith('representations')),
        [],
      )
      const stored = new Set(await filesIn(server.folder))
      assert.deepEqual(
        files.filter((name) => !stored.has(name)),
        [],
      )
      await sql`delete from items where id > ${present[0]!.id} and parent_id in (select id from items where id <= ${present[0]!.id})`.execute(
        db,
      )
      await sql`delete from collabs where item_id > ${present[0]!.id}`.execute(db)
      await sql`delete from items where id > ${present[0]!.id} and space_owner_id is null`.execute(db)
    })

  test('[ADM-01] once that has ended, it removes the demo', async () => {
    assert.equal(await removeDemo(server.deps), 7)
    const { rows } = await sql`select from users where is_demo`.execute(server.deps.db)
    assert.deepEqual(rows, [])
    const left = await rowsOf(server.deps.db)
    assert.ok(demoRows.length > 0, 'the demo world is filled')
    assert.deepEqual(
      demoRows.filter((row) => left.has(row)),
      [],
    )
  })
})
