import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Request } from '@/contract/api'
import type { UserRow } from '../../../server/database/tables'
import { purgeActions } from '../../../server/queries/session/actions'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

const call = 'POST /apps/logs/action'
type Action = Request<typeof call>
const DAY = 86_400_000

let server: TestServer
let make: ReturnType<typeof factories>
let user: UserRow
let member: Client
let now = new Date('2026-11-21T10:00:00Z')
before(async () => {
  server = await startTestServer({ clock: () => now })
  make = factories(server.deps)
  user = await make.user()
  member = await client(server).as(user.login)
})
after(() => server.close())

const action = (more: Partial<Action> = {}): Action => ({
  uuid: randomUUID(),
  action: 'preview_complete',
  source: 'h5',
  typed_id: 'file_7',
  ...more,
})
const storedActions = (uuid: string) =>
  server.deps.db.selectFrom('action_log').selectAll().where('uuid', '=', uuid).orderBy('user_id').execute()

describe('[CTX-10] the action log', () => {
  test('it records the user, the time, the action, the item, its parameters and the failure', async () => {
    const sentAction = action({ additional_info: { kind: 'pdf', milliseconds: 1200 }, fail_reason: 'server_error' })
    assert.deepEqual(await member.call(call, sentAction), { success: true })
    assert.deepEqual(await storedActions(sentAction.uuid), [
      {
        user_id: user.id,
        uuid: sentAction.uuid,
        action: 'preview_complete',
        typed_id: 'file_7',
        additional_info: sentAction.additional_info,
        fail_reason: 'server_error',
        created_at: now,
      },
    ])
  })

  test('an action sent twice is recorded once, as first sent; another user may use the same uuid', async () => {
    const sentAction = action({ action: 'upload_stat', typed_id: undefined })
    await Promise.all([member.call(call, sentAction), member.call(call, sentAction)])
    await member.call(call, { ...sentAction, fail_reason: 'later' })
    const other = await client(server).as((await make.user()).login)
    await other.call(call, sentAction)
    assert.deepEqual(
      (await storedActions(sentAction.uuid)).map((row) => [row.user_id === user.id, row.typed_id, row.fail_reason]),
      [
        [true, null, null],
        [false, null, null],
      ],
    )
  })

  test('a refusal of WeChat that affects everybody is logged as a warning, once an hour', async (t) => {
    const warn = t.mock.method(server.deps.log, 'warn', () => undefined)
    const privacyAction = () =>
      action({ action: 'privacy_undeclared', typed_id: undefined, additional_info: { api: 'chooseMedia' } })
    const first = privacyAction()
    await member.call(call, first)
    await member.call(call, privacyAction())
    await member.call(call, action())
    assert.equal((await storedActions(first.uuid))[0]?.action, 'privacy_undeclared')
    assert.equal(warn.mock.callCount(), 1)
    const [facts, words] = warn.mock.calls[0]!.arguments as unknown as [object, string]
    assert.deepEqual(facts, { api: 'chooseMedia' })
    assert.match(words, /privacy guide .*docs\/deploy\.md/)
    now = new Date(now.getTime() + 3_600_000)
    await member.call(call, privacyAction())
    assert.equal(warn.mock.callCount(), 2)
  })

  const wrong: [string, object][] = [
    ['an unknown action', { action: 'delete_all' }],
    ['another source', { source: 'web' }],
    ['no uuid', { uuid: '' }],
    ['a too long uuid', { uuid: 'a'.repeat(65) }],
    ['an invalid item', { typed_id: 'file_x' }],
    ['a too long reason', { fail_reason: 'x'.repeat(201) }],
    [
      'an object of too many facts',
      { additional_info: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`fact${n}`, n])) },
    ],
    ['a too long fact', { additional_info: { text: 'x'.repeat(201) } }],
    ['a nested fact', { additional_info: { a: { b: 1 } } }],
  ]
  for (const [what, fields] of wrong) {
    test(`${what} is refused`, async () => {
      const { uuid, ...rest } = action()
      const invalidAction = { uuid, ...rest, ...fields }
      await member.refused(call, invalidAction, 'invalid_request')
      assert.deepEqual(await storedActions(invalidAction.uuid), [])
    })
  }

  test('foreign and missing files are accepted alike, so that the answer reveals nothing', async () => {
    const foreign = await make.file({ owner: await make.user() })
    for (const typed_id of [`file_${foreign.id}`, 'file_999999999'] as const) {
      assert.deepEqual(await member.call(call, action({ typed_id })), { success: true })
    }
  })

  test('the number of actions per user and day is limited', async () => {
    const busy = await make.user()
    const rows = Array.from({ length: 5000 }, (_, n) => ({
      user_id: busy.id,
      uuid: `busy-${n}`,
      action: 'upload_stat' as const,
      created_at: now,
      typed_id: null,
      additional_info: null,
      fail_reason: null,
    }))
    await server.deps.db.insertInto('action_log').values(rows).execute()
    const asBusy = await client(server).as(busy.login)
    const above = action()
    await asBusy.call(call, above)
    assert.deepEqual(await storedActions(above.uuid), [])
    const another = action()
    await member.call(call, another)
    assert.equal((await storedActions(another.uuid)).length, 1, 'of somebody else')
    now = new Date(now.getTime() + DAY)
    await asBusy.call(call, above)
    assert.equal((await storedActions(above.uuid)).length, 1)
  })

  test('entries are deleted after 30 days', async () => {
    const old = action()
    await member.call(call, old)
    const then = now
    await purgeActions(server.deps.db, new Date(then.getTime() + 30 * DAY - 1))
    assert.equal((await storedActions(old.uuid)).length, 1)
    await purgeActions(server.deps.db, new Date(then.getTime() + 30 * DAY))
    assert.deepEqual(await server.deps.db.selectFrom('action_log').select('uuid').execute(), [])
  })
})
