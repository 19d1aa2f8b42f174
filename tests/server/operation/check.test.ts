import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import type { Fault } from '../../../server/operation/check/Fault'
import { runAdminHere, settingsBeside } from '../../support/administration/runAdminHere'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let user: UserRow
/** A day and more ago. */
const old = new Date(Date.now() - 2 * 24 * 3600_000)

before(async () => {
  server = await startTestServer()
  // The faults are planted in rows that jobs of the server would correct, too.
  await server.deps.jobs.stop()
  make = factories(server.deps)
  user = await make.user()
})
after(() => server.close())

async function check(options: string[], code: number): Promise<Fault[]> {
  const answer = await runAdminHere(['check', ...options, '--json'], settingsBeside(server))
  assert.equal(answer.code, code, `${answer.out}${answer.err}`)
  return JSON.parse(answer.out) as Fault[]
}

const run = (statement: ReturnType<typeof sql>) => statement.execute(server.deps.db)
const pathOf = (key: string) => join(server.folder, 'files', key)

/** Changes a row as no trigger sees it. */
async function plant(statement: ReturnType<typeof sql>): Promise<void> {
  await server.deps.db.connection().execute(async (session) => {
    await sql`set session_replication_role = replica`.execute(session)
    await statement.execute(session)
    await sql`reset session_replication_role`.execute(session)
  })
}

async function blobOf(item: ItemRow): Promise<{ id: number; key: string; size: number }> {
  return server.deps.db
    .selectFrom('versions')
    .innerJoin('bodies', 'bodies.id', 'versions.body_id')
    .select(['bodies.id', 'bodies.key', 'bodies.size'])
    .where('versions.id', '=', item.current_version_id)
    .executeTakeFirstOrThrow()
}

const newFile = (content: Buffer | string = randomBytes(50)) => make.file({ owner: user }, { content })

async function stored(bytes = randomBytes(20)): Promise<string> {
  return (await server.deps.storage.write(Readable.from([bytes]), { size: bytes.length })).key
}

async function preview(item: ItemRow, key: string, size: number): Promise<void> {
  const { id } = await blobOf(item)
  await server.deps.db
    .insertInto('representations')
    .values({
      body_id: id,
      kind: 'image_64',
      status: 'generated',
      reason: null,
      body_key: key,
      content_type: 'image/png',
      size,
    })
    .execute()
}

async function comment(item: ItemRow, voice: string | null = null): Promise<number> {
  const { id } = await server.deps.db
    .insertInto('comments')
    .values({
      item_id: item.id,
      author_id: user.id,
      content: voice ? '' : 'words',
      voice_key: voice,
      voice_seconds: voice ? 2 : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface Planted {
  /** The kind of the fault and a part of its text. */
  expected: [Fault['kind'], string]
  /** Whether a repair without a backup ends it. */
  isRepaired: boolean
}

/** Plants a fault. Each concerns items of its own. */
const faults: Record<string, () => Promise<Planted>> = {
  async 'the file of a current version is gone'() {
    const { key } = await blobOf(await newFile())
    await rm(pathOf(key))
    return { expected: ['missing_blob', key], isRepaired: false }
  },
  async 'the recording of a comment is gone'() {
    const key = await stored()
    await comment(await newFile(), key)
    await rm(pathOf(key))
    return { expected: ['missing_blob', key], isRepaired: false }
  },
  async 'a file is shorter than its row says'() {
    const { key } = await blobOf(await newFile())
    await truncate(pathOf(key), 10)
    return { expected: ['wrong_size', key], isRepaired: false }
  },
  async 'a preview is gone'() {
    const key = await stored()
    await preview(await newFile(), key, 20)
    await rm(pathOf(key))
    return { expected: ['missing_preview', key], isRepaired: true }
  },
  async 'a preview is shorter than its row says'() {
    const key = await stored()
    await preview(await newFile(), key, 20)
    await truncate(pathOf(key), 5)
    return { expected: ['wrong_preview', key], isRepaired: true }
  },
  async 'a file unpacked from an archive is gone'() {
    const { id } = await blobOf(await newFile())
    const key = await stored()
    await run(sql`insert into bodies (key, size, archive_id, entry) values (${key}, 20, ${id}, 3)`)
    await rm(pathOf(key))
    return { expected: ['missing_preview', key], isRepaired: true }
  },
  async 'a stored file belongs to no row'() {
    const key = await stored()
    await utimes(pathOf(key), old, old)
    return { expected: ['unknown_blob', key], isRepaired: true }
  },
  async 'an unfinished file belongs to no upload'() {
    const key = await server.deps.storage.begin()
    await utimes(`${pathOf(key)}.part`, old, old)
    return { expected: ['unknown_blob', key], isRepaired: true }
  },
  async 'no version uses a row of a file'() {
    const key = await stored()
    const { rows } = await sql<{ id: number }>`
      insert into bodies (key, size, created_at) values (${key}, 20, ${old}) returning id`.execute(server.deps.db)
    return { expected: ['orphaned_blob', `row ${rows[0]!.id}`], isRepaired: true }
  },
  async 'the row of a file has another size than its versions and bytes'() {
    const { id, key } = await blobOf(await newFile())
    await run(sql`update bodies set size = size + 7 where id = ${id}`)
    return { expected: ['wrong_record', key], isRepaired: true }
  },
  async 'a version counts another size than its file has'() {
    const item = await newFile()
    await plant(sql`update versions set size = size + 9 where item_id = ${item.id}`)
    return { expected: ['wrong_record', `file ${item.id} `], isRepaired: true }
  },
  async 'an item has another size than its version'() {
    const item = await newFile()
    await plant(sql`update items set size = 12345 where id = ${item.id}`)
    return { expected: ['wrong_counter', `size of item ${item.id} `], isRepaired: true }
  },
  async 'a folder counts too many children'() {
    const folder = await make.folder({ owner: user })
    await plant(sql`update items set child_count = 3 where id = ${folder.id}`)
    return { expected: ['wrong_counter', `child_count of item ${folder.id} `], isRepaired: true }
  },
  async 'a folder counts too few folders'() {
    const folder = await make.folder({ owner: user })
    await make.folder({ parent: folder })
    await plant(sql`update items set folder_count = 0 where id = ${folder.id}`)
    return { expected: ['wrong_counter', `folder_count of item ${folder.id} `], isRepaired: true }
  },
  async 'an item counts comments that do not exist'() {
    const item = await newFile()
    await comment(item)
    await plant(sql`update items set comment_count = 5 where id = ${item.id}`)
    return { expected: ['wrong_counter', `comment_count of item ${item.id} `], isRepaired: true }
  },
  async 'a message counts comments as unread that were read'() {
    const item = await newFile()
    const commentId = await comment(item)
    const { rows } = await sql<{ id: number }>`
      insert into messages (user_id, type, item_name, most_recent, comment_item_id)
      values (${user.id}, 'comment', 'unread', '{}', ${item.id}) returning id`.execute(server.deps.db)
    const { id } = rows[0]!
    await run(sql`insert into comment_notices (message_id, comment_id, is_read) values (${id}, ${commentId}, true)`)
    await plant(sql`update messages set unread_count = 4 where id = ${id}`)
    return { expected: ['wrong_counter', `unread_count of message ${id} `], isRepaired: true }
  },
  async 'a space counts bytes that are not there'() {
    const other = await make.user()
    await make.file({ owner: other })
    await plant(sql`update items set used_bytes = 999999 where personal_of = ${other.id}`)
    return { expected: ['wrong_counter', 'used_bytes of item'], isRepaired: true }
  },
  async 'a file shows the version of another file'() {
    const [one, other] = [await newFile(), await newFile()]
    await run(sql`update items set current_version_id = ${other.current_version_id} where id = ${one.id}`)
    return { expected: ['current_version', `file ${one.id} `], isRepaired: true }
  },
  async 'a file has no version'() {
    const item = await newFile()
    await plant(sql`update items set current_version_id = null where id = ${item.id}`)
    await plant(sql`delete from versions where item_id = ${item.id}`)
    return { expected: ['current_version', `file ${item.id} `], isRepaired: false }
  },
  async 'two folders lie in each other'() {
    const outer = await make.folder({ owner: user })
    const inner = await make.folder({ parent: outer })
    await run(sql`update items set parent_id = ${inner.id} where id = ${outer.id}`)
    return { expected: ['unreachable', `item ${outer.id} `], isRepaired: false }
  },
  async 'an item lies in a file'() {
    const [file, item] = [await newFile(), await newFile()]
    await run(sql`update items set parent_id = ${file.id} where id = ${item.id}`)
    return { expected: ['item_in_file', `item ${item.id} `], isRepaired: true }
  },
  async 'an item is compared under another name'() {
    const item = await newFile()
    await run(sql`update items set name_key = 'of another item' where id = ${item.id}`)
    return { expected: ['name_key', `item ${item.id} `], isRepaired: true }
  },
  async 'a person has no space'() {
    const other = await make.user()
    await run(sql`delete from items where personal_of = ${other.id}`)
    return { expected: ['missing_root', `user ${other.id} `], isRepaired: true }
  },
  async 'a department has no folder'() {
    const department = await make.department()
    await run(sql`delete from items where department_id = ${department.id}`)
    return { expected: ['missing_root', `department ${department.id} `], isRepaired: false }
  },
}

describe('a check of the server (RUN-07)', () => {
  test('[RUN-07] a server without faults has none, also while others use it', async () => {
    const folder = await make.folder({ owner: user })
    let isEnded = false
    const working = (async () => {
      while (!isEnded) await make.file({ parent: folder })
    })()
    try {
      for (let round = 0; round < 3; round += 1) assert.deepEqual(await check([], 0), [])
    } finally {
      isEnded = true
      await working
    }
  })

  test(`[RUN-07] it finds each of ${Object.keys(faults).length} planted faults; a repair ends or names each`, async () => {
    const planted: [string, Planted][] = []
    for (const [name, make] of Object.entries(faults)) planted.push([name, await make()])
    const isOf =
      ([kind, text]: Planted['expected']) =>
      (fault: Fault) =>
        fault.kind === kind && fault.text.includes(text)

    const found = await check([], 1)
    for (const [name, { expected }] of planted) {
      const fault = found.find(isOf(expected))
      assert.ok(fault, `${name}:\n${found.map(({ kind, text }) => `${kind} ${text}`).join('\n')}`)
      assert.equal(fault.state, 'open', name)
    }
    const repaired = await check(['--repair'], 1)
    for (const [name, { expected, isRepaired }] of planted)
      assert.equal(repaired.find(isOf(expected))?.state, isRepaired ? 'repaired' : 'open', name)
    const left = await check([], 1)
    for (const [name, { expected, isRepaired }] of planted) assert.equal(left.some(isOf(expected)), !isRepaired, name)
    // Nothing else is named: each fault that is left was planted.
    const open = planted.filter(([, { isRepaired }]) => !isRepaired)
    const others = left.filter((fault) => !open.some(([, { expected }]) => isOf(expected)(fault)))
    assert.deepEqual(
      others.map(({ kind }) => kind),
      ['unreachable'],
      'the other of the two folders',
    )
  })

  test('[RUN-07] a space beyond its quota is told, which is no fault', async () => {
    const full = await startTestServer()
    try {
      const ours = factories(full.deps)
      const person = await ours.user()
      await ours.file({ owner: person }, { content: Buffer.alloc(500) })
      await full.deps.db.updateTable('users').set({ quota_bytes: 100 }).where('id', '=', person.id).execute()
      const { code, out } = await runAdminHere(['check'], settingsBeside(full))
      assert.equal(code, 0, out)
      assert.match(out, /^note +over_quota +the space \d+ of .* holds 500 bytes, its quota is 100$/m)
    } finally {
      await full.close()
    }
  })

  test('[RUN-07] with a backup it finds changed bytes of the same length, and restores files', async () => {
    const whole = await startTestServer()
    const backup = await mkdtemp(join(tmpdir(), 'satchel-check-'))
    try {
      const ours = factories(whole.deps)
      const person = await ours.user()
      const items: { id: number }[] = []
      for (const content of ['one', 'two', 'three']) items.push(await ours.file({ owner: person }, { content }))
      assert.equal((await runAdminHere(['backup', backup], settingsBeside(whole))).code, 0)
      const keys = await whole.deps.db
        .selectFrom('bodies')
        .innerJoin('versions', 'versions.body_id', 'bodies.id')
        .select('bodies.key')
        .where(
          'versions.item_id',
          'in',
          items.map(({ id }) => id),
        )
        .orderBy('versions.item_id')
        .execute()
      const paths = keys.map(({ key }) => join(whole.folder, 'files', key))
      await writeFile(paths[0]!, 'eno')
      await truncate(paths[1]!, 1)
      await rename(paths[2]!, `${paths[2]!}.away`)
      const look = async (code: number, ...options: string[]) => {
        const answer = await runAdminHere(['check', '--from', backup, '--json', ...options], settingsBeside(whole))
        assert.equal(answer.code, code, `${answer.out}${answer.err}`)
        return (JSON.parse(answer.out) as Fault[]).map(({ kind, state }) => `${kind} ${state}`).sort()
      }
      const kinds = ['missing_blob', 'wrong_bytes', 'wrong_size']
      assert.deepEqual(
        await look(1),
        kinds.map((kind) => `${kind} open`),
      )
      assert.deepEqual(
        await look(0, '--repair'),
        kinds.map((kind) => `${kind} repaired`),
      )
      assert.deepEqual(await look(0), [])
      assert.deepEqual(await Promise.all(paths.map((path) => readFile(path, 'utf8'))), ['one', 'two', 'three'])
    } finally {
      await whole.close()
      await rm(backup, { recursive: true })
    }
  })
})
