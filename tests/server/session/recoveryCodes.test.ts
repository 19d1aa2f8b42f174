import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TOTP } from 'otpauth'
import type { UserRow } from '../../../server/database/tables'
import { client, password } from '../../support/client'
import { factories } from '../../support/factories'
import { PostOffice } from '../../support/mail/PostOffice'
import { startTestServer, type TestServer } from '../../support/testServer'

const RECOVER = 'POST /apps/users/two_step/recover'
const RENEW = 'POST /apps/users/two_step/recovery_codes'
const LIST = 'GET /apps/frequently_used_items/get_list'

let office: PostOffice
let server: TestServer
let make: ReturnType<typeof factories>
let now = Date.parse('2026-11-20T08:00:00Z')

before(async () => {
  office = await PostOffice.open()
  const config = { mail: office.configuration, baseUrl: 'http://drive.example' }
  server = await startTestServer({ clock: () => new Date(now), config })
  make = factories(server.deps)
})
after(async () => {
  await server.close()
  await office.close()
})

const codeFor = (secret: string) => new TOTP({ secret }).generate({ timestamp: now })

/** A user who just switched the second step on. */
async function careful(user?: UserRow) {
  const row = user ?? (await make.user())
  const they = await client(server).as(row.login)
  const { secret } = await they.call('POST /apps/users/two_step/begin', { password })
  const { recovery_codes: codes } = await they.pass(codeFor(secret))
  return { user: row, they, secret, codes: codes! }
}

const left = async (they: Awaited<ReturnType<typeof careful>>['they']) =>
  (await they.call('GET /apps/users/two_step', {})).recovery_codes_left

const auditOf = async ({ id }: UserRow) => {
  const rows = await server.deps.db
    .selectFrom('audit_log')
    .select('deed')
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ deed }) => deed)
}

describe('recovery codes', () => {
  test('[AH-55] switching the second step on gives ten codes, and later sign-ins give none', async () => {
    const { user, they, secret, codes } = await careful()
    assert.equal(new Set(codes).size, 10)
    for (const code of codes) assert.match(code, /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    assert.equal(await left(they), 10)
    now += 30_000
    const elsewhere = await client(server).as(user.login)
    assert.equal(await left(elsewhere), null)
    assert.equal((await elsewhere.pass(codeFor(secret))).recovery_codes, undefined)
  })

  for (const manner of ['as', 'asApplet'] as const)
    test(`[AH-55] each code stands once for the authenticator’s, as it was typed: ${manner}`, async () => {
      const { user, codes } = await careful()
      for (const [n, typed] of [
        codes[0]!.toLowerCase().replace('-', ' '),
        ` ${codes[1]!.replace('-', '')} `,
      ].entries()) {
        const they = await client(server)[manner](user.login)
        const answer = await they.renew(RECOVER, { code: typed })
        assert.equal(answer.recovery_codes_left, 9 - n)
        await they.call(LIST, {})
        assert.equal(await left(they), 9 - n)
      }
      assert.deepEqual(
        (await auditOf(user)).filter((deed) => deed.startsWith('recovery')),
        ['recovery_code_used', 'recovery_code_used'],
      )
    })

  test('[AH-55] the user is notified of each use, in the messages and by mail', async () => {
    const { user, codes } = await careful()
    const email = `r${user.id}@school.example`
    await server.deps.db.updateTable('users').set({ email }).where('id', '=', user.id).execute()
    const they = await client(server).as(user.login)
    await they.renew(RECOVER, { code: codes[3]! })
    const { messages, total_unread_message_count: unread } = await they.call('GET /apps/messages/get_list', {})
    const notice = messages[0]!.most_recent_message.notice!
    assert.deepEqual([unread, notice.action, notice.count], [1, 'recovery_code_used', 9])
    const { mail } = await office.waitFor(email)
    assert.match(mail.text!, /9 个恢复码/)
    assert.match(mail.text!, /http:\/\/drive\.example\/settings\/security/)
    assert.ok(!mail.text!.includes(codes[3]!))
  })

  test('[AH-55] new codes take the password and void the old ones', async () => {
    const { user, they, codes } = await careful()
    await they.refused(RENEW, { password: 'guessed' }, 'wrong_password')
    const { recovery_codes: fresh } = await they.call(RENEW, { password })
    assert.equal(new Set([...fresh, ...codes]).size, 20)
    const elsewhere = await client(server).as(user.login)
    await elsewhere.refused(RECOVER, { code: codes[0]! }, 'wrong_code')
    await elsewhere.renew(RECOVER, { code: fresh[0]! })
    assert.ok((await auditOf(user)).includes('recovery_codes_made'))
  })

  test('[AH-55] switching the step off voids the codes, and there are none to make', async () => {
    const { user, they, codes } = await careful()
    await they.call('POST /apps/users/two_step/disable', { password })
    await they.refused(RENEW, { password }, 'permission_denied')
    await they.refused(RECOVER, { code: codes[0]! }, 'wrong_code')
    now += 60_000
    const again = await careful(user)
    const elsewhere = await client(server).as(user.login)
    await elsewhere.refused(RECOVER, { code: codes[0]! }, 'wrong_code')
    await elsewhere.renew(RECOVER, { code: again.codes[0]! })
  })

  test('[AH-55] an administrator’s reset of the second step voids the codes', async () => {
    const enterprise = await make.enterprise()
    const boss = await client(server).as((await make.user({ enterprise, role: 'owner' })).login)
    const { user, codes } = await careful(await make.user({ enterprise }))
    await boss.call('POST /admin/people/reset_second_step', { user_id: user.id })
    const they = await client(server).as(user.login)
    await they.refused(RECOVER, { code: codes[0]! }, 'wrong_code')
    const rows = await server.deps.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', user.id).execute()
    assert.deepEqual(rows, [])
  })
})
