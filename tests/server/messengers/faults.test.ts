import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { ShareLink } from '@/contract/shares/shares'
import { readConfiguration } from '../../../server/config/configuration'
import { client, type Client } from '../../support/client'
import { sample } from '../../support/deep'
import { MessengerStandIn, encryptedForApp } from '../../support/messengers/messengerStandIn'
import { makeLink } from '../../support/shares/shares'
import { Sharing } from '../../support/shares/sharing'
import { until } from '../../support/until'

/* WeChat and WeCom when they fail, or when another server answers in their place. */

const SIGN = 'POST /third_party/wechat/signature'
const IDENTIFY = 'POST /v1/wechat_applet/identify'
const PRIVATE = 'POST /v1/wechat_applet/private_message'
const ARRIVE = 'POST /v1/wechat_applet/arrive'
const TOKEN = '/cgi-bin/stable_token'
const TICKET = '/cgi-bin/ticket/getticket'
const SESSION = '/sns/jscode2session'
const SEND = '/cgi-bin/message/subscribe/send'
const baseUrl = 'https://drive.example'

let standIn: MessengerStandIn
let at: Sharing
let link: ShareLink

before(async () => {
  standIn = await MessengerStandIn.start()
  at = await Sharing.open({
    config: {
      baseUrl,
      messengers: {
        ...readConfiguration({}, '/').messengers,
        wechatUrl: standIn.url,
        wechatAccount: { id: 'wxaccount', secret: 'accountsecret' },
        wechatApplet: { id: 'wxapplet', secret: 'appletsecret' },
        visitTemplate: { id: 'visit-template', fields: { thing1: '{item}' } },
        wecomUrl: standIn.url,
        wecom: { id: 'wwcorp', secret: 'corpsecret' },
      },
    },
  })
})
beforeEach(async () => {
  patience(1000)
  at.later(3600)
  standIn.asked.length = 0
  standIn.sent.length = 0
  standIn.faults.clear()
  standIn.forgetTokens()
  await at.server.deps.db.deleteFrom('messenger_tokens').execute()
  link = await makeLink(at.me, await at.make.file({ owner: at.owner }, { name: '通知.txt' }))
})
after(async () => {
  await at.close()
  await standIn.close()
})

/** @param ms how long the server waits for a messenger */
const patience = (ms: number) => Object.assign(at.server.deps.config.messengers, { patience: ms })
const anybody = () => client(at.server).visitor
const jobs = () => at.server.deps.db.selectFrom('jobs').select('last_error').where('kind', '=', 'tell_first_visit')
const sign = (who: Client) => who.refused(SIGN, { url: `${baseUrl}/share/x` }, 'messenger_unavailable')

describe('[CTX-06] [AH-26] [AH-30] a messenger that does not answer', () => {
  for (const fault of sample(['silent', 'slow'] as const, 1)) {
    test(`while it is ${fault}, all other requests are served`, async () => {
      patience(600_000)
      standIn.fail(TOKEN, fault, fault)
      let isWaiting = true
      const waiting = Promise.all([
        ...Array.from({ length: 40 }, () => sign(anybody())),
        at.me.refused(PRIVATE, { share_link_id: link.id }, 'messenger_unavailable'),
      ]).then(() => (isWaiting = false))
      await until('both apps ask for their tokens', () => standIn.count(TOKEN) === 2)
      const user = await at.make.user({ enterprise: at.enterprise })
      await Promise.all([
        at.signIn(user),
        ...Array.from({ length: 25 }, () => at.opened(link)),
        at.me.call('GET /apps/share_links/get', { share_link_id: link.id }),
      ])
      assert.ok(isWaiting)
      standIn.hangUp()
      await waiting
    })

    test(`while it is ${fault}, callers get an error, later callers fail fast for a while, then it is called again`, async () => {
      standIn.fail(TOKEN, fault)
      await sign(anybody())
      await sign(anybody())
      assert.equal(standIn.count(TOKEN), 1)
      at.later(10)
      await anybody().call(SIGN, { url: `${baseUrl}/share/x` })
    })
  }

  test('the other messenger is still called', async () => {
    standIn.fail(TOKEN, 'silent')
    await sign(anybody())
    await anybody().call('POST /third_party/qy_wechat/signature', { url: `${baseUrl}/share/x` })
  })

  test('a first opening is counted, and notified once the messenger answers', async () => {
    const maker = await at.make.user({ enterprise: at.enterprise })
    const phone = await client(at.server).asApplet(maker.login)
    standIn.logins.set('code', { openid: 'openid1', session_key: 'a2V5' })
    await phone.call(IDENTIFY, { type: 'wechat', code: 'code' })
    standIn.accept('openid1', 'visit-template')
    const file = await at.make.file({ owner: maker })
    const { id, unique_name } = await makeLink(phone, file)
    standIn.fail(SEND, 'silent')
    await at.visitorOf({ unique_name }).open()
    const { share_link: seen } = await phone.call('GET /apps/share_links/get', { share_link_id: id })
    assert.equal(seen.visit_count, 1)
    await until('it was tried', async () => (await jobs().executeTakeFirst())?.last_error !== null)
    at.later(60)
    await until('the notification', () => standIn.sent.length === 1)
  })
})

describe('invalid answers of a messenger', () => {
  test('an endless answer is aborted early', async () => {
    patience(600_000)
    standIn.fail(TICKET, 'endless')
    await sign(anybody())
    await until('it was cut off', () => standIn.endlessBytes > 0)
    assert.ok(standIn.endlessBytes < 16_000_000, `${standIn.endlessBytes}`)
  })

  test('a redirect, which would receive the secret, is not followed', async () => {
    standIn.fail(TICKET, 'redirect')
    await sign(anybody())
    assert.equal(standIn.count('/elsewhere'), 0)
  })

  test('an answer of 64 KB is read, one byte more is refused', async () => {
    const long = (bytes: number) => ticket({ errmsg: '' }).replace('"errmsg":""', `"errmsg":"${'x'.repeat(bytes)}"`)
    const room = 65_536 - long(0).length
    standIn.fail(TICKET, { text: long(room + 1) }, { text: long(room) })
    await sign(anybody())
    await anybody().call(SIGN, { url: `${baseUrl}/share/x` })
    assert.equal(standIn.count(TICKET), 2)
  })

  const ticket = (more: object) => JSON.stringify({ errcode: 0, ticket: 'x', expires_in: 7200, ...more })
  const garbage: [path: string, text: string][] = [
    ...['', 'null', '[]', '"x"', '{', '{}', `${'['.repeat(30_000)}`, '\u0000', '{"errcode":"0"}'].map(
      (text) => [TICKET, text] as [string, string],
    ),
    [TICKET, ticket({ ticket: 'x\u0000y' })],
    [TICKET, ticket({ ticket: 'x'.repeat(5000) })],
    [TICKET, ticket({ ticket: { toString: 1 } })],
    [TICKET, ticket({ expires_in: '7200' })],
    [TICKET, ticket({ expires_in: -1 })],
    [TOKEN, JSON.stringify({ access_token: ['x'], expires_in: 7200 })],
  ]
  for (const [path, text] of sample(garbage, 4))
    test(`${path} with ${JSON.stringify(text.slice(0, 60))} is refused`, async () => {
      standIn.fail(path, { text })
      await sign(anybody())
      await anybody().call(SIGN, { url: `${baseUrl}/share/x` })
    })

  test('a token with an endless lifetime is cached for a day', async () => {
    standIn.fail(TICKET, { text: ticket({ expires_in: 1 }).replace('"expires_in":1', '"expires_in":1e999') })
    await anybody().call(SIGN, { url: `${baseUrl}/share/x` })
    at.later(86_400)
    await anybody().call(SIGN, { url: `${baseUrl}/share/x` })
    assert.equal(standIn.count(TICKET), 2)
  })

  test('an invalid identity is refused and not stored', async () => {
    for (const identity of [{ openid: 'a\u0000b' }, { openid: '王' }, { openid: 'x'.repeat(2000) }, { openid: 7 }]) {
      standIn.fail(SESSION, { text: JSON.stringify({ session_key: 'a2V5', ...identity }) })
      await at.me.refused(IDENTIFY, { type: 'wechat', code: 'code' }, 'messenger_unavailable')
    }
    const { db } = at.server.deps
    assert.deepEqual(
      await db.selectFrom('messenger_identities').selectAll().where('user_id', '=', at.owner.id).execute(),
      [],
    )
    const visitor = await at.opened(link)
    standIn.fail(SESSION, { text: JSON.stringify({ openid: 'o', session_key: '\u0000' }) })
    const sealed = encryptedForApp(
      randomBytes(16).toString('base64'),
      { openGId: 'g' },
      { at: at.now.getTime() / 1000 },
    )
    const input = { unique_name: link.unique_name, code: 'code', ...sealed }
    await visitor.client.refused(ARRIVE, input, 'messenger_unavailable')
  })

  test('[AH-30] a message with an invalid answer counts as unsent and is sent again', async () => {
    const maker = await at.make.user({ enterprise: at.enterprise })
    const phone = await client(at.server).asApplet(maker.login)
    standIn.logins.set('code2', { openid: 'openid2', session_key: 'a2V5' })
    await phone.call(IDENTIFY, { type: 'wechat', code: 'code2' })
    standIn.accept('openid2', 'visit-template')
    const made = await makeLink(phone, await at.make.file({ owner: maker }))
    standIn.fail(SEND, { text: '{}' })
    await at.visitorOf(made).open()
    await until('it was refused', async () => (await jobs().executeTakeFirst())?.last_error)
    at.later(60)
    await until('the notification', () => standIn.sent.length === 1)
  })
})
