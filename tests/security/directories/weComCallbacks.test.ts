import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { callbackOf, changeOf, encryptAsWeCom, proofOf } from '../../support/messengers/weComCallback'
import { WeComSchool } from '../../support/messengers/weComSchool'

/* Callbacks of WeCom that WeCom never sent. Each must cause no work, and every one must get the same answer. */

let at: WeComSchool
let now = Date.parse('2026-03-01T08:00:00Z')
const seconds = () => Math.floor(now / 1000)
const corpId = 'wwschool'

before(async () => {
  at = await WeComSchool.open({ clock: () => new Date(now) })
})
beforeEach(async () => {
  now += 3_600_000
  await at.configure()
  const { db } = at.server.deps
  await db.deleteFrom('jobs').where('kind', '=', 'follow_wecom').execute()
  await db.deleteFrom('wecom_events').execute()
  await db.deleteFrom('wecom_renames').execute()
})
after(() => at.close())

const address = (query: object, organisation: number | string = at.school.id) =>
  `${at.server.url}/api/wecom/events/${organisation}?${new URLSearchParams(query as Record<string, string>).toString()}`

interface Sent {
  query?: object
  body?: string
  organisation?: number | string
  type?: string
}

async function post({ query = {}, body = '', organisation, type = 'text/xml' }: Sent) {
  const response = await fetch(address(query, organisation), {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  })
  return { status: response.status, text: await response.text() }
}

/** The syncs that callbacks have queued or done. */
async function traces(): Promise<number> {
  const { db } = at.server.deps
  const jobs = await db.selectFrom('jobs').select('id').where('kind', '=', 'follow_wecom').execute()
  const events = await db.selectFrom('wecom_events').select('key').execute()
  return jobs.length + events.length
}

const event = (changes: Partial<Parameters<typeof callbackOf>[0]> = {}) =>
  callbackOf({ text: changeOf(corpId, 'create_user', { UserID: 'new' }), corpId, at: seconds(), ...changes })

const refused = { status: 403, text: '' }

describe('callbacks that WeCom sent', () => {
  test('[DIR-03] the test of the address is answered with the text inside', async () => {
    const echostr = encryptAsWeCom({ text: '1616140317555161061', corpId })
    const response = await fetch(address({ ...proofOf(echostr, { at: seconds() }), echostr }))
    assert.deepEqual([response.status, await response.text()], [200, '1616140317555161061'])
  })

  test('[DIR-03] an event is accepted once, however often it arrives', async () => {
    const sent = event()
    assert.deepEqual(await post(sent), { status: 200, text: 'success' })
    assert.equal(await traces(), 2)
    assert.deepEqual(await post(sent), { status: 200, text: 'success' })
    assert.equal(await traces(), 2)
  })

  test('[DIR-03] a hundred events of one moment make one sync', async () => {
    for (let n = 0; n < 100; n += 1) assert.equal((await post(event())).status, 200)
    const jobs = await at.server.deps.db.selectFrom('jobs').select('id').where('kind', '=', 'follow_wecom').execute()
    assert.equal(jobs.length, 1)
  })

  test('[DIR-03] an event about something else is accepted and makes no sync', async () => {
    const text = changeOf(corpId, 'create_user').replace('change_contact', 'enter_agent')
    assert.equal((await post(event({ text }))).status, 200)
    assert.equal(await traces(), 0)
  })

  test('[DIR-03] no more than a thousand events are remembered', async () => {
    const { db } = at.server.deps
    const { directory } = await at.boss.call('GET /admin/wecom/get', {})
    const old = Array.from({ length: 1200 }, () => ({
      directory_id: directory!.id,
      key: randomBytes(32),
      at: new Date(now),
    }))
    await db.insertInto('wecom_events').values(old).execute()
    assert.equal((await post(event())).status, 200)
    const { count } = await db
      .selectFrom('wecom_events')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    assert.equal(Number(count), 1000)
  })
})

/** Changes one bit of a text in base64. */
function bent(encrypted: string, byte: number): string {
  const bytes = Buffer.from(encrypted, 'base64')
  bytes[bytes.length - 1 - byte]! ^= 1
  return bytes.toString('base64')
}

const envelope = (encrypted: string) => `<xml><Encrypt>${encrypted}</Encrypt></xml>`
const encrypted = () => encryptAsWeCom({ text: changeOf(corpId, 'create_user'), corpId })

describe('callbacks that WeCom never sent', () => {
  const forged: Record<string, () => Sent> = {
    'without a proof': () => ({ body: event().body }),
    'with the proof of another message': () => ({ query: event().query, body: event().body }),
    'signed with another token': () => event({ token: 'another' }),
    'signed with an empty token': () => event({ token: '' }),
    'encrypted with another key': () => event({ key: randomBytes(32).toString('base64').slice(0, 43) }),
    'for another organisation in WeCom': () => event({ corpId: 'wwother' }),
    'with a corp id that only begins alike': () => event({ corpId: 'wwschool2' }),
    'for another organisation here': () => ({ ...event(), organisation: at.school.id + 1 }),
    'for no organisation': () => ({ ...event(), organisation: 'x' }),
    'of an hour ago': () => event({ at: seconds() - 3600 }),
    'of an hour ahead': () => event({ at: seconds() + 3600 }),
    'with a time that is no number': () => {
      const text = encrypted()
      const query = proofOf(text, { at: NaN })
      return { query, body: envelope(text) }
    },
    'with a signature in two parameters': () => {
      const { query, body } = event()
      return { query: `${new URLSearchParams(query).toString()}&msg_signature=x` as unknown as object, body }
    },
    'about another organisation inside': () => event({ text: changeOf('wwother', 'create_user') }),
    'that is no XML inside': () => event({ text: 'create_user' }),
    'with an external entity': () => ({
      query: event().query,
      body: `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><xml><Encrypt>&e;</Encrypt></xml>`,
    }),
    'with an external entity inside': () =>
      event({ text: `<!DOCTYPE x [<!ENTITY e "wwschool">]>${changeOf(corpId, 'create_user')}` }),
    'with nested entities (a billion laughs)': () => ({
      query: event().query,
      body: `<!DOCTYPE x [<!ENTITY a "${'ha'.repeat(100)}">${['b', 'c', 'd', 'e', 'f']
        .map((name, n) => `<!ENTITY ${name} "${`&${'abcde'[n]};`.repeat(10)}">`)
        .join('')}]><xml><Encrypt>&f;</Encrypt></xml>`,
    }),
    'with ten thousand elements': () => ({ query: event().query, body: `<xml>${'<a>'.repeat(8000)}</xml>` }),
    'with the text twice': () => {
      const text = encrypted()
      return {
        query: proofOf(text, { at: seconds() }),
        body: `<xml><Encrypt>x</Encrypt><Encrypt>${text}</Encrypt></xml>`,
      }
    },
    'that is too long': () => {
      const { query, body } = event()
      return { query, body: body + ' '.repeat(40_000) }
    },
    'that is empty': () => ({ query: event().query }),
    'that is JSON': () => ({ query: event().query, body: '{}', type: 'application/json' }),
    'with a wrong type': () => ({ query: event().query, body: 'x', type: 'nonsense' }),
  }
  for (const [what, make] of Object.entries(forged))
    test(`[DIR-03] a callback ${what} is refused and causes nothing`, async () => {
      assert.deepEqual(await post(make()), refused)
      assert.equal(await traces(), 0)
    })

  test('[DIR-03] wrong padding, a wrong length and a wrong organisation get the same answer as a wrong signature (padding oracle)', async () => {
    const text = encrypted()
    const lengthOf = (plain: Buffer) => 32 - (plain.length % 32)
    const pads: ((plain: Buffer) => Buffer)[] = [
      (plain) => Buffer.concat([plain, Buffer.alloc(16 - (plain.length % 16), 0)]),
      (plain) => Buffer.concat([plain, Buffer.alloc(32 - (plain.length % 32), 33)]),
      (plain) => Buffer.concat([plain, Buffer.alloc(32 - (plain.length % 32) - 1, 1), Buffer.from([3])]),
      (plain) => Buffer.concat([plain, Buffer.alloc(lengthOf(plain) - 1, 1), Buffer.from([lengthOf(plain)])]),
      (plain) => Buffer.concat([plain, Buffer.alloc(lengthOf(plain) + 32, lengthOf(plain) + 32)]),
      // Padding alone: of 16 bytes, of none, and longer than the text.
      ...[16, 0, 17].map((byte) => () => Buffer.alloc(16, byte)),
    ]
    const wrong = [
      ...pads.map((pad) => encryptAsWeCom({ text: changeOf(corpId, 'create_user'), corpId, pad })),
      // The last two blocks of AES hold the id of the organisation and the padding.
      ...Array.from({ length: 32 }, (_, byte) => bent(text, byte)),
      Buffer.from(text, 'base64').subarray(0, 16).toString('base64'),
      Buffer.from(text, 'base64').subarray(1).toString('base64'),
      'no base64!',
      '',
    ]
    for (const each of wrong) {
      // With the token but without the key: the signature is right.
      const answer = await post({ query: proofOf(each, { at: seconds() }), body: envelope(each) })
      assert.deepEqual(answer, refused)
    }
    assert.equal(await traces(), 0)
  })

  test('[DIR-03] the test of the address tells nothing without the right proof', async () => {
    const echostr = encryptAsWeCom({ text: 'secret', corpId })
    const proof = proofOf(echostr, { at: seconds() })
    for (const query of [
      { ...proof, msg_signature: '0'.repeat(40), echostr },
      { ...proof, echostr: bent(echostr, 3) },
      { ...proofOf(echostr, { at: seconds() - 3600 }), echostr },
      { echostr },
      {},
    ]) {
      const response = await fetch(address(query))
      assert.deepEqual([response.status, await response.text()], [403, ''])
    }
  })

  test('[DIR-03] without callback secrets, switched off or removed, every callback is refused alike', async () => {
    const sent = event()
    await at.boss.call('POST /admin/wecom/set', { directory: at.settings(), callback_token: '', callback_key: '' })
    assert.deepEqual(await post(sent), refused)
    await at.configure({ is_on: false })
    assert.deepEqual(await post(sent), refused)
    await at.boss.call('POST /admin/wecom/remove', {})
    assert.deepEqual(await post(sent), refused)
  })

  test('[DIR-03] a network that floods is refused, and causes no further look-ups', async () => {
    now += 60_000
    const answers = await Promise.all(
      Array.from({ length: 650 }, () => post({ query: { nonce: '1' }, body: '<xml></xml>' })),
    )
    assert.ok(
      answers.every(({ status }) => status === 403),
      'a forged callback was accepted',
    )
    assert.deepEqual(await post(event()), refused)
    now += 60_000
    assert.equal((await post(event())).status, 200)
  })

  test('[DIR-03] a changed userid is believed only from a signed callback', async () => {
    const rename = () => at.server.deps.db.selectFrom('wecom_renames').select(['before', 'after']).execute()
    const text = changeOf(corpId, 'update_user', { UserID: 'LinXiaoman', NewUserID: 'lin.xiaoman' })
    await post(event({ text, token: 'another' }))
    assert.deepEqual(await rename(), [])
    await post(event({ text }))
    assert.deepEqual(await rename(), [{ before: 'linxiaoman', after: 'lin.xiaoman' }])
    await post(event({ text: changeOf(corpId, 'update_user', { UserID: 'x', NewUserID: "'; drop table users" }) }))
    assert.equal((await rename()).length, 1)
  })
})
