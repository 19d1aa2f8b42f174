import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { inspect } from 'node:util'
import type { ShareLink } from '@/contract/shares/shares'
import { readConfiguration } from '../../../server/config/configuration'
import type { UserRow } from '../../../server/database/tables'
import { identitiesOf } from '../../../server/queries/messengers/identities'
import { sendFirstVisit } from '../../../server/services/push/firstVisits'
import { pauseAfter } from '../../../server/services/push/delivery'
import { client, type Client } from '../../support/client'
import { deepTest, sample } from '../../support/deep'
import { factories } from '../../support/factories'
import { MessengerStandIn } from '../../support/messengers/messengerStandIn'
import { makeLink } from '../../support/shares/shares'
import { begin, Sharing } from '../../support/shares/sharing'
import { startTestServer } from '../../support/testServer'
import { until } from '../../support/until'

const IDENTIFY = 'POST /v1/wechat_applet/identify'
const SEND = '/cgi-bin/message/subscribe/send'
const STAFF = '/cgi-bin/message/send'
const TEMPLATE = 'visit-template'

let standIn: MessengerStandIn
let at: Sharing
let maker: UserRow
let phone: Client
let link: ShareLink
const log: string[] = []

before(async () => {
  standIn = await MessengerStandIn.start()
  at = await Sharing.open({
    config: {
      baseUrl: 'https://drive.example',
      messengers: {
        ...readConfiguration({}, '/').messengers,
        wechatUrl: standIn.url,
        wechatApplet: { id: 'wxapplet', secret: 'appletsecret' },
        visitTemplate: { id: TEMPLATE, fields: { thing1: '{item}', time2: '{time}' } },
        wecomUrl: standIn.url,
        wecom: { id: 'wwcorp', secret: 'corpsecret' },
        wecomAgent: 1000002,
      },
    },
  })
  // Captures the log of jobs and services; requests log to child loggers of their own.
  for (const level of ['warn', 'info', 'error'] as const)
    at.server.app.log[level] = (fact: unknown, text?: unknown) => {
      if (typeof text === 'string') log.push(inspect([fact, text], { depth: 1 }))
    }
})
beforeEach(async () => {
  at.rewind()
  log.length = 0
  standIn.sent.length = 0
  standIn.asked.length = 0
  standIn.faults.clear()
  standIn.accepted.clear()
  standIn.staff.clear()
  maker = await at.make.user({ enterprise: at.enterprise })
  phone = await client(at.server).asApplet(maker.login)
  link = await makeLink(phone, await at.make.file({ owner: maker }, { name: '期末安排.txt' }))
})
after(async () => {
  await at.close()
  await standIn.close()
})

let codes = 0
/** Links the maker's phone to a WeChat account and accepts the given number of messages. */
async function inWeChat(openid: string, { messages = 1, on = phone } = {}) {
  const code = `code${(codes += 1)}`
  standIn.logins.set(code, { openid, session_key: 'a2V5' })
  for (let count = 0; count < messages; count += 1) standIn.accept(openid, TEMPLATE)
  await on.call(IDENTIFY, { type: 'wechat', code })
}
async function inWeCom(userid: string) {
  const code = `code${(codes += 1)}`
  standIn.staffLogins.set(code, { userid, session_key: 'a2V5' })
  standIn.staff.add(userid)
  await phone.call(IDENTIFY, { type: 'wecom', code })
}
const jobs = (state: 'waiting' | 'running' | 'failed') =>
  at.server.deps.db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', 'tell_first_visit')
    .where('state', '=', state)
    .execute()
const settled = () =>
  until('no message waits', async () => (await jobs('waiting')).length + (await jobs('running')).length === 0)
/** Waits until an attempt has failed and the next one is scheduled. */
const failedOnce = (attempts: number) =>
  until('a failed try', async () => (await jobs('waiting')).some((job) => job.attempts === attempts))

describe('[AH-30] WeChat notifies the maker of a link’s first opening', () => {
  test('one message has the name, the time and the page of the link', async () => {
    await inWeChat('openid-1', { messages: 5 })
    await at.opened(link)
    await at.opened(link)
    await settled()
    assert.deepEqual(standIn.sent, [
      {
        to: 'openid-1',
        body: {
          touser: 'openid-1',
          template_id: TEMPLATE,
          page: `packages/share/links/index?id=${link.id}`,
          lang: 'zh_CN',
          data: { thing1: { value: '期末安排.txt' }, time2: { value: '2026-11-25 17:00' } },
        },
      },
    ])
  })

  test('a maker who turned notifications off gets none', async () => {
    await inWeChat('openid-2')
    const quiet = await makeLink(phone, await at.make.file({ owner: maker }), { is_first_visit_told: false })
    await at.opened(quiet)
    await settled()
    assert.deepEqual(
      standIn.asked.filter(({ path }) => path === SEND),
      [],
    )
  })

  deepTest('a long name is cut to WeChat’s limit', async () => {
    await inWeChat('openid-3')
    const named = await makeLink(phone, await at.make.file({ owner: maker }, { name: `${'𠮷'.repeat(30)}.txt` }))
    await at.opened(named)
    await settled()
    const { data } = standIn.sent[0]!.body as { data: { thing1: { value: string } } }
    assert.equal(data.thing1.value, `${'𠮷'.repeat(19)}…`)
  })

  test('a phone on which the maker signed out gets none', async () => {
    await inWeChat('openid-4')
    await phone.call('POST /apps/users/logout', {})
    await at.opened(link)
    await settled()
    assert.deepEqual(standIn.sent, [])
  })

  test('a deactivated maker gets none, even if a message already waits', async () => {
    await inWeChat('openid-5')
    standIn.fail(SEND, -1)
    await at.opened(link)
    await failedOnce(1)
    await at.server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', maker.id).execute()
    at.later(5)
    await settled()
    assert.deepEqual(standIn.sent, [])
  })

  deepTest('two phones with one WeChat account get one message, with two accounts one each', async () => {
    await inWeChat('openid-6', { messages: 5 })
    const second = await client(at.server).asApplet(maker.login)
    await inWeChat('openid-6', { messages: 0, on: second })
    const third = await client(at.server).asApplet(maker.login)
    await inWeChat('openid-7', { on: third })
    await at.opened(link)
    await settled()
    assert.deepEqual(standIn.sent.map(({ to }) => to).sort(), ['openid-6', 'openid-7'])
  })

  deepTest('a waiting message survives identifying again on another phone', async () => {
    await inWeChat('openid-12')
    standIn.fail(SEND, -1)
    await at.opened(link)
    await failedOnce(1)
    const second = await client(at.server).asApplet(maker.login)
    await inWeChat('openid-12', { messages: 0, on: second })
    at.later(5)
    await settled()
    assert.equal(standIn.sent.length, 1)
  })

  test('a maker who has not accepted the message gets none, without another attempt', async () => {
    await inWeChat('openid-8', { messages: 0 })
    await at.opened(link)
    await settled()
    assert.equal(standIn.count(SEND), 1)
    assert.deepEqual([await jobs('failed'), standIn.sent], [[], []])
    assert.ok(log.some((line) => line.includes('errcode 43101')))
    assert.ok(!log.some((line) => line.includes('openid-8')))
  })

  for (const fault of sample([-1, 45009, 'cut', 'html'] as const, 1)) {
    test(`after the platform’s answer ${fault} the message is retried later and sent once`, async () => {
      await inWeChat('openid-9', { messages: 5 })
      standIn.fail(SEND, fault)
      await at.opened(link)
      await failedOnce(1)
      assert.deepEqual(standIn.sent, [])
      at.later(5)
      await settled()
      assert.equal(standIn.sent.length, 1)
      assert.ok(log.some((line) => line.includes('a job failed')))
    })
  }

  deepTest('a token that WeChat forgot is fetched again immediately', async () => {
    await inWeChat('openid-10')
    standIn.forgetTokens()
    await at.opened(link)
    await settled()
    assert.equal(standIn.sent.length, 1)
  })

  deepTest('after five hours the message is dropped, and the log says so', async () => {
    await inWeChat('openid-11')
    standIn.fail(SEND, ...Array.from({ length: 15 }, () => -1))
    await at.opened(link)
    for (let tries = 1; tries < 15; tries += 1) {
      await failedOnce(tries)
      at.later(pauseAfter(tries) / 1000)
    }
    await until('it is given up', async () => (await jobs('failed')).length === 1)
    assert.ok(at.now.getTime() - begin.getTime() > 5 * 3_600_000)
    assert.ok(log.some((line) => line.includes('a job failed for the last time')))
    await at.server.deps.db.deleteFrom('jobs').where('state', '=', 'failed').execute()
  })
})

describe('[AH-30] WeCom notifies the maker of a link’s first opening', () => {
  test('the message is a text of the app with the address of the link', async () => {
    await inWeCom('wanglaoshi')
    await at.opened(link)
    await settled()
    assert.equal(standIn.sent.length, 1)
    const { to, body } = standIn.sent[0]!
    assert.deepEqual([to, body.msgtype, body.agentid], ['wanglaoshi', 'text', 1000002])
    assert.equal(
      (body.text as { content: string }).content,
      `你分享的“期末安排.txt”首次被打开\n${link.serial_number} · 2026-11-25 17:00\n<a href="https://drive.example/shares/${link.id}">查看分享</a>`,
    )
  })

  test('a name never becomes a link', async () => {
    await inWeCom('lilaoshi')
    const file = await at.make.file({ owner: maker }, { name: '<a href="https：evil">领奖<／a>.txt' })
    await at.opened(await makeLink(phone, file))
    await settled()
    const { content } = standIn.sent[0]!.body.text as { content: string }
    assert.equal(content.match(/</g)?.length, 2)
  })

  deepTest('the message is in the language of the phone', async () => {
    phone.headers['x-lang'] = 'en'
    await inWeCom('smith')
    await at.opened(link)
    await settled()
    assert.match(
      (standIn.sent[0]!.body.text as { content: string }).content,
      /^“期末安排.txt”, which you shared, was opened/,
    )
  })

  deepTest('WeCom ignores a message that is sent again after a lost answer', async () => {
    await inWeCom('zhao')
    await at.opened(link)
    await settled()
    const [session] = await identitiesOf(at.server.deps.db, maker.id)
    await sendFirstVisit(at.server.deps, { linkId: link.id, sessionId: session!.session_id, at: begin.getTime() })
    assert.deepEqual([standIn.count(STAFF), standIn.sent.length], [2, 1])
  })

  deepTest('an empty answer counts as unsent: the message is sent again', async () => {
    await inWeCom('sun')
    standIn.fail(STAFF, { text: '{}' })
    await at.opened(link)
    await failedOnce(1)
    at.later(5)
    await settled()
    assert.deepEqual([standIn.count(STAFF), standIn.sent.length], [2, 1])
  })

  test('the log names a user outside the app’s visible range', async () => {
    await inWeCom('gone')
    standIn.staff.delete('gone')
    await at.opened(link)
    await settled()
    assert.equal(standIn.count(STAFF), 1)
    assert.ok(log.some((line) => line.includes('errcode 81013')))
  })
})

describe('identifying a user in WeChat', () => {
  test('identifying requires a session, and signs nobody in', async () => {
    standIn.logins.set('stolen', { openid: 'openid-20', session_key: 'a2V5' })
    await client(at.server).visitor.refused(IDENTIFY, { type: 'wechat', code: 'stolen' }, 'login_expired')
    assert.ok(standIn.logins.has('stolen'))
  })

  test('a code that is unknown, used or of the other messenger is refused', async () => {
    const { entry } = await phone.refused(IDENTIFY, { type: 'wechat', code: 'unknown' }, 'invalid_request')
    assert.equal(entry.field, 'code')
    standIn.logins.set('once', { openid: 'openid-21', session_key: 'a2V5' })
    await phone.call(IDENTIFY, { type: 'wechat', code: 'once' })
    await phone.refused(IDENTIFY, { type: 'wechat', code: 'once' }, 'invalid_request')
    standIn.logins.set('other', { openid: 'openid-22', session_key: 'a2V5' })
    await phone.refused(IDENTIFY, { type: 'wecom', code: 'other' }, 'invalid_request')
  })

  test('the session key is in neither answer nor database, and the secret in no answer', async () => {
    standIn.logins.set('keyed', { openid: 'openid-23', session_key: 'c2VjcmV0LWtleQ==' })
    const answer = await phone.send(IDENTIFY, { type: 'wechat', code: 'keyed' })
    assert.deepEqual(answer.body, { success: true })
    const rows = await at.server.deps.db.selectFrom('messenger_identities').selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes('c2VjcmV0'))
    standIn.fail('/sns/jscode2session', 'cut')
    const failed = await phone.send(IDENTIFY, { type: 'wechat', code: 'x' })
    assert.ok(!JSON.stringify([failed.body, log]).includes('appletsecret'))
    assert.match(JSON.stringify(failed.body), /messenger_unavailable/)
  })

  test('a user identifies ten times a minute at most', async () => {
    for (let asked = 0; asked < 10; asked += 1)
      await phone.refused(IDENTIFY, { type: 'wechat', code: 'unknown' }, 'invalid_request')
    await phone.refused(IDENTIFY, { type: 'wechat', code: 'unknown' }, 'asked_too_often')
    at.later(60)
    await phone.refused(IDENTIFY, { type: 'wechat', code: 'unknown' }, 'invalid_request')
  })

  test('users get the template’s id; a server without apps has none and calls no messenger', async () => {
    assert.equal((await phone.call('GET /v1/wechat_applet/templates', {})).first_visit, TEMPLATE)
    const bare = await startTestServer()
    try {
      const member = await client(bare).as((await factories(bare.deps).user()).login)
      assert.equal((await member.call('GET /v1/wechat_applet/templates', {})).first_visit, '')
      for (const type of ['wechat', 'wecom'] as const)
        await member.refused(IDENTIFY, { type, code: 'x' }, 'messenger_not_configured')
      assert.deepEqual(standIn.asked, [])
    } finally {
      await bare.close()
    }
  })
})
