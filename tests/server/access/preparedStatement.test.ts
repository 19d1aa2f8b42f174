import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '../../../server/database/connect'
import { findUser } from '../../../server/queries/session/sessions'
import { accessOf, requireAccess } from '../../../server/services/access/itemAccess'
import { childrenOf } from '../../../server/services/items/children'
import { viewItems } from '../../../server/services/items/viewing'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

/** PostgreSQL plans a statement for its parameters five times before it considers a generic plan. */
const ENOUGH = 8

let server: TestServer
let make: ReturnType<typeof factories>
before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
})
after(() => server.close())

test('[ACT-01] the access query is planned once per connection and reads its rows by index, however many there are', async () => {
  const owner = await make.user()
  const folder = await make.folder({ owner })
  const file = await make.file({ parent: folder })
  const actor = (await findUser(server.deps.db, owner.id)) ?? assert.fail()
  await server.deps.db.connection().execute(async (db) => {
    // On tables this small a sequential scan can seem cheaper. Without sequential scans, only a missing index causes one.
    await sql`set enable_seqscan = off`.execute(db)
    for (let n = 0; n < ENOUGH; n += 1) await accessOf(db, actor, [file.id])
    const plan = await planOf(db, '%recursive nodes%')
    assert.doesNotMatch(plan, /Seq Scan on (items|collabs)/)
  })
})

test('[LIST-03] one statement reads a page of a folder; it is planned once per connection and reads in index order', async () => {
  const owner = await make.user()
  const folder = await make.folder({ owner })
  for (const name of ['b.txt', 'a.txt']) await make.file({ parent: folder }, { name })
  const actor = (await findUser(server.deps.db, owner.id)) ?? assert.fail()
  await server.deps.db.connection().execute(async (db) => {
    await sql`set enable_seqscan = off`.execute(db)
    const place = await requireAccess(db, actor, folder.id)
    for (let n = 0; n < ENOUGH; n += 1) {
      const order = { sortBy: 'name', direction: 'asc' } as const
      const { ids } = await childrenOf(db, actor, place, order, { offset: 0, limit: 25 })
      const items = await viewItems({ db }, actor, ids)
      assert.deepEqual(
        items.map(({ row }) => row.name),
        ['a.txt', 'b.txt'],
      )
    }
    for (const statement of ['%recursive nodes%where parent_id%', '%with ordinality%']) {
      const plan = await planOf(db, statement)
      assert.doesNotMatch(plan, /Seq Scan on items/)
      assert.equal(plan.match(/using items_by_name/g)?.length, 2, plan)
    }
  })
})

/** The generic plan of a prepared statement. @param like a LIKE pattern that matches only the text of that statement */
async function planOf(db: Db, like: string): Promise<string> {
  const { rows: kept } = await sql<{ name: string; generic_plans: string; parameters: number }>`
    select name, generic_plans, cardinality(parameter_types) as parameters from pg_prepared_statements where statement like ${like}`.execute(
    db,
  )
  assert.equal(kept.length, 1)
  const [{ name, generic_plans: plans, parameters } = assert.fail()] = kept
  assert.ok(Number(plans) > 0, `${plans} plans for all`)
  const { rows } = await sql<Record<string, string>>`
    explain execute ${sql.id(name)} (${sql.raw(Array.from({ length: parameters }, () => '1').join())})`.execute(db)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
