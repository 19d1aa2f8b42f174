import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { sql } from 'kysely'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { inTransaction } from '../../../server/database/transaction'
import { client, Client, password } from '../../support/client'
import { factories } from '../../support/factories'
import { PostOffice, tokenIn } from '../../support/mail/PostOffice'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

let office: PostOffice
let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let now = Date.parse('2026-03-01T08:00:00Z')
const log: string[] = []
const baseUrl = 'http://drive.example'
const ASK = 'POST /apps/users/forgotten_password'
const fresh = 'a long own password'

before(async () => {
  office = await PostOffice.open()
  server = await startTestServer({
    clock: () => new Date(now),
    config: { mail: office.configuration, baseUrl, trustedProxies: 1 },
    watch: (statement) => log.push(statement),
  })
  make = factories(server.deps)
  school = await make.enterprise()
})
after(async () => {
  await server.close()
  await office.close()
})

let serial = 0
const network = () => `198.${(serial += 1) >> 8}.${serial & 255}.1`

/** A visitor on the sign-in page, at a network of their own. */
async function visitor(address = network()): Promise<Client> {
  const they = client(server).visitor
  they.headers = { 'x-forwarded-for': address }
  const { csrf_token } = await they.call('GET /apps/users/get_base_info', {})
  they.headers = { ...they.headers, requesttoken: csrf_token }
  return they
}

async function person(values: { enterprise?: EnterpriseRow; email?: string; role?: 'owner' } = {}): Promise<UserRow> {
  const made = await make.user({ enterprise: school, ...values })
  const email = values.email ?? `f${made.id}@school.example`
  await server.deps.db.updateTable('users').set({ email }).where('id', '=', made.id).execute()
  return { ...made, email }
}

const ask = async (login: string, they?: Client) => (they ?? (await visitor())).call(ASK, { login })
const accepting = (token: string) => ({ token, new_password: fresh })

/** Ends the pause before the next attempt to send a mail. The clock stays: if it moved, the lease of a job that has just begun would seem to have ended. */
async function endPause(): Promise<void> {
  await sql`update jobs set run_at = ${new Date(now)}
    where kind = 'answer_forgotten_password' and state = 'waiting' and attempts > 0`.execute(server.deps.db)
}

/** Waits until no request is left to answer. */
const answered = () =>
  until('all requests are answered', async () => {
    const { rows } = await sql`select from jobs where kind = 'answer_forgotten_password'`.execute(server.deps.db)
    return rows.length === 0
  })

describe('a forgotten password', () => {
  for (const [by, name] of [
    ['login', (user: UserRow) => user.login.toUpperCase()],
    ['e-mail address', (user: UserRow) => ` ${user.email.toUpperCase()} `],
  ] as const)
    test(`[DIR-04] somebody names their ${by}, gets a link, sets a password and is signed in`, async () => {
      const user = await person()
      await ask(name(user))
      const posted = await office.waitFor(user.email)
      assert.ok(posted.mail.text?.includes('1 小时'), 'the mail does not say how long the link lives')
      const they = await visitor()
      await they.call('POST /welcome/accept', accepting(tokenIn(posted)))
      await client(server).as(user.login, fresh)
      await they.refused('POST /welcome/accept', accepting(tokenIn(posted)), 'sign_in_link_invalid')
    })

  test('[DIR-04] unknown names, deactivated people and known ones get the same answer, and only known ones a mail', async () => {
    const [known, gone] = [await person(), await person()]
    await server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', gone.id).execute()
    const they = await visitor()
    const count = office.posted.length
    const replies = []
    const names = [known.login, gone.login, gone.email, 'nobody@school', "' or 1=1 --", '\u202e', 'x'.repeat(900)]
    for (const login of names) {
      const { body, status } = await they.send(ASK, { login })
      replies.push(JSON.stringify({ body, status }))
    }
    assert.equal(new Set(replies).size, 1)
    await answered()
    assert.equal(office.to(known.email).length, 1)
    assert.equal(office.posted.length, count + 1)
  })

  test('[DIR-04] the reply does not look at the accounts, so its time tells nothing', async () => {
    const user = await person()
    const they = await visitor()
    await inTransaction(server.deps.db, async (transaction) => {
      // Whoever reads the accounts waits until the end of this transaction.
      await sql`lock table users in access exclusive mode`.execute(transaction)
      for (const login of [user.login, user.email, 'nobody@school']) await they.call(ASK, { login })
    })
    await office.waitFor(user.email)
    await answered()
  })

  test('[DIR-04] a mail that the server refuses for the moment is sent later', async () => {
    const user = await person()
    office.refusal = 451
    await ask(user.login)
    await until('a refusal', () => office.refused > 0)
    office.refusal = null
    await until('the mail', async () => {
      await endPause()
      return office.to(user.email).length === 1
    })
    await answered()
  })

  test('[DIR-04] a mailbox of many people of an organisation gets 25 mails a day at most, then requests wait', async () => {
    const email = `shared${(serial += 1)}@school.example`
    const [user, twin] = [await person({ email }), await person({ email: email.replace('@', '+twin@') })]
    await ask(user.login)
    await answered()
    const { db } = server.deps
    const all = db.updateTable('login_attempts').where('subject', 'like', `mails:forgotten-to:${school.id}:%`)
    await all.set({ failures: 25 }).execute()
    await ask(twin.login)
    await answered()
    assert.deepEqual([office.to(user.email).length, office.to(twin.email).length], [1, 0])
    const waits = await db.selectFrom('password_requests').selectAll().where('user_id', '=', twin.id).execute()
    assert.equal(waits.length, 1)
    await all.set({ failures: 0 }).execute()
  })

  test('[DIR-04] a mailbox gets five mails a day at most, however many networks ask', async () => {
    const user = await person()
    for (let n = 0; n < 12; n += 1) {
      await ask(n % 2 === 0 ? user.login : user.email)
      await answered()
    }
    assert.equal(office.to(user.email).length, 5)
    const waiting = server.deps.db.selectFrom('password_requests').selectAll().where('user_id', '=', user.id)
    assert.equal((await waiting.execute()).length, 1, 'strangers must not end the person’s way back')
    now += 25 * 3_600_000
    await ask(user.login)
    await office.waitFor(user.email, 6)
  })

  test('[DIR-04] one network asks twenty times, then waits; others go on', async () => {
    const they = await visitor()
    for (let n = 0; n < 21; n += 1) await they.call(ASK, { login: `guess${n}` })
    await they.refused(ASK, { login: 'guess' }, 'login_too_often')
    await ask('guess')
    await answered()
  })

  test('[DIR-04] one site asks a hundred times, then waits; others go on', async () => {
    await ask('guess', await visitor('203.0.113.1'))
    const counts = server.deps.db.updateTable('login_attempts').where('subject', '=', 'forgotten:203.0.113.0/24')
    await counts.set({ failures: 100 }).execute()
    await ask('guess', await visitor('203.0.113.2'))
    await (await visitor('203.0.113.3')).refused(ASK, { login: 'guess' }, 'login_too_often')
    await ask('guess', await visitor('203.0.114.3'))
    await answered()
  })

  test('[DIR-04] an organisation gets 500 mails a day at most, then requests wait', async () => {
    const enterprise = await make.enterprise()
    const [first, second] = [await person({ enterprise }), await person({ enterprise })]
    await ask(first.login)
    await office.waitFor(first.email)
    const counts = server.deps.db.updateTable('login_attempts')
    await counts.set({ failures: 500 }).where('subject', '=', `mails:organisation:${enterprise.id}`).execute()
    await ask(second.login)
    await answered()
    assert.equal(office.to(second.email).length, 0)
    const waiting = server.deps.db.selectFrom('password_requests').selectAll().where('user_id', '=', second.id)
    assert.equal((await waiting.execute()).length, 1)
  })

  test('[DIR-04] the address of a link is the configured one, whatever the request says', async () => {
    const user = await person()
    const they = await visitor()
    // A request for another host is not answered at all.
    for (const forged of [
      { 'x-forwarded-host': 'evil.example' },
      { 'x-forwarded-host': 'drive.example.evil.example' },
    ]) {
      const { status } = await they.request('POST', `/api${ASK.slice('POST '.length)}`, '{"login":"x"}', forged)
      assert.equal(status, 421)
    }
    // The name of this machine is answered, but is not the configured one.
    they.headers = { ...they.headers, 'x-forwarded-host': 'localhost', 'x-forwarded-proto': 'https' }
    await they.call(ASK, { login: user.login })
    const { mail } = await office.waitFor(user.email)
    assert.ok(mail.text?.includes(`${baseUrl}/welcome#`), 'the link has another address')
    assert.doesNotMatch(`${mail.text}${mail.html}`, /evil|127\.0\.0\.1|localhost/)
  })

  test('[DIR-04] a page of another site and a page without our token cannot ask', async () => {
    const foreign = await visitor()
    foreign.headers = { ...foreign.headers, origin: 'https://evil.example' }
    await foreign.refused(ASK, { login: 'x' }, 'security_check_failed')
    await client(server).visitor.refused(ASK, { login: 'x' }, 'security_check_failed')
  })

  test('[DIR-04] a link of the sign-in page does not replace the link of an administrator', async () => {
    const boss = await client(server).as((await person({ role: 'owner' })).login)
    const email = 'invited@school.example'
    const { link } = await boss.call('POST /admin/people/create', { login: 'invited', name: 'I', email })
    await ask('invited')
    await office.waitFor(email)
    await (await visitor()).call('POST /welcome/info', { token: link.url.split('#')[1]! })
  })

  for (const [what, change] of [
    ['an hour', async () => void (now += 3_600_001)],
    [
      'a change of the password',
      async (_user: UserRow, they: Client) => {
        await they.renew('POST /apps/users/password', { password, new_password: 'another long password' })
      },
    ],
    ['a sign-in', async (user: UserRow) => void (await client(server).as(user.login))],
    [
      'another link',
      async (user: UserRow) => {
        await ask(user.login)
        await office.waitFor(user.email, 2)
      },
    ],
    [
      'another address',
      async (user: UserRow) =>
        void (await server.deps.db
          .updateTable('users')
          .set({ email: 'n@x.example' })
          .where('id', '=', user.id)
          .execute()),
    ],
    [
      'a deactivation',
      async (user: UserRow) =>
        void (await server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute()),
    ],
  ] as const)
    test(`[DIR-04] a link is worth nothing after ${what}`, async () => {
      const user = await person()
      const they = await client(server).as(user.login)
      await ask(user.login)
      const token = tokenIn(await office.waitFor(user.email))
      await answered()
      await (await visitor()).call('POST /welcome/info', { token })
      await change(user, they)
      await (await visitor()).refused('POST /welcome/accept', accepting(token), 'sign_in_link_invalid')
    })

  test('[DIR-04] no token stands in the database, in a statement or in the audit log', async () => {
    const user = await person()
    await ask(user.login)
    const token = tokenIn(await office.waitFor(user.email))
    await answered()
    for (const table of ['sign_in_links', 'audit_log', 'jobs', 'login_attempts'] as const) {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(server.deps.db)
      assert.ok(!JSON.stringify(rows).includes(token), `${table} holds the token`)
    }
    assert.ok(!log.some((statement) => statement.includes(token)), 'a statement contains the token')
  })

  test('[DIR-04] the second step is still asked for', async () => {
    const user = await person()
    const before = await client(server).as(user.login)
    const { secret } = await before.call('POST /apps/users/two_step/begin', { password })
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })
    await before.pass(code())
    await ask(user.login)
    const they = await visitor()
    const answer = await they.call('POST /welcome/accept', {
      ...accepting(tokenIn(await office.waitFor(user.email))),
      scenario: 'applet',
    })
    const signedIn = new Client(server.url)
    signedIn.headers = { 'auth-token': answer.auth_token! }
    await signedIn.refused('GET /apps/frequently_used_items/get_space_info', {}, 'force_two_step')
    now += 60_000
    await signedIn.pass(code())
    await signedIn.call('GET /apps/frequently_used_items/get_space_info', {})
  })
})

describe('people who sign on at a provider', () => {
  test('[DIR-04] [DIR-01] whoever has no password gets no link, but learns where to sign on', async () => {
    const user = await person()
    const { db } = server.deps
    const known = { enterprise_id: school.id, issuer: 'https://id.example' }
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
    await db
      .insertInto('sign_on_providers')
      .values({
        ...known,
        is_on: true,
        label: '校园账号',
        client_id: 'x',
        client_secret: null,
        link_by: 'email',
        creates_people: false,
        group_rules: '[]',
        signs_out: false,
        changed_at: new Date(now),
      })
      .execute()
    const identity = { ...known, subject: 'x', user_id: user.id, linked_at: new Date(now) }
    await db.insertInto('sign_on_identities').values(identity).execute()
    await ask(user.login)
    const { mail } = await office.waitFor(user.email)
    assert.ok(mail.text?.includes('校园账号'), 'the mail does not name the provider')
    assert.doesNotMatch(mail.text ?? '', /welcome#/)
  })
})

describe('people without an address', () => {
  test('[DIR-04] administrators see their request until they make a link or the person signs in', async () => {
    const enterprise = await make.enterprise()
    const boss = await client(server).as((await person({ enterprise, role: 'owner' })).login)
    const [helped, remembers] = [await person({ enterprise, email: '' }), await person({ enterprise, email: '' })]
    for (const { login } of [helped, remembers]) await ask(login)
    await answered()
    const asked = async () => {
      const { people } = await boss.call('GET /admin/people/list', { has_asked: true })
      return people.map(({ id, password_asked_at: at }) => [id, at])
    }
    const at = Math.floor(now / 1000)
    assert.deepEqual(
      (await asked()).sort(),
      [
        [helped.id, at],
        [remembers.id, at],
      ].sort(),
    )
    const { entries } = await boss.call('GET /apps/audit/list', { deed: 'password_asked' })
    assert.equal(entries.length, 2)
    await client(server).as(remembers.login)
    assert.deepEqual(await asked(), [[helped.id, at]])
    const { link } = await boss.call('POST /admin/people/reset_password', { user_id: helped.id })
    assert.deepEqual(await asked(), [])
    await (await visitor()).call('POST /welcome/accept', accepting(link.url.split('#')[1]!))
  })

  test('[DIR-04] a mail server that refuses to the end leaves the request to the administrators', async () => {
    const enterprise = await make.enterprise()
    const boss = await client(server).as((await person({ enterprise, role: 'owner' })).login)
    const user = await person({ enterprise })
    office.refusal = 550
    await ask(user.login)
    const found = await until('the request', async () => {
      await endPause()
      return (await boss.call('GET /admin/people/list', { has_asked: true })).people[0]
    })
    office.refusal = null
    assert.equal(found.id, user.id)
    await answered()
  })
})
