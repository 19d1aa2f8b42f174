import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SharePolicy } from '@/contract/shares/policy'
import type { ShareLink, ShareState } from '@/contract/shares/shares'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { updateLink } from '../../../server/queries/shares/links'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { fillWithLinks, freeEnterprise } from '../../support/shares/linkWorld'
import { decideShares } from '../../support/shares/sharePolicy'
import { makeLink, typedIdOf } from '../../support/shares/shares'
import { startTestServer, type TestServer } from '../../support/testServer'

describe('[AH-17] closing and supervising in lists of links', () => {
  let server: TestServer
  let make: ReturnType<typeof factories>

  before(async () => {
    server = await startTestServer()
    make = factories(server.deps)
  })
  after(() => server.close())

  test('a closed link has the time of closing; a reopened link has none', async () => {
    const user = await make.user()
    const me = await client(server).as(user.login)
    const link = await makeLink(me, await make.file({ owner: user }), { password: 'k7m3', password_protected: true })
    assert.equal(link.closed, null)
    const from = Math.floor(Date.now() / 1000)
    await me.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
    const { share_links: closed } = await me.call('GET /apps/share_links/get_list', {})
    assert.ok(closed[0]!.closed! >= from && closed[0]!.closed! <= Date.now() / 1000 + 1, String(closed[0]!.closed))
    const { share_link: open } = await me.call('POST /apps/share_links/reopen', { share_link_id: link.id })
    assert.equal(open.closed, null)
  })

  test('[AH-40] an item’s details count the user’s links to it, including those with several items', async () => {
    const enterprise = await make.enterprise()
    const [owner, colleague] = [await make.user({ enterprise }), await make.user({ enterprise })]
    const [folder, file] = [await make.folder({ owner }), await make.file({ owner })]
    await make.collab(folder, { user: colleague }, 'editor')
    const [mine, theirs] = [await client(server).as(owner.login), await client(server).as(colleague.login)]
    const secret = { password: 'k7m3', password_protected: true }
    await makeLink(mine, folder, secret)
    await makeLink(mine, file, { ...secret, item_typed_ids: [typedIdOf(file), typedIdOf(folder)] })
    await makeLink(theirs, folder, secret)
    const count = async (who: typeof mine, item: typeof file) =>
      (await who.call('GET /apps/files/details', { item_typed_id: typedIdOf(item) })).details.link_count
    assert.deepEqual([await count(mine, folder), await count(mine, file), await count(theirs, folder)], [2, 1, 1])
    assert.equal(await count(mine, await make.file({ owner })), 0)
  })

  test('only administrators are informed that they may list the enterprise’s links, and may do so', async () => {
    const enterprise = await make.enterprise()
    const [user, administrator] = [
      await make.user({ enterprise }),
      await make.user({ enterprise, isAdministrator: true }),
    ]
    for (const [who, may] of [
      [user, false],
      [administrator, true],
    ] as const) {
      const me = await client(server).as(who.login)
      const { may_list_enterprise: told } = await me.call('GET /apps/share_links/get_list', {})
      assert.equal(told, may)
      if (may) await me.call('GET /apps/share_links/enterprise_list', {})
      else await me.refused('GET /apps/share_links/enterprise_list', {}, 'permission_denied')
    }
  })
})

describe('[AH-17] the filters of a list of links match the displayed state', () => {
  let server: TestServer
  let make: ReturnType<typeof factories>
  before(async () => {
    server = await startTestServer()
    make = factories(server.deps)
  })
  after(() => server.close())

  interface World {
    enterprise: EnterpriseRow
    /** The owner of the folder. */
    owner: UserRow
    /** An editor of the folder, who shared a file in it. */
    maker: UserRow
    me: Client
    folder: ItemRow
    file: ItemRow
    link: ShareLink
  }
  interface Row {
    what: string
    /** Settings with which the link is created. */
    made?: Parameters<typeof makeLink>[2]
    become(world: World): Promise<unknown>
    state: ShareState
  }

  const db = () => server.deps.db
  const set =
    (values: Parameters<typeof updateLink>[2]) =>
    ({ link }: World) =>
      updateLink(db(), link.id, values)
  const decide =
    (policy: Partial<SharePolicy>) =>
    ({ enterprise }: World) =>
      decideShares(server.deps, enterprise, { is_share_force_passwd_switch: false, ...policy })
  const change =
    (table: 'items' | 'users' | 'enterprises', values: object, id: (world: World) => number) => (world: World) =>
      db().updateTable(table).set(values).where('id', '=', id(world)).execute()
  const role =
    (to: 'viewer' | 'previewer') =>
    ({ folder }: World) =>
      db().updateTable('collabs').set({ role: to }).where('item_id', '=', folder.id).execute()
  const remove = async (owner: UserRow, item: ItemRow) =>
    (await client(server).as(owner.login)).call('POST /apps/files/delete', { item_typed_ids: [typedIdOf(item)] })
  const limited = { is_preview_limit: true, preview_limit: 1 }
  const past = new Date(Date.now() - 1000)

  const rows: Row[] = [
    { what: 'nothing', become: async () => {}, state: 'open' },
    { what: 'waiting for an approval', become: set({ approval_state: 1 }), state: 'waiting' },
    {
      what: 'used up and waiting for approval again',
      made: { ...limited, disable_download: true },
      become: set({ preview_count: 1, approval_state: 1 }),
      state: 'waiting',
    },
    { what: 'refused', become: set({ approval_state: 3 }), state: 'refused' },
    { what: 'closed', become: set({ closed_at: past }), state: 'closed' },
    { what: 'closed by an administrator', become: set({ closed_by_administrator_at: past }), state: 'closed' },
    { what: 'past its end', become: set({ due_at: past }), state: 'expired' },
    {
      what: 'without previews left, while downloads are left',
      made: limited,
      become: set({ preview_count: 1 }),
      state: 'open',
    },
    {
      what: 'without previews left, after the enterprise disabled downloads',
      made: limited,
      become: async (world) => {
        await set({ preview_count: 1 })(world)
        await decide({ is_share_link_download_disabled: true })(world)
      },
      state: 'limit_reached',
    },
    { what: 'its item was deleted', become: ({ owner, file }) => remove(owner, file), state: 'unavailable' },
    {
      what: 'the folder around it was deleted',
      become: ({ owner, folder }) => remove(owner, folder),
      state: 'unavailable',
    },
    { what: 'its maker became a previewer', become: role('previewer'), state: 'unavailable' },
    { what: 'its maker became a viewer', become: role('viewer'), state: 'open' },
    {
      what: 'its maker has left the folder',
      become: ({ folder }) => db().deleteFrom('collabs').where('item_id', '=', folder.id).execute(),
      state: 'unavailable',
    },
    {
      what: 'sharing of its item was disabled',
      become: change('items', { share_disabled_for: 'all' }, ({ file }) => file.id),
      state: 'unavailable',
    },
    {
      what: 'its item was encrypted',
      become: change('items', { is_encrypted: true }, ({ file }) => file.id),
      state: 'unavailable',
    },
    {
      what: 'public links were disabled',
      become: decide({ is_share_link_public_access_disabled: true }),
      state: 'unavailable',
    },
    {
      what: 'a company link, after sharing with colleagues was disabled',
      made: { access: 'company' },
      become: change('enterprises', { share_with_colleagues_disallowed: true }, ({ enterprise }) => enterprise.id),
      state: 'unavailable',
    },
    {
      what: 'its maker’s account was deactivated',
      become: change('users', { is_active: false }, ({ maker }) => maker.id),
      state: 'unavailable',
    },
  ]

  async function worldOf({ made = {} }: Pick<Row, 'made'>): Promise<World & { administrator: Client }> {
    const enterprise = await freeEnterprise({ server, make })
    const [owner, maker] = [await make.user({ enterprise }), await make.user({ enterprise })]
    const administrator = await client(server).as((await make.user({ enterprise, isAdministrator: true })).login)
    const folder = await make.folder({ owner })
    const file = await make.file({ parent: folder })
    await make.collab(folder, { user: maker }, 'editor')
    const me = await client(server).as(maker.login)
    // So that the filter has links on both sides.
    await makeLink(me, await make.file({ owner: maker }))
    const closed = await makeLink(me, await make.file({ owner: maker }))
    await me.call('POST /apps/share_links/close', { share_link_ids: [closed.id] })
    return { enterprise, owner, maker, me, folder, file, administrator, link: await makeLink(me, file, made) }
  }

  for (const row of rows) {
    test(`a link is listed as ${row.state} (change: ${row.what})`, async () => {
      const world = await worldOf(row)
      await row.become(world)
      const isLive = row.state === 'open' || row.state === 'waiting'
      const isMakerActive = (
        await db().selectFrom('users').select('is_active').where('id', '=', world.maker.id).executeTakeFirstOrThrow()
      ).is_active
      const own = (state?: 'open' | 'ended') => world.me.call('GET /apps/share_links/get_list', { state })
      const all = (state?: 'open' | 'ended') =>
        world.administrator.call('GET /apps/share_links/enterprise_list', { state })
      for (const list of isMakerActive ? [own, all] : [all]) {
        const [whole, open, ended] = [await list(), await list('open'), await list('ended')]
        assert.equal(whole.share_links.find(({ id }) => id === world.link.id)?.state, row.state)
        for (const [shown, isAsked] of [
          [open, true],
          [ended, false],
        ] as const) {
          const expected = whole.share_links.filter(
            ({ state }) => (state === 'open' || state === 'waiting') === isAsked,
          )
          assert.deepEqual(
            shown.share_links.map(({ id }) => id),
            expected.map(({ id }) => id),
          )
          assert.equal(shown.total_count, expected.length)
        }
        assert.equal(
          (isLive ? open : ended).share_links.some(({ id }) => id === world.link.id),
          true,
        )
      }
    })
  }

  test('a link with one unshareable item of two is open', async () => {
    const world = await worldOf({})
    const other = await make.file({ owner: world.maker })
    const both = await makeLink(world.me, world.file, { item_typed_ids: [typedIdOf(world.file), typedIdOf(other)] })
    await role('previewer')(world)
    const { share_links: open } = await world.me.call('GET /apps/share_links/get_list', { state: 'open' })
    assert.ok(open.some(({ id }) => id === both.id))
    assert.ok(!open.some(({ id }) => id === world.link.id))
  })

  test('pages of a filter contain its total without gaps', async () => {
    const enterprise = await freeEnterprise({ server, make })
    const user = await make.user({ enterprise })
    const me = await client(server).as(user.login)
    const dying = await make.file({ owner: user })
    await fillWithLinks({ server, make }, user, 30)
    for (let n = 0; n < 3; n++) await makeLink(me, dying)
    await fillWithLinks({ server, make }, user, 10, 'b')
    await change('items', { share_disabled_for: 'all' }, () => dying.id)({} as World)
    const [first, second] = [
      await me.call('GET /apps/share_links/get_list', { state: 'open' }),
      await me.call('GET /apps/share_links/get_list', { state: 'open', offset: 25 }),
    ]
    assert.equal(first.total_count, 40)
    assert.equal(first.share_links.length, 25)
    assert.equal(second.share_links.length, 15)
    assert.equal((await me.call('GET /apps/share_links/get_list', { state: 'ended' })).total_count, 3)
  })
})
