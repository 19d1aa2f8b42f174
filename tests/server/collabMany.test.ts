import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { UserRow } from '../../server/database/tables'
import { findUser } from '../../server/queries/sessions'
import { accessOf } from '../../server/services/access'
import { client, type Client } from '../support/client'
import { isDeep } from '../support/deep'
import { factories } from '../support/factories'
import { letInMany } from '../support/manyMembers'
import { startTestServer, type TestServer } from '../support/testServer'

/** Collaborators of one enterprise, each with two roles; the bar is 10,000. */
const PEOPLE = isDeep ? 10_000 : 1100
/** Items of a page. */
const ITEMS = 25

/** What the server asked the database. */
const statements: string[] = []
let server: TestServer
let make: ReturnType<typeof factories>
let owner: UserRow
let viewer: Client
/** With few collaborators, and with many. */
let [few, many]: number[] = []

before(async () => {
  server = await startTestServer({ watch: (statement) => statements.push(statement) })
  // They ask by themselves.
  await server.deps.jobs.stop()
  make = factories(server.deps)
  const enterprise = await make.enterprise()
  owner = await make.user({ enterprise })
  const user = await make.user({ enterprise })
  viewer = await client(server).as(user.login)
  const filled = async (count: number) => {
    const folder = await make.folder({ owner })
    const below: number[] = []
    for (let at = 0; at < ITEMS; at += 1) below.push((await make.folder({ parent: folder })).id)
    await make.collab(folder, { user }, 'viewer')
    await letInMany(server.deps.db, { enterpriseId: enterprise.id, folderId: folder.id, below, count })
    return folder.id
  }
  few = await filled(2)
  many = await filled(PEOPLE)
})
after(() => server.close())

async function asked(run: () => Promise<unknown>): Promise<string[]> {
  statements.length = 0
  await run()
  return [...statements]
}

const list = (folderId: number) =>
  viewer.call('GET /apps/files/file_list/{folderId}', { folderId, folder_type: 'folder' })
const isOfRights = (statement: string) => statement.includes('recursive nodes')

describe('[COLL-01] [ACT-01] many collaborators, each in the folder and in one below it', () => {
  test('what somebody may do with a page of items is one query, as with two collaborators', async () => {
    // Whatever is asked once, as an order that is remembered.
    await list(few!)
    await list(many!)
    const [ofFew, ofMany] = [await asked(() => list(few!)), await asked(() => list(many!))]
    const { children } = await list(many!)
    assert.equal(children!.length, ITEMS)
    assert.ok(children!.every(({ final_role: role }) => role === 'viewer'))
    assert.deepEqual(ofMany, ofFew)
    // The folder itself, and all that lies in it.
    assert.equal(ofMany.filter(isOfRights).length, 2)
  })

  test('nothing of that reads the collaborations of all', async () => {
    const { children } = await list(many!)
    const ids = [many!, ...children!.map(({ id }) => id)]
    const actor = (await findUser(server.deps.db, owner.id)) ?? assert.fail()
    await server.deps.db.transaction().execute(async (transaction) => {
      for (const asked of [ids, [many!]]) await accessOf(transaction, actor, asked)
      const { rows } = await sql<{ all: number; looked: number }>`
        select seq_scan as all, idx_scan as looked from pg_stat_xact_user_tables where relname = 'collabs'`.execute(
        transaction,
      )
      assert.deepEqual([rows[0]?.all, (rows[0]?.looked ?? 0) > 0], [0, true])
    })
  })

  test('members come in pages of 500, each once, in few queries', async () => {
    const INFO = 'GET /apps/folders/get_collab_info_on_item'
    const page = (page_number: number, folder_id = many!) => viewer.call(INFO, { folder_id, page_number })
    const [ofFew, ofMany] = [await asked(() => page(1, few)), await asked(() => page(1))]
    assert.equal(ofMany.length, ofFew.length)
    const seen = new Set<number>()
    const { total_count: total, page_count: pages } = await page(1)
    assert.deepEqual([total, pages], [PEOPLE + 2, Math.ceil((PEOPLE + 2) / 500)])
    for (let at = 1; at <= pages; at += 1) for (const { user } of (await page(at)).accepted_collabs) seen.add(user.id)
    assert.equal(seen.size, PEOPLE + 2)
  })
})
