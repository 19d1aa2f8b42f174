import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { client, type Client } from '../../support/client'
import { startManyServers, type ManyServers } from '../../support/manyServers'
import { until } from '../../support/until'
import { begin, offsetOf, openPatch, patch, tus } from '../../support/uploads/tus'

let many: ManyServers
let sessions: readonly [Client, Client, Client]
before(async () => {
  many = await startManyServers()
})
after(() => many.close())
beforeEach(async () => {
  const user = await many.make.user()
  const signedIn = await client(many.servers[0]!).as(user.login)
  sessions = many.everywhere(signedIn) as [Client, Client, Client]
})

const finish = (who: Client, id: string) => who.call('POST /apps/files/upload_finish', { upload_id: id })

/** Waits until a process receives bytes of an upload. */
const begun = (id: string) =>
  until('the first bytes', () =>
    many.database.db
      .selectFrom('uploads')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', 'partial')
      .executeTakeFirst(),
  )

/** Whether a request of any process receives the upload. */
async function isLocked(id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and objsubid = 1 and
    ((classid::bigint << 32) | objid::bigint) = hashtextextended('upload ' || ${id}, 0)`.execute(many.database.db)
  return rows.length > 0
}

/** Begins a part that falls silent after a megabyte. */
async function beginSilent(who: Client, { path, id }: { path: string; id: string }, size: number) {
  const silent = openPatch(who, path, 0, size)
  silent.write(Buffer.alloc(1_000_000, 1))
  await begun(id)
  return silent
}

describe('[RUN-02] uploads over three processes', () => {
  test('parts that reach three processes in turn become one file, whichever process finishes it', async () => {
    const bytes = randomBytes(900_000)
    const { path, id } = await begin(sessions[0], bytes.length)
    for (const [at, who] of sessions.entries()) {
      const { status } = await patch(who, path, at * 300_000, bytes.subarray(at * 300_000, (at + 1) * 300_000))
      assert.equal(status, 204)
    }
    const { new_file: made } = await finish(sessions[1], id)
    assert.equal(made.size, bytes.length)
    assert.equal((await finish(sessions[2], id)).new_file.id, made.id)
  })

  test('a request at another process takes a silent upload over with its first try', async () => {
    const size = 3_000_000
    const upload = await begin(sessions[0], size)
    const { path, id } = upload
    const silent = await beginSilent(sessions[0], upload, size)
    const offset = await offsetOf(sessions[1], path)
    // The sender holds the upload until another request wants it.
    const first = await patch(sessions[1], path, offset!, Buffer.alloc(size - offset!, 1))
    assert.ok(first.status === 204 || first.status === 409, `status ${first.status}`)
    const from = (await offsetOf(sessions[1], path))!
    if (first.status === 409) {
      const { status } = await patch(sessions[1], path, from, Buffer.alloc(size - from, 1))
      assert.equal(status, 204)
    }
    silent.destroy()
    assert.equal((await finish(sessions[2], id)).new_file.size, size)
  })

  test('a sender whose bytes still arrive is not interrupted by another process', async () => {
    const size = 400_000
    const { path, id } = await begin(sessions[0], size)
    const sender = openPatch(sessions[0], path, 0, size)
    const sending = setInterval(() => sender.write(Buffer.alloc(1000, 1)), 100)
    try {
      await begun(id)
      assert.equal((await patch(sessions[1], path, 0, Buffer.alloc(size, 2))).status, 423)
      assert.equal(sender.destroyed, false)
    } finally {
      clearInterval(sending)
      sender.destroy()
    }
  })

  test('discarding an upload at another process stops its sender', async () => {
    const size = 3_000_000
    const upload = await begin(sessions[0], size)
    const silent = await beginSilent(sessions[0], upload, size)
    assert.equal((await tus(sessions[2], 'DELETE', upload.path)).status, 204)
    assert.equal(await offsetOf(sessions[1], upload.path), undefined)
    silent.destroy()
  })

  test('finishing at three processes at the same time answers the same item', async () => {
    for (let round = 0; round < 5; round += 1) {
      const bytes = Buffer.alloc(500_000, round)
      const { path, id } = await begin(sessions[0], bytes.length)
      assert.equal((await patch(sessions[1], path, 0, bytes)).status, 204)
      const made = await Promise.all(sessions.map((who) => finish(who, id)))
      assert.equal(new Set(made.map(({ new_file: { id: item } }) => item)).size, 1)
    }
  })

  test('an upload whose process is killed goes on at another one', async () => {
    const size = 3_000_000
    const bytes = randomBytes(size)
    const { path, id } = await begin(sessions[0], size)
    assert.equal((await patch(sessions[2], path, 0, bytes.subarray(0, 1_000_000))).status, 204)
    const sender = openPatch(sessions[2], path, 1_000_000, size - 1_000_000)
    sender.write(bytes.subarray(1_000_000, 2_000_000))
    await until('the stored bytes', () => isLocked(id))
    await many.servers[2]!.kill()
    const from = (await offsetOf(sessions[0], path))!
    assert.ok(from >= 1_000_000)
    const { status } = await until(
      'the next part',
      async () => {
        const answer = await patch(sessions[0], path, from, bytes.subarray(from))
        return answer.status === 423 ? null : answer
      },
      20_000,
    )
    assert.equal(status, 204)
    assert.equal((await finish(sessions[1], id)).new_file.size, size)
  })
})
