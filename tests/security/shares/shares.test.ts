import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { actorKey, visitorOfKey } from '../../../server/actors/actor'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { Client, type Answer } from '../../support/client'
import { codeOf, Sharing } from '../../support/shares/sharing'
import { makeLink, making, typedIdOf, Visitor } from '../../support/shares/shares'
import type { TestServer } from '../../support/testServer'

let sharing: Sharing
let server: TestServer
let make: Sharing['make']
let enterprise: EnterpriseRow
let owner: UserRow
let me: Client

before(async () => {
  sharing = await Sharing.open({ config: { trustedProxies: 1 } })
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

  test('invalid receivers among valid ones are skipped; a group’s external member gets no message', async () => {
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
      test(`neither reopens what the other closed: the ${first} closed first`, async () => {
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

    test('an administrator closes and reopens their own link only as its maker', async () => {
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
