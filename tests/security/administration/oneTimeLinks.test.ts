import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { UserRow } from '../../../server/database/tables'
import { findUser } from '../../../server/queries/session/sessions'
import { openSessionFor } from '../../../server/services/session/sessions'
import { client, type Client } from '../../support/client'
import { containsToken } from '../../support/containsToken'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let now = Date.parse('2026-03-01T08:00:00Z')
const log: string[] = []

before(async () => {
  server = await startTestServer({ clock: () => new Date(now), watch: (statement) => log.push(statement) })
  make = factories(server.deps)
})
after(() => server.close())

/** A visitor with the request token of our own page. */
async function visitor(): Promise<Client> {
  const fresh = client(server).visitor
  const { csrf_token } = await fresh.call('GET /apps/users/get_base_info', {})
  fresh.headers = { requesttoken: csrf_token }
  return fresh
}

const guessed = 'A'.repeat(43)

describe('one-time links', () => {
  let they: Client
  let owner: UserRow

  before(async () => {
    owner = await make.user({ enterprise: await make.enterprise(), role: 'owner' })
    they = await client(server).as(owner.login)
  })

  let serial = 0
  async function invited() {
    const { user_id, link } = await they.call('POST /admin/people/create', {
      login: `l${(serial += 1)}@links`,
      name: 'L',
    })
    return { userId: user_id, token: link.url.split('#')[1]! }
  }
  const accepting = (token: string) => ({ token, new_password: 'a long own password' })

  test('[ADM-03] a used link, a guessed one and one of two concurrent uses are refused', async () => {
    const { token } = await invited()
    const [one, other] = [await visitor(), await visitor()]
    await one.refused('POST /welcome/accept', accepting(guessed), 'sign_in_link_invalid')
    const answers = await Promise.all([
      one.send('POST /welcome/accept', accepting(token)),
      other.send('POST /welcome/accept', accepting(token)),
    ])
    assert.equal(answers.filter(({ body }) => (body as { success: boolean }).success).length, 1)
    await one.refused('POST /welcome/accept', accepting(token), 'sign_in_link_invalid')
    await one.refused('POST /welcome/info', { token }, 'sign_in_link_invalid')
  })

  for (const [what, change] of [
    [
      'a new link',
      async (userId: number) => void (await they.call('POST /admin/people/renew_link', { user_id: userId })),
    ],
    [
      'a withdrawal',
      async (userId: number) => void (await they.call('POST /admin/people/withdraw_link', { user_id: userId })),
    ],
    [
      'another login',
      async (userId: number) =>
        void (await they.call('POST /admin/people/edit', { user_id: userId, login: `n${userId}@links` })),
    ],
    [
      'another address',
      async (userId: number) =>
        void (await they.call('POST /admin/people/edit', { user_id: userId, email: 'n@x.example' })),
    ],
    [
      'a deactivation, even when restored',
      async (userId: number) => {
        await they.call('POST /admin/people/deactivate', { user_ids: [userId] })
        await they.call('POST /admin/people/restore', { user_ids: [userId] })
      },
    ],
    [
      'a password that was set otherwise',
      async (userId: number) =>
        void (await server.deps.db
          .updateTable('users')
          .set({ password_hash: owner.password_hash })
          .where('id', '=', userId)
          .execute()),
    ],
    [
      '72 hours',
      async () => {
        now += 72 * 3_600_000 + 1
      },
    ],
  ] as const)
    test(`[ADM-03] a link is worth nothing after ${what}`, async () => {
      const { userId, token } = await invited()
      await change(userId)
      await (await visitor()).refused('POST /welcome/info', { token }, 'sign_in_link_invalid')
      await (await visitor()).refused('POST /welcome/accept', accepting(token), 'sign_in_link_invalid')
    })

  test('[ADM-03] no link stands in the database, in a statement or in the audit log', async () => {
    const { token } = await invited()
    const tables = ['sign_in_links', 'audit_log', 'settings', 'users'] as const
    for (const table of tables) {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(server.deps.db)
      assert.ok(!containsToken(rows, token), `${table} holds the token`)
    }
    assert.ok(!log.some((statement) => statement.includes(token)), 'a statement contains the token')
  })

  test('[ADM-03] using a link ends the sessions that somebody opened before', async () => {
    const { userId, token } = await invited()
    const { db, clock } = server.deps
    const user = (await findUser(db, userId))!.user
    const from = { device: '0'.repeat(32), userAgent: '', address: '' }
    const session = await openSessionFor({ db, clock }, { user, kind: 'token', before: null, from }, 'signed_in')
    const earlier = client(server).visitor
    earlier.headers = { 'auth-token': session }
    await earlier.call('GET /apps/files/file_list', {})
    await (await visitor()).call('POST /welcome/accept', accepting(token))
    assert.equal((await earlier.send('GET /apps/files/file_list', {})).status, 401)
  })

  test('[ADM-03] a page of another site, or without our token, cannot use a link', async () => {
    const { token } = await invited()
    const stranger = client(server).visitor
    await stranger.refused('POST /welcome/info', { token }, 'security_check_failed')
    await stranger.refused('POST /welcome/accept', accepting(token), 'security_check_failed')
    const foreign = await visitor()
    foreign.headers = { ...foreign.headers, origin: 'https://evil.example' }
    await foreign.refused('POST /welcome/accept', accepting(token), 'security_check_failed')
  })
})
