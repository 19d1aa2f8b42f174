import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import sharp from 'sharp'
import { findPreviewFile, renditionAddress } from '../../../server/previews/previewFiles'
import { markMade, markQueued } from '../../../server/previews/representations'
import { userKey } from '../../../server/actors/actor'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

describe('[PREV-01] a request that waits for a picture', () => {
  let server: TestServer
  let make: ReturnType<typeof factories>
  let owner: Awaited<ReturnType<typeof make.user>>

  before(async () => {
    server = await startTestServer()
    make = factories(server.deps)
    owner = await make.user()
  })
  after(() => server.close())

  const photo = async (name: string) => {
    const content = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#246' } })
      .jpeg()
      .toBuffer()
    const { id } = await make.file({ owner }, { name, content })
    const file = (await findPreviewFile(server.deps.db, id))!
    const path = renditionAddress(server.deps.sign, 'image_128', file, userKey(owner.id))
    return { ...file, address: new URL(path, server.url) }
  }

  /** Locks the job as if another process ran it, until the test ends it. */
  async function heldElsewhere(bodyId: number) {
    const { db } = server.deps
    await markQueued(db, bodyId, ['image_128'])
    await sql`insert into jobs (kind, payload, dedupe_key, state, locked_by, locked_until)
      values ('make_pictures', '{}', ${String(bodyId)}, 'running', 'another process', now() + interval '1 hour')`.execute(
      db,
    )
  }

  /** Counts the jobs added for the blob, including those already queued. */
  async function countAsks(bodyId: number) {
    const { db } = server.deps
    const name = `asks_${bodyId}`
    await sql`create sequence ${sql.id(name)}`.execute(db)
    await sql`create function ${sql.id(`count_${name}`)}() returns trigger language plpgsql as ${sql.lit(`begin perform nextval('${name}'); return new; end`)}`.execute(
      db,
    )
    await sql`create trigger ${sql.id(name)} before insert on jobs for each row when (new.dedupe_key = ${sql.lit(String(bodyId))})
      execute function ${sql.id(`count_${name}`)}()`.execute(db)
    return async () => {
      const { rows } = await sql<{ asks: number }>`
        select case when is_called then last_value else 0 end::int as asks from ${sql.id(name)}`.execute(db)
      return rows[0]!.asks
    }
  }

  test('adds one job however long it waits, and is answered as soon as another process has made the picture', async () => {
    const { db, storage, clock } = server.deps
    const [held, other] = [await photo('等.jpg'), await photo('别.jpg')]
    await heldElsewhere(held.bodyId)
    const asks = await countAsks(held.bodyId)
    const answer = fetch(held.address)
    await until('the request asks', async () => (await asks()) > 0)
    // Meanwhile another picture is made completely.
    assert.equal((await fetch(other.address)).status, 200)
    assert.equal(await asks(), 1)

    const body = Buffer.from('made elsewhere')
    const { key } = await storage.write(Readable.from([body]), { size: body.length })
    await markMade(db, held.bodyId, 'image_128', { key, size: body.length, contentType: 'image/jpeg' }, clock())
    assert.equal(Buffer.from(await (await answer).arrayBuffer()).compare(body), 0)
    assert.equal(await asks(), 1)
  })
})
