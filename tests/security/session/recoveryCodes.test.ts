import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import type { UserRow } from '../../../server/database/tables'
import { client, password, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { codeOf } from '../../support/shares/sharing'
import { startTestServer, type TestServer } from '../../support/testServer'

const RECOVER = 'POST /apps/users/two_step/recover'
const RENEW = 'POST /apps/users/two_step/recovery_codes'
const SPACE = 'GET /apps/frequently_used_items/get_space_info'

let server: TestServer
let make: ReturnType<typeof factories>
let now = Date.UTC(2026, 8, 1)
const statements: string[] = []

before(async () => {
  server = await startTestServer({
    clock: () => new Date(now),
    watch: (statement) => statements.push(statement),
  })
  make = factories(server.deps)
})
after(() => server.close())

const codeFor = (secret: string) => new TOTP({ secret }).generate({ timestamp: now })

async function careful(user?: UserRow) {
  const row = user ?? (await make.user())
  const they = await client(server).as(row.login)
  const { secret } = await they.call('POST /apps/users/two_step/begin', { password })
  const { recovery_codes: codes } = await they.pass(codeFor(secret))
  return { user: row, they, secret, codes: codes! }
}
const signedIn = ({ login }: UserRow) => client(server).as(login)
const isRight = async (they: Client, code: string) => codeOf(await they.send(RECOVER, { code })) === 'success'

describe('recovery codes as an attacker sees them', () => {
  test('[AH-55] one code in many sessions at once passes one session', async () => {
    const { user, codes } = await careful()
    const thieves = await Promise.all(Array.from({ length: 4 }, () => signedIn(user)))
    const passed = await Promise.all(thieves.map((they) => isRight(they, codes[0]!)))
    assert.equal(passed.filter(Boolean).length, 1)
  })

  test('[AH-55] guesses are slowed down together with guesses of the authenticator’s code', async () => {
    const { user, codes, secret } = await careful()
    const they = await signedIn(user)
    for (const guess of ['00000-00000', '0', '💥'.repeat(30)]) await they.send(RECOVER, { code: guess })
    for (const guess of ['111111', '222222']) await they.send('POST /apps/users/two_step', { code: guess })
    await they.refused(RECOVER, { code: codes[0]! }, 'login_too_often')
    await they.refused('POST /apps/users/two_step', { code: codeFor(secret) }, 'login_too_often')
    now += 600_000
    await they.renew(RECOVER, { code: codes[0]! })
  })

  test('[AH-55] a code is worth nothing to another user, even if its row is copied', async () => {
    const [one, other] = [await careful(), await careful()]
    const they = await signedIn(other.user)
    await they.refused(RECOVER, { code: one.codes[0]! }, 'wrong_code')
    await sql`insert into recovery_codes select ${other.user.id}, code_hash from recovery_codes where user_id = ${one.user.id}`.execute(
      server.deps.db,
    )
    await they.refused(RECOVER, { code: one.codes[1]! }, 'wrong_code')
    assert.equal(await isRight(await signedIn(one.user), one.codes[1]!), true)
  })

  test('[AH-55] no answer, table, statement or job shows a code again', async () => {
    const { user, they, codes } = await careful()
    const fresh = (await they.call(RENEW, { password })).recovery_codes
    const guest = await signedIn(user)
    await guest.renew(RECOVER, { code: fresh[0]! })
    const answers = [
      await they.send('GET /apps/users/two_step', {}),
      await they.send('GET /apps/users/get_base_info', {}),
      await they.send('GET /apps/users/sessions', {}),
      await guest.send('GET /apps/messages/get_list', {}),
    ]
    const tables = await Promise.all(
      ['recovery_codes', 'audit_log', 'jobs', 'messages', 'login_attempts', 'users'].map((name) =>
        sql`select * from ${sql.table(name)}`.execute(server.deps.db),
      ),
    )
    const seen = JSON.stringify([answers.map(({ body }) => body), tables.map(({ rows }) => rows), statements])
    for (const code of [...codes, ...fresh])
      for (const form of [code, code.replace('-', '')]) assert.ok(!seen.includes(form), 'a code is shown')
  })

  test('[AH-55] codes are neither made nor counted before the second step is passed', async () => {
    const { user } = await careful()
    const thief = await signedIn(user)
    await thief.refused(RENEW, { password }, 'force_two_step')
    assert.equal((await thief.call('GET /apps/users/two_step', {})).recovery_codes_left, null)
    await client(server).visitor.refused('GET /apps/users/two_step', {}, 'login_expired')
    const { they: stranger } = await careful()
    await stranger.refused(RENEW, { password: 'guessed' }, 'wrong_password')
  })

  test('[AH-55] renewing at once leaves ten codes, of one answer', async () => {
    const { user, they } = await careful()
    const made = await Promise.all(Array.from({ length: 4 }, () => they.call(RENEW, { password })))
    const rows = await server.deps.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', user.id).execute()
    assert.equal(rows.length, 10)
    const first: boolean[] = []
    for (const { recovery_codes: codes } of made) {
      first.push(await isRight(await signedIn(user), codes[0]!))
      now += 600_000
    }
    assert.equal(first.filter(Boolean).length, 1)
  })

  test('[AH-55] two right codes that switch the step on at once give one set of codes', async () => {
    const user = await make.user()
    const [one, other] = [await signedIn(user), await signedIn(user)]
    const { secret } = await one.call('POST /apps/users/two_step/begin', { password })
    const before = codeFor(secret)
    now += 30_000
    const answers = await Promise.all([
      one.send('POST /apps/users/two_step', { code: before }),
      other.send('POST /apps/users/two_step', { code: codeFor(secret) }),
    ])
    const sets = answers.filter(({ body }) => JSON.stringify(body).includes('recovery_codes'))
    assert.equal(sets.length, 1)
  })

  test('[AH-55] passing with a recovery code changes the session’s token, which makes a planted token useless', async () => {
    const { user, codes } = await careful()
    const they = await client(server).asApplet(user.login)
    const planted = client(server).visitor
    planted.headers = { ...they.headers }
    await they.renew(RECOVER, { code: codes[0]! })
    await they.call(SPACE, {})
    assert.match(JSON.stringify((await planted.send(SPACE, {})).body), /login_expired/)
  })
})
