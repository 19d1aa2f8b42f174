import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { findUser } from '../../server/queries/sessions'
import { accessOf } from '../../server/services/access'
import { factories } from '../support/factories'
import { startTestServer, type TestServer } from '../support/testServer'

/** PostgreSQL plans a statement five times with what it is given before it compares a plan for all. */
const ENOUGH = 8

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

test('[ACT-01] what a user may do with an item is planned once a connection, and finds its rows by index however many there are', async () => {
  const make = factories(server.deps)
  const owner = await make.user()
  const folder = await make.folder({ owner })
  const file = await make.file({ parent: folder })
  const actor = (await findUser(server.deps.db, owner.id)) ?? assert.fail()
  await server.deps.db.connection().execute(async (db) => {
    // Of tables as small as here reading all is sometimes thought cheaper; now only what no index serves is read so.
    await sql`set enable_seqscan = off`.execute(db)
    for (let n = 0; n < ENOUGH; n += 1) await accessOf(db, actor, [file.id])
    const kept = await sql<{ name: string; generic_plans: string; parameters: number }>`
      select name, generic_plans, cardinality(parameter_types) as parameters from pg_prepared_statements where statement like '%recursive nodes%'`.execute(
      db,
    )
    assert.equal(kept.rows.length, 1)
    const [{ name, generic_plans: plans, parameters } = assert.fail()] = kept.rows
    assert.ok(Number(plans) > 0, `${plans} plans for all`)
    const { rows } = await sql<Record<string, string>>`
      explain execute ${sql.id(name)} (${sql.raw(Array.from({ length: parameters }, () => '1').join())})`.execute(db)
    assert.doesNotMatch(rows.map((row) => row['QUERY PLAN']).join('\n'), /Seq Scan on (items|collabs)/)
  })
})
