import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { inspect } from 'node:util'
import type { ErrorCode } from '@/contract/errors'
import type { ShareLink } from '@/contract/shares/shares'
import { readConfiguration } from '../../../server/config/configuration'
import { MessengerStandIn, encryptedForApp } from '../../support/messengers/messengerStandIn'
import { makeLink, type Visitor } from '../../support/shares/shares'
import { begin, Sharing } from '../../support/shares/sharing'

const ARRIVE = 'POST /v1/wechat_applet/arrive'
const PRIVATE = 'POST /v1/wechat_applet/private_message'
const SESSION = '/sns/jscode2session'
const ACTIVITY = '/cgi-bin/message/wxopen/activityid/create'

let standIn: MessengerStandIn
let at: Sharing
let link: ShareLink
const log: string[] = []

before(async () => {
  standIn = await MessengerStandIn.start()
  at = await Sharing.open({
    config: {
      messengers: {
        ...readConfiguration({}, '/').messengers,
        wechatUrl: standIn.url,
        wechatApplet: { id: 'wxapplet', secret: 'appletsecret' },
      },
    },
  })
  for (const level of ['warn', 'info', 'error'] as const)
    at.server.app.log[level] = (...entry: unknown[]) => void log.push(inspect(entry, { depth: 3 }))
})
beforeEach(async () => {
  at.rewind()
  log.length = 0
  standIn.asked.length = 0
  standIn.faults.clear()
  link = await makeLink(at.me, await at.make.file({ owner: at.owner }, { name: '通知.txt' }))
})
after(async () => {
  await at.close()
  await standIn.close()
})

interface Phone {
  openid: string
  key: string
}
let phones = 0
const phone = (): Phone => ({ openid: `openid${(phones += 1)}`, key: randomBytes(16).toString('base64') })

/** A single-use code of `wx.login`; WeChat may use one session key for several codes. */
function login({ openid, key }: Phone): string {
  const code = `code${randomBytes(6).toString('hex')}`
  standIn.logins.set(code, { openid, session_key: key })
  return code
}
const secondsNow = () => Math.floor(at.now.getTime() / 1000)

/** The arrival data that a phone sends after opening a card in a group. */
const cardIn = (group: string, by: Phone, { appid, age = 0 }: { appid?: string; age?: number } = {}) => ({
  code: login(by),
  ...encryptedForApp(by.key, { openGId: group }, { appid, at: secondsNow() - age }),
})
const arrive = ({ client, uniqueName }: Visitor, input: ReturnType<typeof cardIn>) =>
  client.call(ARRIVE, { unique_name: uniqueName, ...input })
const refused = ({ client, uniqueName }: Visitor, input: ReturnType<typeof cardIn>, code: ErrorCode) =>
  client.refused(ARRIVE, { unique_name: uniqueName, ...input }, code)
async function groupsOf({ id }: ShareLink) {
  const { groups, group_count: count } = await at.me.call('GET /apps/share_links/get', { share_link_id: id })
  assert.equal(groups.length, count)
  return groups
}

describe('[AH-26] counting arrivals by a card', () => {
  test('groups are listed separately with their people and visits, latest first', async () => {
    const [one, other] = [phone(), phone()]
    const visitor = await at.opened(link)
    await arrive(visitor, cardIn('gA', one))
    await arrive(await at.opened(link), cardIn('gA', other))
    at.later(60)
    await arrive(await at.opened(link), cardIn('gB', other))
    const now = Math.floor(begin.getTime() / 1000)
    assert.deepEqual(await groupsOf(link), [
      { number: 2, people: 1, visits: 1, last: now + 60 },
      { number: 1, people: 2, visits: 2, last: now },
    ])
  })

  test('arriving again within a visit counts the same visit with any grant; later it is another visit of the same person', async () => {
    const one = phone()
    for (const wait of [0, 60, 7200]) {
      at.later(wait)
      await arrive(await at.opened(link), cardIn('gA', one))
    }
    const [group] = await groupsOf(link)
    assert.deepEqual([group?.people, group?.visits], [1, 2])
  })

  test('twenty concurrent arrivals from two new groups give two groups, and nobody is counted twice', async () => {
    const people = Array.from({ length: 10 }, phone)
    const visitor = await at.opened(link)
    const others = await Promise.all(people.map(() => at.opened(link)))
    await Promise.all(
      people.flatMap((each, index) => [
        arrive(others[index]!, cardIn(index % 2 ? 'gA' : 'gB', each)),
        arrive(others[index]!, cardIn(index % 2 ? 'gA' : 'gB', each)),
      ]),
    )
    await arrive(visitor, cardIn('gA', people[1]!))
    const groups = await groupsOf(link)
    assert.deepEqual(groups.map(({ number, people: count, visits }) => [number, count, visits]).sort(), [
      [1, 5, 5],
      [2, 5, 5],
    ])
  })

  test('the link’s maker is not counted', async () => {
    await arrive(await at.opened(link, at.me), cardIn('gA', phone()))
    assert.deepEqual(await groupsOf(link), [])
  })

  test('people and groups are stored only as hashes that differ per link', async () => {
    const one = phone()
    const second = await makeLink(at.me, await at.make.file({ owner: at.owner }))
    await arrive(await at.opened(link), cardIn('gReadable', one))
    await arrive(await at.opened(second), cardIn('gReadable', one))
    const { db } = at.server.deps
    const rows = await db
      .selectFrom('share_groups')
      .innerJoin('share_group_people', 'group_id', 'id')
      .select(['group_key', 'person_key'])
      .where('link_id', 'in', [link.id, second.id])
      .execute()
    assert.equal(new Set(rows.flatMap(({ group_key, person_key }) => [group_key, person_key])).size, 4)
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(`gReadable|${one.openid}`))
  })

  test('only users who see a link see its groups', async () => {
    await arrive(await at.opened(link), cardIn('gA', phone()))
    const colleague = await at.signIn(await at.make.user({ enterprise: at.enterprise }))
    await colleague.refused('GET /apps/share_links/get', { share_link_id: link.id }, 'share_link_not_found')
  })
})

describe('[AH-26] data that is not from WeChat or not of this visit', () => {
  const attacks: [string, (by: Phone) => ReturnType<typeof cardIn>][] = [
    ['data encrypted with another key', (by) => ({ ...cardIn('gA', { ...by, key: phone().key }), code: login(by) })],
    ['data of another app', (by) => cardIn('gA', by, { appid: 'wxother' })],
    ['data of eleven minutes ago', (by) => cardIn('gA', by, { age: 660 })],
    ['data of the future', (by) => cardIn('gA', by, { age: -660 })],
    ['cut', (by) => ({ ...cardIn('gA', by), encrypted_data: cardIn('gA', by).encrypted_data.slice(0, 24) })],
    ['data under another iv', (by) => ({ ...cardIn('gA', by), iv: randomBytes(16).toString('base64') })],
    ['data with an iv of another length', (by) => ({ ...cardIn('gA', by), iv: 'eA==' })],
    ['no base64', (by) => ({ ...cardIn('gA', by), encrypted_data: '%%%' })],
    ['data without a group', (by) => cardIn('', by)],
    ['data with a group of 200 letters', (by) => cardIn('g'.repeat(200), by)],
    [
      'data with a list as group',
      (by) => ({ code: login(by), ...encryptedForApp(by.key, { openGId: ['gA'] }, { at: secondsNow() }) }),
    ],
    ['null', (by) => ({ code: login(by), ...encryptedForApp(by.key, {}, { at: secondsNow() }) })],
    ['a used code', (by) => ({ ...cardIn('gA', by), code: 'used' })],
  ]
  for (const [name, make] of attacks)
    test(`${name} is refused and not counted`, async () => {
      await refused(await at.opened(link), make(phone()), 'invalid_request')
      assert.deepEqual(await groupsOf(link), [])
    })

  test('another phone’s data with the attacker’s own code is refused', async () => {
    const [one, thief] = [phone(), phone()]
    const taken = cardIn('gA', one)
    await arrive(await at.opened(link), taken)
    await refused(await at.opened(link), { ...taken, code: login(thief) }, 'invalid_request')
    assert.deepEqual(
      (await groupsOf(link)).map(({ people }) => people),
      [1],
    )
  })

  test('data without a grant, with another link’s grant, or for a closed link is refused', async () => {
    const by = phone()
    const other = await makeLink(at.me, await at.make.file({ owner: at.owner }))
    const stranger = at.visitorOf(link)
    await refused(stranger, cardIn('gA', by), 'share_grant_expired')
    stranger.client.headers['x-share-grant'] = (await at.opened(other)).grant
    await refused(stranger, cardIn('gA', by), 'share_grant_expired')
    const visitor = await at.opened(link)
    await at.me.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
    await refused(visitor, cardIn('gA', by), 'process_share_link_closed')
    assert.equal(standIn.count(SESSION), 0)
    assert.deepEqual(await groupsOf(link), [])
  })

  test('WeChat is called at most ten times a minute', async () => {
    const visitor = await at.opened(link)
    const by = phone()
    for (let count = 0; count < 10; count += 1) await arrive(visitor, cardIn('gA', by))
    await refused(visitor, cardIn('gA', by), 'asked_too_often')
    assert.equal(standIn.count(SESSION), 10)
  })

  test('a failure of WeChat is reported; neither key, code, secret nor data is in log or answer', async () => {
    at.later(120)
    const by = phone()
    standIn.fail(SESSION, -1)
    const asked = cardIn('gA', by)
    const visitor = await at.opened(link)
    const failed = await visitor.client.send(ARRIVE, { unique_name: visitor.uniqueName, ...asked })
    const again = cardIn('gA', by)
    const done = await visitor.client.send(ARRIVE, { unique_name: visitor.uniqueName, ...again })
    assert.deepEqual(done.body, { success: true })
    const output = `${log.join('\n')} ${JSON.stringify([failed.body, done.body])}`
    assert.match(output, /messenger_unavailable/)
    for (const secret of [
      by.key,
      by.openid,
      'appletsecret',
      asked.code,
      asked.encrypted_data,
      again.encrypted_data,
      'gA',
    ])
      assert.ok(!output.includes(secret), secret)
  })
})

describe('[AH-26] a card that cannot be forwarded', () => {
  test('WeChat creates the private message for the link’s maker', async () => {
    const { activity_id: id } = await at.me.call(PRIVATE, { share_link_id: link.id })
    assert.match(id, /^[0-9a-f]{16}$/)
    assert.equal(standIn.count(ACTIVITY), 1)
  })

  test('nobody else can create it, not even an administrator', async () => {
    const others = [
      await at.make.user({ enterprise: at.enterprise }),
      await at.make.user({ enterprise: at.enterprise, isAdministrator: true }),
    ]
    for (const user of others)
      await (await at.signIn(user)).refused(PRIVATE, { share_link_id: link.id }, 'share_link_not_found')
    assert.equal(standIn.count(ACTIVITY), 0)
  })

  test('a failure of WeChat and too many requests are reported', async () => {
    at.later(240)
    standIn.fail(ACTIVITY, -1)
    await at.me.refused(PRIVATE, { share_link_id: link.id }, 'messenger_unavailable')
    for (let count = 1; count < 10; count += 1) await at.me.call(PRIVATE, { share_link_id: link.id })
    await at.me.refused(PRIVATE, { share_link_id: link.id }, 'asked_too_often')
  })
})

describe('[SHARE-12] the contents of a card', () => {
  const CARD = 'GET /apps/share_links/card'
  const cardOf = ({ unique_name }: { unique_name: string }) => at.visitorOf(link).client.call(CARD, { unique_name })
  const nothing = { title: '', count: 0, picture: null }

  test('a card has the name and the number of items; fetching it is not counted', async () => {
    const file = await at.make.file({ owner: at.owner }, { name: '课程表.txt' })
    const one = await makeLink(at.me, file)
    assert.deepEqual(await cardOf(one), { success: true, title: '课程表.txt', count: 1, picture: null })
    assert.equal((await at.linkNow(one.id)).visit_count, 0)
  })

  test('a card of a protected, restricted, closed or missing link reveals nothing', async () => {
    const file = await at.make.file({ owner: at.owner }, { name: '机密.txt' })
    const hidden = [
      await makeLink(at.me, file, { password: 'k7m3', password_protected: true }),
      await makeLink(at.me, file, { access: 'company' }),
      { unique_name: 'a'.repeat(22) },
    ]
    await at.me.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
    for (const each of [...hidden, link]) assert.deepEqual(await cardOf(each), { success: true, ...nothing })
  })
})
