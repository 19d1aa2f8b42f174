import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { calls, type CallName } from '@/contract/api'
import { hashPassword } from '../../../server/crypto/passwords'
import type { UserRow } from '../../../server/database/tables'
import { Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { makeFileRequest } from '../../support/fileRequests/collecting'
import { codeOf, Sharing } from '../../support/shares/sharing'
import { makeLink } from '../../support/shares/shares'
import type { TestServer } from '../../support/testServer'
import { valuesOf } from '../rig/slots'

let sharing: Sharing
let server: TestServer
let make: Sharing['make']
let owner: UserRow
let me: Client

before(async () => {
  sharing = await Sharing.open({ config: { trustedProxies: 1 } })
  ;({ server, make, owner, me } = sharing)
})
beforeEach(() => sharing.rewind())
after(() => sharing.close())
const later = (seconds: number) => sharing.later(seconds)

describe('[AH-07] guessing', () => {
  const opened = async (uniqueName: string, password: string, address: string) => {
    const visitor = new Client(server.url)
    visitor.headers = { 'x-forwarded-for': address, 'user-agent': 'Mozilla/5.0' }
    const name = 'POST /apps/share_links/info/{unique_name}'
    return codeOf(await visitor.send(name, { unique_name: uniqueName, password }))
  }
  const guarded = () => sharing.guardedLink('k7m3')
  const judgedOf = (codes: readonly string[]) => codes.filter((code) => code === 'share_link_invalid_password').length

  test('few of 30 passwords tried in sequence within 10 s are checked', async () => {
    const { unique_name } = await guarded()
    const codes: string[] = []
    for (let at = 0; at < 30; at++) {
      codes.push(await opened(unique_name, `x${at}`, '203.0.113.1'))
      later(1 / 3)
    }
    assert.ok(judgedOf(codes) <= 7, `${judgedOf(codes)} checked`)
    assert.ok(codes.includes('share_link_guessed_too_often'))
  })

  test('at most four of 30 concurrent passwords are checked, because attempts are counted before the first check', async () => {
    const { unique_name } = await guarded()
    const codes = await Promise.all(Array.from({ length: 30 }, (_, at) => opened(unique_name, `x${at}`, '203.0.113.2')))
    assert.ok(judgedOf(codes) <= 4, `${judgedOf(codes)} checked`)
  })

  deepTest('four wrong passwords do not lock for ever', async () => {
    const { unique_name } = await guarded()
    for (let at = 0; at < 4; at++) await opened(unique_name, `x${at}`, '203.0.113.3')
    assert.equal(await opened(unique_name, 'k7m3', '203.0.113.3'), 'share_link_guessed_too_often')
    later(2)
    assert.equal(await opened(unique_name, 'k7m3', '203.0.113.3'), 'success')
  })

  deepTest('a visitor with the password can enter from another address while somebody guesses', async () => {
    const { unique_name } = await guarded()
    for (let network = 0; network < 10; network++)
      for (let at = 0; at < 5; at++) await opened(unique_name, `x${at}`, `198.51.100.${network}`)
    assert.equal(await opened(unique_name, 'k7m3', '192.0.2.77'), 'success')
  })

  test('an address with an earlier wrong guess waits while guesses from other networks block the link', async () => {
    const { unique_name } = await guarded()
    for (let network = 0; network < 20; network++) await opened(unique_name, 'x', `198.51.101.${network}`)
    assert.equal(await opened(unique_name, 'y', '198.51.101.3'), 'share_link_guessed_too_often')
  })

  deepTest('an IPv6 network counts as one address', async () => {
    const { unique_name } = await guarded()
    const codes: string[] = []
    for (let at = 0; at < 12; at++) codes.push(await opened(unique_name, `x${at}`, `2001:db8:1:2::${at + 1}`))
    assert.ok(judgedOf(codes) <= 4)
  })

  test('a right password resets the count', async () => {
    const { unique_name } = await guarded()
    for (let round = 0; round < 8; round++) {
      assert.equal(await opened(unique_name, 'wrong', '203.0.113.9'), 'share_link_invalid_password')
      assert.equal(await opened(unique_name, 'k7m3', '203.0.113.9'), 'success')
    }
  })

  test('a password wrong only in its last letter takes as long to check as any', async () => {
    // argon2 determines the time: no text is compared before argon2 has run.
    const real = async () => makeLink(me, await make.file({ owner }), { password_protected: true, password: 'k7m3' })
    const [near, far] = [await real(), await real()]
    assert.equal(await opened(near.unique_name, 'k7m4', '203.0.113.20'), 'share_link_invalid_password')
    assert.equal(await opened(far.unique_name, '', '203.0.113.21'), 'share_link_invalid_password')
    const { password_hash } = await server.deps.db
      .selectFrom('share_links')
      .select('password_hash')
      .where('id', '=', near.id)
      .executeTakeFirstOrThrow()
    assert.match(password_hash!, /^\$argon2id\$v=19\$m=19456,t=2/)
    assert.notEqual(password_hash, await hashPassword('k7m3'))
  })
})

describe('[LAND-01] names of missing links', () => {
  /** The number of unknown names that a network may request at once. A whole school that follows a wrong link stays below it. */
  const FREE = 300
  const unknown = () => randomBytes(16).toString('base64url')
  const openCode = async (uniqueName: string, address: string) => {
    const visitor = new Client(server.url)
    visitor.headers = { 'x-forwarded-for': address, 'user-agent': 'Mozilla/5.0' }
    return codeOf(await visitor.send('GET /apps/share_links/info/{unique_name}', { unique_name: uniqueName }))
  }
  const several = async (count: number, ask: () => Promise<string>) => [
    ...new Set(await Promise.all(Array.from({ length: count }, ask))),
  ]
  const failuresOf = async (network: string) =>
    (
      await server.deps.db
        .selectFrom('login_attempts')
        .select('failures')
        .where('subject', '=', `share-name:${network}`)
        .executeTakeFirst()
    )?.failures
  /** Inserts a count of earlier attempts. */
  const tried = async (network: string, failures: number) => {
    const attempt = { subject: `share-name:${network}`, failures, blocked_until: sharing.now, updated_at: sharing.now }
    await server.deps.db.insertInto('login_attempts').values(attempt).execute()
  }

  test('a network that tries many names is blocked for a while, ever longer; other networks are not', async () => {
    const address = '203.0.113.90'
    await several(20, () => openCode(unknown(), address))
    assert.equal(await failuresOf(address), 20)
    await server.deps.db.deleteFrom('login_attempts').where('subject', '=', `share-name:${address}`).execute()
    await tried(address, FREE - 1)
    assert.equal(await openCode(unknown(), address), 'share_link_not_found')
    assert.deepEqual((await several(10, () => openCode(unknown(), address))).sort(), [
      'share_link_not_found',
      'share_link_sought_too_often',
    ])
    assert.equal(await failuresOf(address), FREE + 1)
    assert.equal(await openCode(unknown(), '203.0.113.91'), 'share_link_not_found')
    later(2)
    assert.equal(await openCode(unknown(), address), 'share_link_not_found')
    later(1)
    assert.equal(await openCode(unknown(), address), 'share_link_sought_too_often')
    later(3600)
    assert.equal(await openCode(unknown(), address), 'share_link_not_found')
  })

  /** Calls as a visitor without a session, with values that fit the contract. */
  const answered = async (name: CallName, uniqueName: string, address: string) => {
    const visitor = new Client(server.url)
    visitor.headers = { 'x-forwarded-for': address, 'user-agent': 'Mozilla/5.0' }
    const [field] = namedBy(name)
    const input = { ...valuesOf(calls[name].request), scenario: 'share', [field!]: uniqueName }
    const { status, body } = await visitor.send(name, input)
    const {
      request_id: _,
      csrf_token: __,
      share_grant: ___,
      offered_token: ____,
      ...told
    } = body as Record<string, unknown>
    return `${status} ${JSON.stringify(told).replaceAll(uniqueName, 'NAME')}`
  }
  const namedBy = (name: CallName) =>
    ['unique_name', 'share_link_token'].filter((field) => field in calls[name].request.properties)
  const naming = (Object.keys(calls) as CallName[]).filter((name) => namedBy(name).length > 0)

  test('every call of the contract that names a link counts missing names, or reveals nothing about names', async () => {
    assert.ok(naming.length > 20, naming.join())
    const share = await makeLink(me, await make.file({ owner }))
    const collect = await makeFileRequest(me, await make.folder({ owner }))
    const counting: CallName[] = []
    for (const [index, name] of naming.entries()) {
      const address = `198.51.100.${index}`
      const real = name.includes('/collects/') ? collect.unique_name : share.unique_name
      const known = await answered(name, real, address)
      assert.equal(await failuresOf(address), undefined, name)
      if ((await answered(name, unknown(), address)) === known) continue
      assert.equal(await failuresOf(address), 1, `${name} answers differently per name without counting`)
      await server.deps.db.deleteFrom('login_attempts').where('subject', '=', `share-name:${address}`).execute()
      await tried(address, FREE)
      await answered(name, unknown(), address)
      assert.match(await answered(name, unknown(), address), /sought_too_often|collect_too_often/, name)
      assert.equal(await answered(name, real, address), known, name)
      counting.push(name)
    }
    assert.deepEqual(counting.sort(), [
      'GET /apps/collects/info/{unique_name}',
      'GET /apps/share_links/card',
      'GET /apps/share_links/info/{unique_name}',
      'GET /apps/users/get_base_info',
      'POST /apps/collects/join',
      'POST /apps/share_links/info/{unique_name}',
    ])
  })

  test('an IPv6 network of 56 bits counts as one', async () => {
    await openCode(unknown(), '2001:db8:1:3::1')
    await openCode(unknown(), '2001:db8:1:ff:ffff::2')
    const { subject } = await server.deps.db
      .selectFrom('login_attempts')
      .select('subject')
      .where('subject', 'like', 'share-name:2001:db8:1:%')
      .where('failures', '=', 2)
      .executeTakeFirstOrThrow()
    assert.match(subject, /^share-name:/)
  })

  test('a class behind one address opens real links without limit, also while somebody there tries names', async () => {
    const address = '203.0.113.92'
    const { unique_name } = await makeLink(me, await make.file({ owner }))
    assert.deepEqual(await several(40, () => openCode(unique_name, address)), ['success'])
    assert.equal(await failuresOf(address), undefined)
    await tried(address, FREE)
    await openCode(unknown(), address)
    assert.equal(await openCode(unknown(), address), 'share_link_sought_too_often')
    assert.deepEqual(await several(40, () => openCode(unique_name, address)), ['success'])
  })

  test('existing links are not counted as missing, even when closed', async () => {
    const address = '203.0.113.93'
    const link = await makeLink(me, await make.file({ owner }))
    await me.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
    assert.equal(await openCode(link.unique_name, address), 'process_share_link_closed')
    assert.equal(await failuresOf(address), undefined)
  })
})

describe('tokens', () => {
  test('of another format are rejected', async () => {
    const visitor = new Client(server.url)
    for (const unique_name of ['short', `${'a'.repeat(22)}'`, 'a'.repeat(23), "' or 1=1 --".padEnd(22, 'x')])
      await visitor.refused('GET /apps/share_links/info/{unique_name}', { unique_name }, 'invalid_request')
  })

  test('contain 128 random bits each', async () => {
    const file = await make.file({ owner })
    const names = new Set<string>()
    for (let at = 0; at < 50; at++) names.add((await makeLink(me, file)).unique_name)
    assert.equal(names.size, 50)
    for (const name of names) assert.equal(Buffer.from(name, 'base64url').length, 16)
  })
})

describe('opening a link repeatedly without a grant', () => {
  test('records about 200 visits per network at most; later visitors can still open the link', async () => {
    const link = await makeLink(me, await make.file({ owner }))
    const open = async (address: string) => {
      const visitor = sharing.visitorOf(link)
      visitor.client.headers['x-forwarded-for'] = address
      await visitor.open()
      return visitor
    }
    for (let round = 0; round < 21; round++)
      await Promise.all(Array.from({ length: 10 }, (_, at) => open(`2001:db8:9:9::${round * 10 + at + 1}`)))
    const { visit_count, visitor_count } = await sharing.linkNow(link.id)
    // Ten visits run at once. Each may pass the check before the others are counted.
    assert.ok(visit_count >= 200 && visit_count < 210, `${visit_count} visits`)
    assert.equal(visitor_count, visit_count)
    const { share_link } = (await (await open('2001:db8:9:9::ffff')).open()).process
    assert.equal(share_link.unique_name, link.unique_name)
    await open('2001:db8:9:109::1')
    assert.equal((await sharing.linkNow(link.id)).visit_count, visit_count + 1)
    later(7201)
    await open('2001:db8:9:9::1')
    assert.equal((await sharing.linkNow(link.id)).visit_count, visit_count + 2)
  })
})
