import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '../../../server/database/transaction'
import { client } from '../../support/client'
import { WeComSchool } from '../../support/messengers/weComSchool'
import { SignOnBrowser } from '../../support/session/SignOnBrowser'
import { until } from '../../support/until'

/* Signing in with WeCom: at a QR code on a computer, and in WeCom's browser. */

const USER_INFO = '/cgi-bin/auth/getuserinfo'
const inWeCom = {
  'user-agent': 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile MicroMessenger/7.0.1 wxwork/4.1.16 Language/zh',
}

let at: WeComSchool
let now = Date.parse('2026-03-01T08:00:00Z')

before(async () => {
  at = await WeComSchool.open({ clock: () => new Date(now) })
})
beforeEach(async () => {
  now += 61_000
  at.standIn.faults.clear()
  at.standIn.weCom.fill()
  await at.configure()
})
after(() => at.close())

const isScreen = (url: URL) => url.origin === at.server.url && !url.pathname.startsWith('/api/')
const isReturn = (url: URL) => url.pathname === '/api/wecom/return'
const start = (redirect = '', organisation = at.school.id) =>
  `${at.server.url}/api/wecom/start?organisation=${organisation}&redirect=${encodeURIComponent(redirect)}`

/** Signs in as a member in a browser. @returns the code of the refusal; null after success */
async function signIn(who: string | null, browser = new SignOnBrowser(), headers = {}): Promise<string | null> {
  at.standIn.weCom.who = who
  const { url } = await browser.open(start(), { until: isScreen, headers })
  return url.searchParams.get('refused')
}

async function whoIs(browser: SignOnBrowser) {
  const they = client(at.server).visitor
  they.headers = { cookie: browser.cookieFor(new URL(at.server.url)) }
  return (await they.call('GET /apps/users/get_base_info', {})).user_info?.id
}

let serial = 0
const userid = () => `member${(serial += 1)}`

describe('signing in with WeCom', () => {
  test('[DIR-03] a person whom the directory links is signed in by QR code and in WeCom’s browser, and goes where they wanted', async () => {
    const id = userid()
    const user = await at.person(id)
    for (const [headers, page] of [
      [{}, '/wwlogin/sso/login'],
      [inWeCom, '/connect/oauth2/authorize'],
    ] as const) {
      at.standIn.weCom.who = id.toUpperCase()
      const browser = new SignOnBrowser()
      const { url } = await browser.open(start('/files/own'), { until: isScreen, headers })
      assert.equal(url.href, `${at.server.url}/files/own`)
      assert.equal(new URL(browser.trail[1]!).pathname, page)
      assert.equal(await whoIs(browser), user.id)
    }
    const { entries } = await at.boss.call('GET /apps/audit/list', { user_id: user.id })
    assert.deepEqual(
      entries.map(({ deed }) => deed),
      ['signed_on', 'signed_on'],
    )
  })

  test('[DIR-03] [AH-55] the sign-in page offers WeCom only where it is configured and switched on', async () => {
    const { visitor } = client(at.server)
    const ways = async () => (await visitor.call('GET /apps/users/sign_on_ways', {})).ways
    const way = { kind: 'wecom', enterprise_id: at.school.id, label: '企业微信', is_automatic: false }
    assert.deepEqual(await ways(), [way])
    const phone = client(at.server).visitor
    phone.headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14; V2309A) Chrome/126 Mobile Safari/537.36' }
    const onPhone = async () => {
      const answer = await phone.call('GET /apps/users/sign_on_ways', {})
      return [answer.ways, answer.opens_in_wecom]
    }
    assert.deepEqual(await onPhone(), [[], true])
    await at.configure({ offers_sign_in: false })
    assert.deepEqual(await ways(), [])
    assert.deepEqual(await onPhone(), [[], false])
    assert.equal(await signIn('x'), 'sign_on_missing')
    await at.configure({ is_on: false })
    assert.deepEqual(await ways(), [])
    assert.equal(await signIn('x'), 'sign_on_missing')
    await at.boss.call('POST /admin/wecom/remove', {})
    assert.deepEqual(await ways(), [])
    assert.equal(await signIn('x'), 'sign_on_missing')
  })

  test('[DIR-03] a token that WeCom no longer accepts is fetched anew', async () => {
    const id = userid()
    await at.person(id)
    assert.equal(await signIn(id), null)
    at.standIn.expireTokens()
    assert.equal(await signIn(id), null)
    at.standIn.forgetTokens()
    assert.equal(await signIn(id), null)
  })
})

describe('the way back', () => {
  /** Goes as far as the address to which WeCom sends the browser back. */
  async function returnOf(browser: SignOnBrowser, redirect = ''): Promise<string> {
    const id = userid()
    await at.person(id)
    at.standIn.weCom.who = id
    return (await browser.open(start(redirect), { until: isReturn })).url.href
  }
  const follow = async (browser: SignOnBrowser, address: string) =>
    (await browser.open(address, { until: isScreen })).url

  test('[DIR-03] another browser cannot complete a sign-on (login CSRF), and the right one still can', async () => {
    const [attacker, victim] = [new SignOnBrowser(), new SignOnBrowser()]
    const address = await returnOf(attacker)
    assert.equal((await follow(victim, address)).searchParams.get('refused'), 'sign_on_failed')
    assert.equal(await whoIs(victim), undefined)
    assert.equal((await follow(attacker, address)).searchParams.get('refused'), null)
  })

  test('[DIR-03] a state and a code work once', async () => {
    const browser = new SignOnBrowser()
    const address = await returnOf(browser)
    const cookie = browser.cookieFor(new URL(at.server.url))
    assert.equal((await follow(browser, address)).pathname, '/')
    const asked = at.standIn.count(USER_INFO)
    const replay = await fetch(address, { redirect: 'manual', headers: { cookie } })
    assert.match(replay.headers.get('location') ?? '', /refused=sign_on_failed/)
    assert.equal(at.standIn.count(USER_INFO), asked)
    // A used code with a fresh state: WeCom refuses it.
    const fresh = new SignOnBrowser()
    const forged = new URL(await returnOf(fresh))
    forged.searchParams.set('code', new URL(address).searchParams.get('code')!)
    assert.equal((await follow(fresh, forged.href)).searchParams.get('refused'), 'sign_on_failed')
    assert.equal(await whoIs(fresh), undefined)
  })

  test('[DIR-03] a guessed state, a missing one, one of an hour ago and a missing code are refused', async () => {
    const browser = new SignOnBrowser()
    const address = new URL(await returnOf(browser))
    for (const state of ['guess', '']) {
      const forged = new URL(address)
      forged.searchParams.set('state', state)
      assert.equal((await follow(browser, forged.href)).searchParams.get('refused'), 'sign_on_failed')
    }
    const late = new SignOnBrowser()
    const old = await returnOf(late)
    now += 3_600_000
    assert.equal((await follow(late, old)).searchParams.get('refused'), 'sign_on_failed')
    const without = new SignOnBrowser()
    const codeless = new URL(await returnOf(without))
    codeless.searchParams.delete('code')
    assert.equal((await follow(without, codeless.href)).searchParams.get('refused'), 'sign_on_failed')
  })

  test('[DIR-03] a sign-on that began at WeCom is not completed at another provider, nor the other way round', async () => {
    const browser = new SignOnBrowser()
    const address = await returnOf(browser)
    const elsewhere = address.replace('/api/wecom/return', '/api/sign_on/callback')
    const cookie = browser.cookieFor(new URL(at.server.url)).replace('satchel_wecom', 'satchel_sign_on')
    const answer = await fetch(elsewhere, { redirect: 'manual', headers: { cookie } })
    assert.match(answer.headers.get('location') ?? '', /refused=sign_on_failed/)
    assert.equal((await follow(browser, address)).searchParams.get('refused'), null)
  })

  for (const [redirect, expected] of [
    ['/files/own', '/files/own'],
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    ['javascript:alert(1)', '/'],
  ] as const)
    test(`[DIR-03] after signing in, ${JSON.stringify(redirect)} leads to ${expected}`, async () => {
      const browser = new SignOnBrowser()
      const url = await follow(browser, await returnOf(browser, redirect))
      assert.equal(url.href, `${at.server.url}${expected}`)
    })

  test('[DIR-03] the address to which WeCom sends the browser is ours, whatever the headers say', async () => {
    const headers = { 'x-forwarded-host': 'evil.example' }
    const answer = await fetch(start(), { redirect: 'manual', headers })
    const target = new URL(answer.headers.get('location')!)
    assert.equal(target.searchParams.get('redirect_uri'), `${at.server.url}/api/wecom/return`)
    assert.ok(!target.href.includes(at.standIn.weCom.secret), 'the secret leaves the server')
  })

  test('[DIR-03] the database holds neither the state nor a secret in the clear', async () => {
    const state = new URL(await returnOf(new SignOnBrowser())).searchParams.get('state')!
    const { secret, contactsSecret } = at.standIn.weCom
    for (const table of ['sign_on_attempts', 'wecom_directories', 'messenger_tokens', 'audit_log'] as const) {
      const { rows } = await sql`select ${sql.ref(table)}::text as row from ${sql.table(table)}`.execute(
        at.server.deps.db,
      )
      const hex = (text: string) => Buffer.from(text).toString('hex')
      const shown = [state, secret, contactsSecret, at.secrets.callback_token, at.secrets.callback_key]
      for (const text of shown)
        for (const form of [text, hex(text)]) assert.ok(!JSON.stringify(rows).includes(form), `${table} holds a secret`)
    }
  })
})

describe('people', () => {
  test('[DIR-03] members whom the directory does not link, strangers and deactivated people are refused alike', async () => {
    const gone = userid()
    const { id } = await at.person(gone)
    await at.server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
    for (const who of ['nobody', gone, null]) assert.equal(await signIn(who), 'sign_on_unknown')
  })

  test('[DIR-03] a userid that equals the login of an administrator signs nobody in', async () => {
    assert.equal(await signIn(at.owner.login), 'sign_on_unknown')
  })

  test('[DIR-03] a linked person who is deactivated is signed out and refused', async () => {
    const who = userid()
    const { id } = await at.person(who)
    const browser = new SignOnBrowser()
    assert.equal(await signIn(who, browser), null)
    await at.boss.call('POST /admin/people/deactivate', { user_ids: [id] })
    assert.equal(await whoIs(browser), undefined)
    assert.equal(await signIn(who), 'sign_on_unknown')
  })

  test('[DIR-03] a person who is deactivated after the directory was asked gets no session', async () => {
    const who = userid()
    const { id } = await at.person(who)
    const { db } = at.server.deps
    const browser = new SignOnBrowser()
    at.standIn.weCom.who = who
    const back = (await browser.open(start(), { until: isReturn })).url.href
    const answer = await inTransaction(db, async (transaction) => {
      // The account is read again together with its organisation, at the end.
      await sql`lock table enterprises in access exclusive mode`.execute(transaction)
      const opening = browser.open(back, { until: isScreen })
      await until('the account is read', async () => {
        const locks = sql`select from pg_locks where not granted and relation = 'enterprises'::regclass`
        return (await locks.execute(db)).rows.length > 0
      })
      await transaction.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
      return { opening }
    })
    assert.equal((await answer.opening).url.searchParams.get('refused'), 'sign_on_unknown')
  })

  test('[DIR-03] another organisation in WeCom ends all links: its userids are other people', async () => {
    const who = userid()
    await at.person(who)
    const { weCom } = at.standIn
    weCom.corpId = 'wwother'
    try {
      const directory = at.settings()
      await at.boss.refused('POST /admin/wecom/set', { directory }, 'wecom_secret')
      await at.configure()
      assert.equal(await signIn(who), 'sign_on_unknown')
    } finally {
      weCom.corpId = 'wwschool'
    }
  })

  test('[DIR-03] a person of another organisation here is never signed in, even if a link names them', async () => {
    const foreign = await at.make.user({ enterprise: await at.make.enterprise() })
    const who = userid()
    await at.link(foreign, who)
    assert.equal(await signIn(who), 'sign_on_unknown')
  })

  test('[DIR-03] the second step that the organisation wants is asked for', async () => {
    const who = userid()
    await at.person(who)
    const browser = new SignOnBrowser()
    assert.equal(await signIn(who, browser), null)
    const they = client(at.server).visitor
    they.headers = { cookie: browser.cookieFor(new URL(at.server.url)) }
    const set = (force_two_step: boolean) =>
      at.server.deps.db.updateTable('enterprises').set({ force_two_step }).where('id', '=', at.school.id).execute()
    await set(true)
    await they.refused('GET /apps/frequently_used_items/get_space_info', {}, 'force_two_step')
    await set(false)
  })
})

describe('WeCom that fails', () => {
  for (const fault of [
    -1,
    45009,
    'html',
    'cut',
    'endless',
    'redirect',
    { text: '{"errcode":0,"userid":"a\\u0000b"}' },
  ] as const)
    test(`[DIR-03] ${JSON.stringify(fault)} in place of the member signs nobody in`, async () => {
      const who = userid()
      await at.person(who)
      at.standIn.fail(USER_INFO, fault)
      const browser = new SignOnBrowser()
      assert.equal(await signIn(who, browser), 'sign_on_unreachable')
      assert.equal(await whoIs(browser), undefined)
      now += 11_000
    })

  test('[DIR-03] userids of other forms sign nobody in', async () => {
    for (const value of [7, {}, ['a'], ' a', 'a b', '王', `${'a'.repeat(65)}`]) {
      at.standIn.fail(USER_INFO, { text: JSON.stringify({ errcode: 0, userid: value }) })
      assert.equal(await signIn('x'), 'sign_on_unreachable')
    }
  })
})
