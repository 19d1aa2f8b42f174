import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { purgeMinuteCounts, SharedMinuteLimit } from '../../../server/limits/SharedMinuteLimit'
import { client } from '../../support/client'
import { startManyServers, type ManyServers } from '../../support/manyServers'

let many: ManyServers
before(async () => {
  many = await startManyServers()
})
after(() => many.close())

describe('[RUN-02] limits over three processes', () => {
  test('a user may write 30 comments per minute, at whichever process', async () => {
    const user = await many.make.user()
    const file = await many.make.file({ owner: user })
    const sessions = many.everywhere(await client(many.servers[0]!).as(user.login))
    let taken = 0
    for (let n = 0; n < 75; n += 1) {
      const input = { item_typed_id: `file_${file.id}`, content: `第 ${n} 条` }
      const { body } = await sessions[n % 3]!.send('POST /apps/comments/create', input)
      if ((body as { success: boolean }).success) taken += 1
      else assert.match(JSON.stringify(body), /asked_too_often/)
    }
    // The comments may be written in two minutes of the clock.
    assert.ok(taken === 30 || taken === 60, `${taken} comments`)
  })

  test('a high limit is never exceeded, is exact in one process, and loses at most a sixteenth over several', async () => {
    const now = new Date()
    const ports = { db: many.database.db, clock: () => now }
    const MOST = 600
    const alone = new SharedMinuteLimit<number>(ports, 'test alone', MOST)
    const results: boolean[] = []
    for (let n = 0; n < MOST + 10; n += 1) results.push(await alone.tryCount(7))
    assert.deepEqual([results.indexOf(false), results.filter(Boolean).length], [MOST, MOST])
    const processes = [1, 2, 3].map(() => new SharedMinuteLimit<number>(ports, 'test together', MOST))
    const counts = await Promise.all(Array.from({ length: MOST * 2 }, (_, n) => processes[n % 3]!.tryCount(7)))
    const passed = counts.filter(Boolean).length
    assert.ok(passed <= MOST && passed >= MOST * (15 / 16), `${passed} acts`)
    assert.equal(await processes[0]!.tryCount(8), true)
  })

  test('a limit knows how much is left of it, also after acts of other processes, and when it is whole again', async () => {
    let now = new Date('2026-03-01T08:00:10.500Z')
    const ports = { db: many.database.db, clock: () => now }
    const MOST = 64
    const [one, other] = [1, 2].map(() => new SharedMinuteLimit<string>(ports, 'test left', MOST))
    const states = () => [one!, other!].map((limit) => limit.stateOf('a').left)
    assert.deepEqual([one!.stateOf('a'), other!.stateOf('a').left], [{ most: MOST, left: 64, seconds: 50 }, 64])
    for (let n = 0; n < 4; n += 1) await one!.tryCount('a')
    assert.deepEqual(states(), [60, 64])
    await other!.tryCount('a')
    assert.deepEqual(states(), [60, 59])
    while (await other!.tryCount('a'));
    assert.deepEqual(states(), [60, 0])
    assert.equal(await one!.tryCount('a'), false)
    assert.deepEqual(states(), [0, 0])
    now = new Date('2026-03-01T08:01:00Z')
    assert.deepEqual([one!.stateOf('a'), one!.stateOf('b').left], [{ most: MOST, left: 64, seconds: 60 }, 64])
  })

  test('a limit begins anew with the minute, and counts of ended minutes are deleted', async () => {
    let now = new Date('2026-03-01T08:00:10Z')
    const ports = { db: many.database.db, clock: () => now }
    const [one, other] = [1, 2].map(() => new SharedMinuteLimit<string>(ports, 'test minutes', 1))
    assert.deepEqual(
      [await one!.tryCount('a'), await other!.tryCount('a'), await one!.tryCount('a')],
      [true, false, false],
    )
    now = new Date('2026-03-01T08:01:00Z')
    assert.deepEqual([await other!.tryCount('a'), await one!.tryCount('a')], [true, false])
    const rows = () =>
      many.database.db.selectFrom('minute_counts').select('key').where('name', '=', 'test minutes').execute()
    assert.equal((await rows()).length, 2)
    await purgeMinuteCounts(ports)
    assert.equal((await rows()).length, 1)
  })
})
