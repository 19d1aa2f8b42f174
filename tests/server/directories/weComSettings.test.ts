import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { client } from '../../support/client'
import { WeComSchool } from '../../support/messengers/weComSchool'

/* WeCom as a directory in the console: who may set it up, and what is refused. */

const SET = 'POST /admin/wecom/set'
let at: WeComSchool
let now = Date.parse('2026-03-01T08:00:00Z')

before(async () => {
  at = await WeComSchool.open({ clock: () => new Date(now) })
})
beforeEach(() => {
  now += 61_000
  at.standIn.faults.clear()
  at.standIn.asked.length = 0
})
after(() => at.close())

describe('the settings of WeCom', () => {
  test('[DIR-03] an owner stores them, and reads what to enter in WeCom; nobody reads a secret', async () => {
    assert.equal((await at.boss.call('GET /admin/wecom/get', {})).directory, null)
    await at.configure({ label: ' 明德企业微信 ' })
    const found = await at.boss.call('GET /admin/wecom/get', {})
    assert.deepEqual(found.directory, {
      id: found.directory!.id,
      ...at.settings({ label: '明德企业微信' }),
      has_contacts_secret: true,
      has_callback: true,
    })
    assert.equal(found.callback_url, `${at.server.url}/api/wecom/events/${at.school.id}`)
    assert.equal(found.domain, new URL(at.server.url).host)
    const { overview } = await at.boss.call('GET /admin/overview', {})
    assert.deepEqual(overview.configured.messengers, ['wecom'])
    const { entries } = await at.boss.call('GET /apps/audit/list', { deed: 'directory_changed' })
    assert.ok(entries.length > 0, 'the change is not in the audit log')
    for (const secret of Object.values(at.secrets))
      assert.ok(!JSON.stringify([found, entries]).includes(secret), 'a secret shows')
  })

  test('[DIR-03] secrets that are not given stay, and empty ones are removed', async () => {
    await at.configure()
    await at.boss.call(SET, { directory: at.settings({ label: 'x' }) })
    const { directory: kept } = await at.boss.call('GET /admin/wecom/get', {})
    assert.deepEqual([kept?.has_contacts_secret, kept?.has_callback], [true, true])
    const removed = { contacts_secret: '', callback_token: '', callback_key: '' }
    const { directory } = await at.boss.call(SET, { directory: at.settings(), ...removed })
    assert.deepEqual([directory.has_contacts_secret, directory.has_callback], [false, false])
  })

  test('[DIR-03] only owners read and change them', async () => {
    for (const role of ['people', 'auditor', null] as const) {
      const they = await client(at.server).as((await at.make.user({ enterprise: at.school, role })).login)
      await they.refused('GET /admin/wecom/get', {}, 'permission_denied')
      await they.refused(SET, { directory: at.settings(), ...at.secrets }, 'permission_denied')
      await they.refused('POST /admin/wecom/remove', {}, 'permission_denied')
    }
    assert.equal(at.standIn.asked.length, 0)
  })

  for (const [field, change] of Object.entries({
    label: { directory: { label: ' ' } },
    corp_id: { directory: { corp_id: 'a b' } },
    secret: { secret: 'short' },
    contacts_secret: { contacts_secret: 'with blanks in it' },
    callback_token: { callback_token: 'a-b' },
    callback_key: { callback_key: 'x'.repeat(42) },
  } as Record<string, { directory?: object }>))
    test(`[DIR-03] a fault of ${field} is named, and WeCom is not asked`, async () => {
      const input = { ...at.secrets, ...change, directory: { ...at.settings(), ...change.directory } }
      const { entry } = await at.boss.refused(SET, input, 'sign_on_settings')
      assert.equal(entry.field, field)
      assert.equal(at.standIn.asked.length, 0)
    })

  test('[DIR-03] the token of a callback without its key is a fault, and the other way round', async () => {
    const bare = { directory: at.settings(), secret: at.secrets.secret, callback_token: '', callback_key: '' }
    const token = await at.boss.refused(SET, { ...bare, callback_token: 'token123' }, 'sign_on_settings')
    assert.equal(token.entry.field, 'callback_key')
    const key = await at.boss.refused(SET, { ...bare, callback_key: at.secrets.callback_key }, 'sign_on_settings')
    assert.equal(key.entry.field, 'callback_token')
  })

  test('[DIR-03] WeCom decides about id, secrets and app before anything is stored', async () => {
    await at.boss.call('POST /admin/wecom/remove', {})
    const { secrets } = at
    for (const [input, code] of [
      [{ directory: at.settings({ corp_id: 'wwnobody' }), ...secrets }, '40013'],
      [{ directory: at.settings(), ...secrets, secret: 'another-secret' }, '40001'],
      [{ directory: at.settings(), ...secrets, contacts_secret: 'another-secret' }, '40001'],
      [{ directory: at.settings({ agent_id: 7 }), ...secrets }, '301002'],
    ] as const) {
      const { entry } = await at.boss.refused(SET, input, 'wecom_refused')
      assert.ok(entry.error_tr_msg.includes(code), entry.error_tr_msg)
    }
    for (const fault of ['cut', 'html'] as const) {
      at.standIn.fail('/cgi-bin/gettoken', fault)
      await at.boss.refused(SET, { directory: at.settings(), ...secrets }, 'sign_on_unreachable')
    }
    assert.equal((await at.boss.call('GET /admin/wecom/get', {})).directory, null)
  })

  test('[DIR-03] an organisation in WeCom belongs to one organisation here', async () => {
    await at.configure()
    const other = await at.make.user({ enterprise: await at.make.enterprise(), role: 'owner' })
    const they = await client(at.server).as(other.login)
    await they.refused(SET, { directory: at.settings(), ...at.secrets }, 'wecom_taken')
    await at.boss.call('POST /admin/wecom/remove', {})
    await they.call(SET, { directory: at.settings(), ...at.secrets })
    await they.call('POST /admin/wecom/remove', {})
  })

  test('[DIR-03] knowing the id of an organisation is not enough to use the token of its secret', async () => {
    await at.configure()
    const other = await at.make.user({ enterprise: await at.make.enterprise(), role: 'owner' })
    const they = await client(at.server).as(other.login)
    await they.refused(SET, { directory: at.settings(), secret: 'a-guessed-secret' }, 'wecom_refused')
  })

  test('[DIR-03] removing keeps the people and ends what WeCom owns', async () => {
    await at.configure()
    const user = await at.person('keeps')
    await at.boss.call('POST /admin/wecom/remove', {})
    assert.equal((await at.boss.call('GET /admin/wecom/get', {})).directory, null)
    const { db } = at.server.deps
    assert.deepEqual(await db.selectFrom('directory_people').selectAll().execute(), [])
    const { person } = await at.boss.call('GET /admin/people/info', { user_id: user.id })
    assert.notEqual(person.state, 'deactivated')
  })
})

describe('one-time links in WeCom', () => {
  const MESSAGE = 'POST /admin/people/message_link'
  async function linkFor(userId: number) {
    const { link } = await at.boss.call('POST /admin/people/reset_password', { user_id: userId })
    return { link, asked: { user_id: userId, token: link.url.split('#')[1]! } }
  }

  test('[ADM-03] the app sends the link to the member, and the audit log does not hold it', async () => {
    await at.configure()
    at.standIn.staff.add('zhao.lei')
    const person = await at.person('Zhao.Lei')
    await at.server.deps.db
      .updateTable('users')
      .set({ name: '<a href="https://evil.example">赵磊</a>' })
      .where('id', '=', person.id)
      .execute()
    const { link, asked } = await linkFor(person.id)
    assert.equal(link.wecom_to, 'zhao.lei')
    at.standIn.sent.length = 0
    await at.boss.call(MESSAGE, asked)
    const [{ to, body }] = at.standIn.sent as [(typeof at.standIn.sent)[number]]
    const { content } = body.text as { content: string }
    assert.deepEqual([to, body.agentid, body.msgtype], ['zhao.lei', at.standIn.weCom.agentId, 'text'])
    assert.ok(content.includes(`\n${link.url}\n`), 'the message has no link')
    assert.ok(content.includes(person.login), 'the message does not name the login')
    assert.ok(!content.includes('<a'), 'a name becomes a link')
    const { entries } = await at.boss.call('GET /apps/audit/list', { deed: 'sign_in_link_messaged' })
    assert.equal(entries[0]?.detail?.user_id, person.id)
    assert.ok(!JSON.stringify(entries).includes(asked.token), 'the log holds the token')
  })

  test('[ADM-03] a message that WeCom refuses or that reaches nobody is reported in words, and the link still works', async () => {
    const hidden = await at.person('hidden')
    const { asked } = await linkFor(hidden.id)
    const { entry } = await at.boss.refused(MESSAGE, asked, 'message_not_sent')
    assert.match(entry.error_tr_msg, /企业微信/)
    for (const field of ['invaliduser', 'unlicenseduser']) {
      at.standIn.fail('/cgi-bin/message/send', { text: JSON.stringify({ errcode: 0, [field]: 'hidden' }) })
      await at.boss.refused(MESSAGE, asked, 'message_not_sent')
    }
    at.standIn.fail('/cgi-bin/message/send', 'html')
    await at.boss.refused(MESSAGE, asked, 'message_not_sent')
    at.standIn.staff.add('hidden')
    await at.boss.call(MESSAGE, asked)
  })

  test('[ADM-03] people without WeCom, foreign tokens, repetition without end and a directory that is off are refused', async () => {
    const stranger = await linkFor((await at.make.user({ enterprise: at.school })).id)
    assert.equal(stranger.link.wecom_to, null)
    await at.boss.refused(MESSAGE, stranger.asked, 'person_without_wecom')
    const member = await at.person('often')
    at.standIn.staff.add('often')
    const { asked } = await linkFor(member.id)
    const mixed = { ...asked, token: stranger.asked.token }
    await at.boss.refused(MESSAGE, mixed, 'sign_in_link_invalid')
    for (let n = 0; n < 20; n += 1) await at.boss.call(MESSAGE, asked)
    await at.boss.refused(MESSAGE, asked, 'message_too_often')
    await at.configure({ is_on: false })
    await at.boss.refused(MESSAGE, asked, 'wecom_missing')
    assert.equal((await linkFor(member.id)).link.wecom_to, null)
  })
})
