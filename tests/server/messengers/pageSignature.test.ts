import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { compose } from '../../../server/compose'
import { readConfiguration } from '../../../server/config/configuration'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { MessengerStandIn } from '../../support/messengers/messengerStandIn'
import { startTestServer, type TestServer } from '../../support/testServer'

const WECHAT = 'POST /third_party/wechat/signature'
const WECOM = 'POST /third_party/qy_wechat/signature'
const TOKEN = '/cgi-bin/stable_token'
const TICKET = '/cgi-bin/ticket/getticket'
const baseUrl = 'https://drive.example'
const page = `${baseUrl}/share/${'a'.repeat(22)}?lang=en`

let standIn: MessengerStandIn
let server: TestServer
let anybody: Client
let now = new Date('2026-11-25T09:00:00Z')

const messengersAt = (url: string) => ({
  ...readConfiguration({}, '/').messengers,
  wechatUrl: url,
  wechatAccount: { id: 'wxaccount', secret: 'accountsecret' },
  wecomUrl: url,
  wecom: { id: 'wwcorp', secret: 'corpsecret' },
})

before(async () => {
  standIn = await MessengerStandIn.start()
  server = await startTestServer({
    clock: () => now,
    config: { baseUrl, trustedProxies: 1, messengers: messengersAt(standIn.url) },
  })
})
beforeEach(async () => {
  now = new Date('2026-11-25T09:00:00Z')
  anybody = client(server).visitor
  standIn.expiresIn = 7200
  standIn.asked.length = 0
  standIn.faults.clear()
  standIn.forgetTokens()
  await server.deps.db.deleteFrom('messenger_tokens').execute()
})
after(async () => {
  await server.close()
  await standIn.close()
})

const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000))
const signatureOf = (ticket: string, url: string, { noncestr, timestamp }: { noncestr: string; timestamp: number }) =>
  createHash('sha1')
    .update(`jsapi_ticket=${ticket}&noncestr=${noncestr}&timestamp=${timestamp}&url=${url}`)
    .digest('hex')

describe('[CTX-06] the signature of a page', () => {
  test('WeChat’s signature uses the ticket of the official account and the address without its fragment', async () => {
    const signed = await anybody.call(WECHAT, { url: `${page}#here` })
    assert.equal(signed.appid, 'wxaccount')
    assert.match(signed.script, /^https:\/\/res\.wx\.qq\.com\//)
    assert.equal(signed.timestamp, now.getTime() / 1000)
    assert.match(signed.noncestr, /^\w{16,}$/)
    assert.equal(signed.signature, signatureOf('ticket-of-wxaccount', page, signed))
  })

  test('WeCom’s signature has its own form and uses the ticket of the enterprise', async () => {
    const signed = await anybody.call(WECOM, { url: page })
    assert.equal(signed.appid, 'wwcorp')
    assert.equal(signed.signature, signatureOf('ticket-of-wwcorp', page, signed))
  })

  test('no two signatures share a nonce', async () => {
    const [one, other] = [await anybody.call(WECHAT, { url: page }), await anybody.call(WECHAT, { url: page })]
    assert.notEqual(one.noncestr, other.noncestr)
  })

  test('the address at which the server is reached is signed, too', async () => {
    const { appid } = await anybody.call(WECHAT, { url: `${server.url}/share/x` })
    assert.equal(appid, 'wxaccount')
  })

  for (const url of [
    'https://evil.example/share/x',
    'https://drive.example.evil.example/',
    'https://drive.example@evil.example/',
    'https://drive.example\\@evil.example/',
    'https://drive.example:8443/',
    'http://drive.example/',
    'ftp://drive.example/',
    '//drive.example/',
    'javascript:alert(1)',
    '/share/x',
    ' https://drive.example/',
    '#',
  ]) {
    test(`${url} is refused without a request to the platform`, async () => {
      const { entry } = await anybody.refused(WECHAT, { url }, 'invalid_request')
      assert.equal(entry.field, 'url')
      assert.deepEqual(standIn.asked, [])
    })
  }

  test('an address of more than 2048 characters is refused', async () => {
    await anybody.refused(WECHAT, { url: `${page}&${'x'.repeat(2048)}` }, 'invalid_request')
  })

  test('a network gets 600 signatures a minute, and so does a user', async () => {
    const from = (address: string) => {
      const { visitor } = client(server)
      visitor.headers['x-forwarded-for'] = address
      return visitor
    }
    const they = from('2001:db8:1::1')
    for (let asked = 0; asked < 600; asked += 50)
      await Promise.all(Array.from({ length: 50 }, () => they.call(WECHAT, { url: page })))
    await they.refused(WECHAT, { url: page }, 'asked_too_often')
    await from('2001:db8:1::2').refused(WECOM, { url: page }, 'asked_too_often')
    await from('2001:db8:2::1').call(WECHAT, { url: page })
    const user = await factories(server.deps).user()
    const member = await client(server).as(user.login)
    member.headers['x-forwarded-for'] = '2001:db8:1::1'
    await member.call(WECHAT, { url: page })
    later(60)
    await they.call(WECHAT, { url: page })
  })
})

describe('tokens and tickets', () => {
  test('they are fetched once and cached until shortly before they expire', async () => {
    standIn.expiresIn = 100
    for (let asked = 0; asked < 3; asked += 1) await anybody.call(WECHAT, { url: page })
    later(89)
    await anybody.call(WECHAT, { url: page })
    assert.deepEqual([standIn.count(TOKEN), standIn.count(TICKET)], [1, 1])
    later(2)
    await anybody.call(WECHAT, { url: page })
    assert.deepEqual([standIn.count(TOKEN), standIn.count(TICKET)], [2, 2])
  })

  test('concurrent requests on two servers with one database fetch them once', async () => {
    const other = await compose(server.deps.config, {
      webFolder: server.folder,
      database: { db: server.deps.db, connection: server.connection },
      clock: () => now,
      sweeps: false,
    })
    try {
      // The row exists already, so that only its lock makes the others wait.
      await anybody.call(WECHAT, { url: page })
      later(7200)
      const url = await other.app.listen({ host: '127.0.0.1', port: 0 })
      const clients = [anybody, client({ url }).visitor]
      const signed = await Promise.all(
        Array.from({ length: 40 }, (_, number) => clients[number % 2]!.call(WECHAT, { url: page })),
      )
      for (const each of signed) assert.equal(each.signature, signatureOf('ticket-of-wxaccount', page, each))
      assert.deepEqual([standIn.count(TOKEN), standIn.count(TICKET)], [2, 2])
    } finally {
      await other.stop()
    }
  })

  for (const [what, end] of [
    ['expired (42001)', () => standIn.expireTokens()],
    ['void (40001)', () => standIn.forgetTokens()],
  ] as const) {
    test(`a token that is ${what} early is fetched again, once`, async () => {
      await anybody.call(WECHAT, { url: page })
      await server.deps.db.deleteFrom('messenger_tokens').where('name', 'like', '%ticket').execute()
      end()
      await anybody.call(WECHAT, { url: page })
      assert.deepEqual([standIn.count(TOKEN), standIn.count(TICKET)], [2, 3])
    })
  }

  test('a token that stays invalid is not fetched repeatedly', async () => {
    standIn.fail(TICKET, 40001, 40001, 40001)
    await anybody.refused(WECHAT, { url: page }, 'messenger_unavailable')
    assert.deepEqual([standIn.count(TOKEN), standIn.count(TICKET)], [2, 2])
  })

  for (const fault of ['cut', 'html', -1, 45011] as const) {
    test(`the platform’s answer ${fault} is reported, and the next request calls it again`, async () => {
      standIn.fail(TOKEN, fault)
      const { kind } = await anybody.refused(WECHAT, { url: page }, 'messenger_unavailable')
      assert.equal(kind, 'external_errors')
      await anybody.call(WECHAT, { url: page })
    })
  }

  test('they are encrypted in the database, and neither they nor secrets appear in answers and logs', async () => {
    const log: unknown[] = []
    const warn = server.app.log.warn.bind(server.app.log)
    server.app.log.warn = (...entry: unknown[]) => void log.push(entry)
    standIn.fail(TICKET, -1)
    const failed = await anybody.send(WECHAT, { url: page })
    server.app.log.warn = warn
    const signed = await anybody.call(WECHAT, { url: page })
    await anybody.call(WECOM, { url: page })
    const rows = await server.deps.db.selectFrom('messenger_tokens').selectAll().execute()
    assert.equal(rows.length, 4)
    assert.equal(log.length, 1)
    const secrets = [
      ...standIn.asked.flatMap(({ query, body }) => [query.access_token, query.corpsecret, body.secret]),
      'ticket-of-wxaccount',
      'ticket-of-wwcorp',
    ].filter((secret) => secret !== undefined)
    const output =
      JSON.stringify([failed.body, signed, log]) + rows.map(({ sealed }) => sealed!.toString('latin1')).join()
    for (const secret of secrets) assert.ok(!output.includes(String(secret)), String(secret))
  })
})

describe('a server without messenger apps', () => {
  test('answers messenger_not_configured, and calls no messenger', async () => {
    const messengers = { ...messengersAt(standIn.url), wechatAccount: null, wecom: null }
    const bare = await startTestServer({ config: { baseUrl, messengers } })
    try {
      for (const name of [WECHAT, WECOM] as const) {
        const { kind } = await client(bare).visitor.refused(name, { url: page }, 'messenger_not_configured')
        assert.equal(kind, 'external_errors')
      }
      assert.deepEqual(standIn.asked, [])
    } finally {
      await bare.close()
    }
  })
})
