import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { calls, type CallName } from '@/contract/api'
import { actorKey, visitorOfKey } from '../../../server/actors/actor'
import { hashPassword } from '../../../server/crypto/passwords'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { Client, type Answer } from '../../support/client'
import { makeCollect } from '../../support/fileRequests/collecting'
import { codeOf, Sharing } from '../../support/shares/sharing'
import { makeLink, making, typedIdOf, Visitor } from '../../support/shares/shares'
import type { TestServer } from '../../support/testServer'
import { valuesOf } from '../rig/slots'

let sharing: Sharing
let server: TestServer
let make: Sharing['make']
let enterprise: EnterpriseRow
let owner: UserRow
let me: Client

before(async () => {
  sharing = await Sharing.open({ config: { trustProxy: true } })
  ;({ server, make, enterprise, owner, me } = sharing)
})
beforeEach(() => sharing.rewind())
after(() => sharing.close())

const signIn = (user: UserRow) => sharing.signIn(user)
const later = (seconds: number) => sharing.later(seconds)

describe('receivers of a link', () => {
  const sharesOf = async (user: UserRow) =>
    (await (await signIn(user)).call('GET /apps/messages/get_list', { types: 'share_link' })).messages.length

  test('people and groups of other enterprises and deactivated accounts get nothing, and answer like missing ones', async () => {
    const foreign = await make.user()
    const group = await make.group({ members: [foreign] })
    const gone = await make.user({ enterprise })
    await server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', gone.id).execute()
    const file = await make.file({ owner })
    const answers: Answer[] = []
    for (const [users, groups] of [
      [[foreign.id], []],
      [[gone.id], []],
      [[900_000_000], []],
      [[], [group.id]],
      [[], [900_000_000]],
      [[owner.id], []],
    ]) {
      const asked = making(file, { access: 'collaborators', invited_user_ids: users, group_ids: groups })
      answers.push(await me.send('POST /apps/share_links/create', asked))
    }
    assert.deepEqual([...new Set(answers.map(codeOf))], ['share_receivers_missing'])
    assert.equal(await sharesOf(foreign), 0)
  })

  test('among valid receivers they are skipped; a group’s external member gets no message', async () => {
    const [colleague, foreign] = [await make.user({ enterprise }), await make.user()]
    const group = await make.group({ enterprise, members: [foreign] })
    const link = await makeLink(me, await make.file({ owner }), {
      access: 'collaborators',
      invited_user_ids: [colleague.id, foreign.id],
      group_ids: [group.id],
    })
    assert.equal(link.receiver_count, 2)
    assert.equal(await sharesOf(colleague), 1)
    assert.equal(await sharesOf(foreign), 0)
    await new Visitor(server.url, link.unique_name, (await signIn(foreign)).headers).refusedToOpen('permission_denied')
  })

  test('a department cannot make a foreign enterprise a receiver either', async () => {
    const { id } = await make.groupOf(await make.department())
    const asked = making(await make.file({ owner }), { access: 'collaborators', group_ids: [id] })
    await me.refused('POST /apps/share_links/create', asked, 'share_receivers_missing')
  })

  test('5,000 people get one message each; 5,001 are refused', async () => {
    const crowded = await sharing.freeEnterprise()
    const sender = await make.user({ enterprise: crowded })
    const file = await make.file({ owner: sender })
    const { rows } = { rows: Array.from({ length: 5000 }, (_, at) => at) }
    const people = await server.deps.db
      .insertInto('users')
      .values(rows.map((at) => ({ enterprise_id: crowded.id, login: `p${at}@crowd`, name: `p${at}` }) as never))
      .returning('id')
      .execute()
    const ids = people.map(({ id }) => id)
    const they = await signIn(sender)
    const link = await makeLink(they, file, { access: 'collaborators', invited_user_ids: ids })
    assert.equal(link.receiver_count, 5000)
    const { count } = await server.deps.db
      .selectFrom('messages')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('share_link_id', '=', link.id)
      .executeTakeFirstOrThrow()
    assert.equal(Number(count), 5000)
    const group = await make.group({ enterprise: crowded, members: [await make.user({ enterprise: crowded })] })
    const asked = making(file, { access: 'collaborators', invited_user_ids: ids, group_ids: [group.id] })
    await they.refused('POST /apps/share_links/create', asked, 'invalid_request')
    for (const id of ids)
      await server.deps.db.insertInto('group_members').values({ group_id: group.id, user_id: id }).execute()
    const byGroup = making(file, { access: 'collaborators', group_ids: [group.id] })
    await they.refused('POST /apps/share_links/create', byGroup, 'invalid_request')
  })
})

describe('links of other users', () => {
  test('a foreign link and a missing one answer alike in every call', async () => {
    const stranger = await signIn(await make.user({ isAdministrator: true }))
    const link = await makeLink(me, await make.file({ owner }))
    const settings = {
      access: 'public',
      description: '',
      due_time: 0,
      disable_download: false,
      password_protected: false,
      password: '',
    } as const
    for (const id of [link.id, 900_000_000]) {
      await stranger.refused('GET /apps/share_links/get', { share_link_id: id }, 'share_link_not_found')
      await stranger.refused('GET /apps/share_links/visits', { share_link_id: id }, 'share_link_not_found')
      await stranger.refused('POST /apps/share_links/edit', { share_link_id: id, ...settings }, 'share_link_not_found')
      await stranger.refused('POST /apps/share_links/close', { share_link_ids: [id] }, 'share_link_not_found')
      await stranger.refused('POST /apps/share_links/reopen', { share_link_id: id }, 'share_link_not_found')
    }
    assert.equal((await me.call('GET /apps/share_links/get', { share_link_id: link.id })).share_link.state, 'open')
  })

  test('closing several links with a foreign one among them closes none', async () => {
    const other = await make.user({ enterprise })
    const [mine, theirs] = [
      await makeLink(me, await make.file({ owner })),
      await makeLink(await signIn(other), await make.file({ owner: other })),
    ]
    await me.refused('POST /apps/share_links/close', { share_link_ids: [mine.id, theirs.id] }, 'share_link_not_found')
    assert.equal((await me.call('GET /apps/share_links/get', { share_link_id: mine.id })).share_link.state, 'open')
  })

  describe('[AH-17] links closed by both their maker and an administrator', () => {
    const [CLOSE, REOPEN] = ['POST /apps/share_links/close', 'POST /apps/share_links/reopen'] as const
    const linkInput = (link: { id: number }) => ({ share_link_id: link.id })
    const close = (who: Client, link: { id: number }) => who.call(CLOSE, { share_link_ids: [link.id] })
    let administrator: Client
    let link: Awaited<ReturnType<typeof makeLink>>
    let visitor: Visitor
    beforeEach(async () => {
      administrator = await signIn(await make.user({ enterprise, isAdministrator: true }))
      link = await makeLink(me, await make.file({ owner }))
      visitor = new Visitor(server.url, link.unique_name)
    })

    for (const first of ['maker', 'administrator'] as const) {
      test(`neither reopens what the other closed, whoever was first: the ${first}`, async () => {
        const both = first === 'maker' ? [me, administrator] : [administrator, me]
        for (const who of both) await close(who, link)
        for (const who of both) {
          assert.equal((await who.call(REOPEN, linkInput(link))).share_link.state, 'closed')
          await who.refused(REOPEN, linkInput(link), 'permission_denied')
          await visitor.refusedToOpen('process_share_link_closed')
          await close(who, link)
        }
        for (const who of both) await who.call(REOPEN, linkInput(link))
        await visitor.open()
      })
    }

    test('a second administrator reopens a link closed by the first', async () => {
      await close(administrator, link)
      const other = await signIn(await make.user({ enterprise, isAdministrator: true }))
      assert.equal((await other.call(REOPEN, linkInput(link))).share_link.state, 'open')
    })

    test('a maker who is an administrator closes and opens as its maker alone', async () => {
      const maker = await make.user({ enterprise, isAdministrator: true })
      const they = await signIn(maker)
      const own = await makeLink(they, await make.file({ owner: maker }))
      await close(administrator, own)
      await they.refused(REOPEN, linkInput(own), 'permission_denied')
      const [closed] = (await close(they, own)).share_links
      assert.notEqual(closed!.closed, null)
    })

    test('a link closed by an administrator counts as ended', async () => {
      const opened = async (state: 'open' | 'ended') =>
        (await me.call('GET /apps/share_links/get_list', { state })).share_links.some(({ id }) => id === link.id)
      await close(administrator, link)
      assert.equal(await opened('open'), false)
      assert.equal(await opened('ended'), true)
    })
  })

  test('only administrators list links, and only those of their enterprise', async () => {
    await me.refused('GET /apps/share_links/enterprise_list', {}, 'permission_denied')
    await makeLink(me, await make.file({ owner }))
    const abroad = await signIn(await make.user({ isAdministrator: true }))
    assert.equal((await abroad.call('GET /apps/share_links/enterprise_list', {})).total_count, 0)
  })

  test('a stranger’s item cannot be shared, alone or with an own item', async () => {
    const foreign = await make.file({ owner: await make.user() })
    const own = await make.file({ owner })
    await me.refused('POST /apps/share_links/create', making(foreign), 'item_not_found')
    const both = making(own, { item_typed_ids: [typedIdOf(own), typedIdOf(foreign)] })
    await me.refused('POST /apps/share_links/create', both, 'item_not_found')
  })
})

describe('[AH-07] guessing', () => {
  const opened = async (uniqueName: string, password: string, address: string) => {
    const visitor = new Client(server.url)
    visitor.headers = { 'x-forwarded-for': address, 'user-agent': 'Mozilla/5.0' }
    const name = 'POST /apps/share_links/info/{unique_name}'
    return codeOf(await visitor.send(name, { unique_name: uniqueName, password }))
  }
  const guarded = async () => makeLink(me, await make.file({ owner }), { password_protected: true, password: 'k7m3' })
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

  test('no more of 30 concurrent passwords are checked: they are counted before one is checked', async () => {
    const { unique_name } = await guarded()
    const codes = await Promise.all(Array.from({ length: 30 }, (_, at) => opened(unique_name, `x${at}`, '203.0.113.2')))
    assert.ok(judgedOf(codes) <= 4, `${judgedOf(codes)} checked`)
  })

  test('four wrong passwords do not lock for ever', async () => {
    const { unique_name } = await guarded()
    for (let at = 0; at < 4; at++) await opened(unique_name, `x${at}`, '203.0.113.3')
    assert.equal(await opened(unique_name, 'k7m3', '203.0.113.3'), 'share_link_guessed_too_often')
    later(2)
    assert.equal(await opened(unique_name, 'k7m3', '203.0.113.3'), 'success')
  })

  test('a visitor with the password can enter from another address while somebody guesses', async () => {
    const { unique_name } = await guarded()
    for (let network = 0; network < 10; network++)
      for (let at = 0; at < 5; at++) await opened(unique_name, `x${at}`, `198.51.100.${network}`)
    assert.equal(await opened(unique_name, 'k7m3', '192.0.2.77'), 'success')
  })

  test('an address that failed before shares the link’s wait, wherever others guess from', async () => {
    const { unique_name } = await guarded()
    for (let network = 0; network < 20; network++) await opened(unique_name, 'x', `198.51.101.${network}`)
    assert.equal(await opened(unique_name, 'y', '198.51.101.3'), 'share_link_guessed_too_often')
  })

  test('an IPv6 network counts as one address', async () => {
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
    // argon2 decides, not the text: nothing is compared before argon2 ran.
    const [near, far] = [await guarded(), await guarded()]
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
  /** Unknown names that a network may request at once: more than a school that follows a wrong link. */
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

  test('every call of the contract with a link’s name counts missing names, or reveals nothing about names', async () => {
    assert.ok(naming.length > 20, naming.join())
    const share = await makeLink(me, await make.file({ owner }))
    const collect = await makeCollect(me, await make.folder({ owner }))
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

  test('an IPv6 network counts as one', async () => {
    await openCode(unknown(), '2001:db8:1:3::1')
    await openCode(unknown(), '2001:db8:1:3:ffff::2')
    const { subject } = await server.deps.db
      .selectFrom('login_attempts')
      .select('subject')
      .where('subject', 'like', 'share-name:2001:db8:1:3%')
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

describe('a grant', () => {
  let folder: ItemRow
  let inside: ItemRow
  let sibling: ItemRow
  let parent: ItemRow
  let closed: ItemRow
  let hidden: ItemRow
  let visitor: Visitor

  before(async () => {
    parent = await make.folder({ owner })
    folder = await make.folder({ parent })
    sibling = await make.file({ parent })
    inside = await make.file({ parent: await make.folder({ parent: folder }) })
    closed = await make.file({ parent: folder })
    hidden = await make.folder({ parent: folder })
    await server.deps.db
      .updateTable('items')
      .set({ share_disabled_for: 'all' })
      .where('id', 'in', [closed.id, hidden.id])
      .execute()
  })
  beforeEach(async () => {
    visitor = new Visitor(server.url, (await makeLink(me, folder)).unique_name)
    await visitor.open()
  })

  const calls = (item: ItemRow) =>
    [
      ['GET /apps/files/get_info', { item_typed_id: typedIdOf(item) }],
      ...(item.is_folder
        ? ([['GET /apps/files/file_list/{folderId}', { folderId: item.id }]] as const)
        : ([
            ['GET /apps/files/download', { file_id: item.id }],
            ['GET /apps/representations/info', { file_id: item.id }],
          ] as const)),
    ] as const

  test('covers shared items and those below them', async () => {
    assert.equal((await visitor.info(inside)).item!.id, inside.id)
    await visitor.download(inside)
  })

  test('covers neither parent, sibling, own root nor missing items, all alike', async () => {
    const missing = { ...sibling, id: 900_000_000 }
    const missingFolder = { ...folder, id: 900_000_001 }
    for (const item of [parent, sibling, missing, missingFolder, await make.file({ owner: await make.user() })]) {
      for (const [name, asked] of calls(item)) await visitor.refused(name, asked, 'item_not_found')
    }
  })

  test('does not open a folder whose sharing is withheld, or one that is reset for the link’s maker', async () => {
    const below = await make.file({ parent: hidden })
    for (const item of [closed, hidden, below])
      for (const [name, asked] of calls(item)) await visitor.refused(name, asked, 'item_not_found')
    const { children, total_children_count } = await visitor.list(folder.id)
    assert.equal(total_children_count, 1)
    assert.ok(!children!.some(({ id }) => id === closed.id || id === hidden.id))

    const editor = await make.user({ enterprise })
    const reset = await make.folder({ parent: folder })
    const secret = await make.file({ parent: reset })
    await make.collab(folder, { user: editor }, 'editor')
    await make.collab(reset, { user: editor }, 'reset')
    const theirs = new Visitor(server.url, (await makeLink(await signIn(editor), folder)).unique_name)
    await theirs.open()
    for (const item of [reset, secret])
      for (const [name, asked] of calls(item)) await theirs.refused(name, asked, 'item_not_found')
    assert.ok(!(await theirs.list(folder.id)).children!.some(({ id }) => id === reset.id))
  })

  test('is not valid for another link or visitor, when altered, or after its time', async () => {
    const link = await makeLink(me, inside, { password_protected: true, password: 'k7m3' })
    const guest = new Visitor(server.url, link.unique_name)
    await guest.open('k7m3')
    const user = new Visitor(server.url, link.unique_name, (await signIn(await make.user())).headers)
    await user.open('k7m3')
    const input = { item_typed_id: typedIdOf(inside) }
    const wrong = (grant: string) => {
      guest.client.headers['x-share-grant'] = grant
      return guest.refused('GET /apps/files/get_info', input, 'share_grant_expired')
    }
    const { grant } = guest
    const [linkId, version, , until, signature] = grant.split('.') as [string, string, string, string, string]
    await wrong(visitor.grant)
    await wrong('')
    await wrong(user.grant)
    await wrong(`${linkId}.${version}.u1.${until}.${signature}`)
    await wrong(`${linkId}.${version}.x0123456789abcdef.${Number(until) + 9999}.${signature}`)
    await wrong(`${grant}x`)
    guest.client.headers['x-share-grant'] = grant
    await guest.info(inside)
    later(7201)
    await guest.refused('GET /apps/files/get_info', input, 'share_grant_expired')
    // The grant only identifies the visitor; the password is still required.
    await guest.refusedToOpen('share_link_invalid_password')
  })

  test('is not valid outside of the share scenario, nor with the name of another link', async () => {
    const stranger = new Client(server.url)
    stranger.headers = { 'x-share-grant': visitor.grant }
    await stranger.refused('GET /apps/files/get_info', { item_typed_id: typedIdOf(inside) }, 'login_expired')
    const other = await makeLink(me, sibling)
    const input = { item_typed_id: typedIdOf(inside), scenario: 'share' }
    await stranger.refused('GET /apps/files/get_info', input, 'share_grant_expired')
    await stranger.refused(
      'GET /apps/files/get_info',
      { ...input, share_link_token: other.unique_name },
      'share_grant_expired',
    )
  })

  test('gives a signed-in visitor no more than the link, whatever rights they have', async () => {
    const looking = new Visitor(server.url, (await makeLink(me, folder, { disable_download: true })).unique_name)
    await looking.open()
    await looking.refused('GET /apps/files/download', { file_id: inside.id }, 'permission_denied')
    const mine = new Visitor(server.url, looking.uniqueName, me.headers)
    await mine.open()
    await mine.refused('GET /apps/files/get_info', { item_typed_id: typedIdOf(sibling) }, 'item_not_found')
  })

  test('does not cover hidden versions', async () => {
    const { id: versionId } = await server.deps.db
      .insertInto('versions')
      .values({
        item_id: inside.id,
        number: 7,
        body_id: (
          await server.deps.db
            .selectFrom('versions')
            .select('body_id')
            .where('item_id', '=', sibling.id)
            .executeTakeFirstOrThrow()
        ).body_id,
        name: 'draft.txt',
        size: 16,
        key: 'draftkey',
        creator_id: owner.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const input = { file_id: inside.id, file_version_id: versionId }
    await visitor.refused('GET /apps/representations/info', input, 'item_not_found')
    const key = keyOf(visitor)
    const signed = server.deps.sign.address(
      '/api/apps/files/download/content',
      { file_id: inside.id, file_version_key: 'draftkey' },
      key,
    )
    assert.equal((await visitor.fetch(signed)).status, 403)
  })

  test('names its visitor in signed addresses, which end with the link', async () => {
    const address = await visitor.download(inside)
    const key = new URL(address, server.url).searchParams.get('a')!
    assert.notEqual(visitorOfKey(key), null)
    assert.equal((await visitor.fetch(address)).status, 200)
    const { share_links } = await me.call('GET /apps/share_links/get_list', {})
    const { id } = share_links.find(({ unique_name }) => unique_name === visitor.uniqueName)!
    await me.call('POST /apps/share_links/close', { share_link_ids: [id] })
    assert.equal((await visitor.fetch(address)).status, 403)
    assert.equal((await visitor.fetch(address.replace(`a=${key}`, `a=u${owner.id}`))).status, 403)
  })

  function keyOf({ grant }: Visitor): string {
    const [linkId, version, who] = grant.split('.')
    return `v${linkId}p${version}${who}`
  }

  test('accepts only well-formed visitor keys', () => {
    assert.equal(visitorOfKey('v5p1'), null)
    assert.equal(visitorOfKey('v5p1u'), null)
    assert.equal(visitorOfKey('v5p1x0123'), null)
    assert.equal(visitorOfKey('u5'), null)
    assert.deepEqual(visitorOfKey('v5p2u17'), { linkId: 5, passwordVersion: 2, visitor: 'u17' })
    assert.ok(actorKey)
  })
})

describe('tokens', () => {
  test('are rejected in another format', async () => {
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
  test('records at most as many visits per network as people could be there; more visitors can still enter', async () => {
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
    // Ten concurrent visits may each be the last one.
    assert.ok(visit_count >= 200 && visit_count < 210, `${visit_count} visits`)
    assert.equal(visitor_count, visit_count)
    const { share_link } = (await (await open('2001:db8:9:9::ffff')).open()).process
    assert.equal(share_link.unique_name, link.unique_name)
    await open('2001:db8:9:8::1')
    assert.equal((await sharing.linkNow(link.id)).visit_count, visit_count + 1)
    later(7201)
    await open('2001:db8:9:9::1')
    assert.equal((await sharing.linkNow(link.id)).visit_count, visit_count + 2)
  })
})
