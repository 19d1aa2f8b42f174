import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Role } from '@/contract/entities'
import { departmentRoot } from '../../../server/queries/items/spaces'
import { makeCollabWorld, type CollabWorld, type Somebody } from '../../support/members/memberWorld'
import { factories } from '../../support/factories'
import { roles } from '../../support/access/roleTable'
import { startTestServer, type TestServer } from '../../support/testServer'
import { canSee, INFO, invitedBy, membersOf } from './memberCalls'

let now = Date.UTC(2026, 10, 25)
let server: TestServer
let make: ReturnType<typeof factories>
let world: CollabWorld

before(async () => {
  server = await startTestServer({ clock: () => new Date(now), config: { logLevel: 'error' } })
  make = factories(server.deps)
  world = await makeCollabWorld(server, make)
})
after(() => server.close())

describe('[LIST-08] [COLL-01] the members of a folder', () => {
  test('it lists the owner, roles given here and inherited roles with their source, and managers of the department separately', async () => {
    const { owner, one, two, three, guest, group } = world
    const { above, folder } = await world.nested()
    await world.give(above, { user: one.user }, 'coowner')
    await world.give(above, { group }, 'viewer')
    await world.give(folder, { user: two.user }, 'previewer')
    await world.give(folder, { user: guest.user }, 'viewer')
    await world.give(folder, { user: three.user }, 'editor', false)
    const found = await membersOf(owner, folder)
    const shown = found.accepted_collabs.map(({ user, final_role, direct_role, way, from, is_inherited }) => [
      user.is_group ? 'group' : user.name,
      final_role,
      direct_role,
      way,
      from?.typed_id ?? null,
      is_inherited,
    ])
    const place = `folder_${above.id}`
    assert.deepEqual(shown.slice(0, 3), [
      ['王珂', 'owner', 'owner', 'owner', null, false],
      ['外人', 'viewer', 'viewer', 'user', null, false],
      ['赵敏', 'previewer', 'previewer', 'user', null, false],
    ])
    assert.deepEqual(
      new Set(shown.slice(3)),
      new Set([
        ['group', 'viewer', null, 'group', place, true],
        ['李蔚', 'coowner', null, 'user', place, true],
      ]),
    )
    assert.deepEqual([found.total_count, found.unaccepted_count, found.final_role], [5, 1, 'owner'])
    const external = found.accepted_collabs.find(({ user }) => user.name === '外人')!
    const colleague = found.accepted_collabs.find(({ user }) => user.name === '赵敏')!
    assert.deepEqual([external.user.is_external, colleague.user.is_external], [true, false])
    // A user who may neither see the folder above nor invite here.
    const seen = await membersOf(guest, folder)
    assert.ok(seen.accepted_collabs.every(({ from }) => from === null))
    assert.deepEqual([seen.unaccepted_collabs, seen.may_invite], [[], false])
    const self = seen.accepted_collabs.find(({ current_user }) => current_user)!
    assert.equal(self.quit_collab_allowed, true)
    await three.client.refused(INFO, { folder_id: folder.id }, 'item_not_found')
  })

  test('members are paged and searched', async () => {
    const { owner, one, two } = world
    const { folder } = await world.nested()
    await world.give(folder, { user: one.user }, 'viewer')
    await world.give(folder, { user: two.user }, 'viewer')
    const page = (page_number: number) => owner.client.call(INFO, { folder_id: folder.id, page_number, page_size: 2 })
    const names = async (number: number) => (await page(number)).accepted_collabs.map(({ user }) => user.name)
    assert.deepEqual([await names(1), await names(2), (await page(1)).page_count], [['王珂', '李蔚'], ['赵敏'], 2])
    const found = await owner.client.call(INFO, { folder_id: folder.id, search_string: '蔚' })
    assert.deepEqual(
      found.accepted_collabs.map(({ user }) => user.name),
      ['李蔚'],
    )
  })

  test('people are sorted by the sound that a character has as a surname, also those who can see a folder', async () => {
    const { owner, enterprise } = world
    const { folder } = await world.nested()
    for (const name of ['沈琪', '陈希', '曾理', '蔡雯'])
      await world.give(folder, { user: await make.user({ enterprise, name }) }, 'viewer')
    const sorted = ['王珂', '蔡雯', '陈希', '沈琪', '曾理']
    const members = await membersOf(owner, folder)
    assert.deepEqual(
      members.accepted_collabs.map(({ user }) => user.name),
      sorted,
    )
    const reach = await owner.client.call('GET /apps/files/who_can_see', { item_typed_id: `folder_${folder.id}` })
    assert.deepEqual(
      reach.people.map(({ user }) => user.name),
      sorted,
    )
  })

  test('[COLL-05] invitations are paged and searched like members, and all of them are counted', async () => {
    const { owner, one, two, three } = world
    const { folder } = await world.nested()
    await invitedBy(owner, folder, `${one.user.id}:viewer`)
    now += 1000
    await invitedBy(owner, folder, `${two.user.id}:viewer;${three.user.id}:viewer`)
    const page = async (page_number: number, search_string?: string) => {
      const input = { folder_id: folder.id, page_number, page_size: 2, search_string }
      const { unaccepted_collabs: invited, ...rest } = await owner.client.call(INFO, input)
      return {
        names: invited.map(({ user }) => user.name),
        counts: [rest.accepted_collabs.length, rest.total_count, rest.page_count, rest.unaccepted_count],
      }
    }
    assert.deepEqual(await page(1), { names: ['孙敏', '赵敏'], counts: [1, 1, 2, 3] })
    assert.deepEqual(await page(2), { names: ['李蔚'], counts: [0, 1, 2, 3] })
    assert.deepEqual((await page(1, '敏')).names, ['孙敏', '赵敏'])
    assert.deepEqual((await page(1, '李蔚@')).names, ['李蔚'])
    assert.deepEqual((await page(1, '%')).names, [])
  })

  test('a user and a group with the same number and name keep their places across pages', async () => {
    const { owner, enterprise } = world
    const { folder } = await world.nested()
    const user = await make.user({ enterprise, name: '同名' })
    const { db } = server.deps
    await sql`
      insert into groups (id, enterprise_id, name) overriding system value values (${user.id}, ${enterprise.id}, '同名')`.execute(
      db,
    )
    await sql`select setval(pg_get_serial_sequence('groups', 'id'), ${user.id})`.execute(db)
    await world.give(folder, { group: { id: user.id } }, 'viewer')
    await world.give(folder, { user }, 'viewer')
    const pageInput = (page_number: number) => ({ folder_id: folder.id, page_number, page_size: 1 })
    const found = []
    for (const page of [2, 3]) found.push(...(await owner.client.call(INFO, pageInput(page))).accepted_collabs)
    assert.deepEqual(
      found.map(({ user: { is_group: isGroup } }) => isGroup),
      [false, true],
    )
  })

  test('a manager who owns the folder, or has an entry on it, is listed once, with the role that counts', async () => {
    const { enterprise } = world
    const office = await make.department({ enterprise, name: '人事处' })
    const [deputy, other] = [
      await make.user({ enterprise, name: '副手' }),
      await make.user({ enterprise, name: '另一位' }),
    ]
    for (const user of [deputy, other]) await make.member(office, user, { isManager: true })
    const file = await make.folder({ department: office })
    const owner = await server.deps.db
      .selectFrom('items')
      .innerJoin('users', 'users.id', 'space_owner_id')
      .selectAll('users')
      .where('department_id', '=', office.id)
      .executeTakeFirstOrThrow()
    await make.member(office, owner, { isManager: true })
    await world.give(file, { user: deputy }, 'viewer')
    const { client: at } = await import('../../support/client')
    const found = await (await at(server).as(other.login)).call(INFO, { folder_id: file.id })
    const listed = [
      ...found.accepted_collabs.flatMap(({ user, final_role }) => (user.is_group ? [] : `${user.id} ${final_role}`)),
      ...found.file_managers.map(({ id, final_role }) => `${id} ${final_role}`),
    ]
    assert.deepEqual(listed.sort(), [`${owner.id} owner`, `${deputy.id} coowner`, `${other.id} coowner`].sort())
  })

  test('members show their effective role: the higher role by a nearer group or as a manager, not the role given by name', async () => {
    const { owner, one, group, enterprise } = world
    const { above, folder } = await world.nested()
    await world.give(above, { user: one.user }, 'viewer')
    await world.give(folder, { group }, 'editor')
    const found = (await membersOf(owner, folder)).accepted_collabs.find(({ user }) => user.name === '李蔚')!
    assert.deepEqual(
      [found.final_role, found.direct_role, found.way, found.from, found.is_inherited],
      ['editor', null, 'group', null, false],
    )
    const office = await make.department({ enterprise, name: '档案室' })
    const [boss, deputy] = [await make.user({ enterprise }), await make.user({ enterprise })]
    for (const user of [boss, deputy]) await make.member(office, user, { isManager: true })
    const file = await make.folder({ department: office })
    const id = await world.give(file, { user: deputy }, 'viewer')
    const { client: at } = await import('../../support/client')
    const me = await at(server).as(boss.login)
    const { accepted_collabs: members } = await me.call(INFO, { folder_id: file.id })
    const held = members.find(({ collab_id }) => collab_id === id)!
    assert.deepEqual([held.final_role, held.direct_role, held.way], ['coowner', 'viewer', 'manager'])
    // A coowner cannot change another coowner (2§5).
    const edit = {
      item_id: file.id,
      edit_collabs_roles: [{ collab_id: id, user_id: deputy.id, role: 'editor' as const }],
    }
    await me.refused('POST /apps/collabs/edit', edit, 'collab_role_refused')
  })

  test('[LIST-08] a department with many roles in its own folder is listed once per role, page by page', async () => {
    const { enterprise } = world
    const office = await make.department({ enterprise, name: '基建处' })
    const boss = await make.user({ enterprise })
    await make.member(office, boss, { isManager: true })
    const heldRoles = roles.filter((role) => role !== 'owner' && role !== 'reset')
    for (const role of heldRoles) await make.member(office, await make.user({ enterprise }), { role })
    const folder = await make.folder({ department: office })
    const { client: at } = await import('../../support/client')
    const me = await at(server).as(boss.login)
    const pageInput = (page_number: number, page_size: number) => ({ folder_id: folder.id, page_number, page_size })
    const { page_count: pages } = await me.call(INFO, pageInput(1, 2))
    for (const size of [1, 2, 3]) {
      const found: (Role | null)[] = []
      for (let page = 1; page <= pages * 2; page += 1)
        for (const { user, final_role: role } of (await me.call(INFO, pageInput(page, size))).accepted_collabs)
          if (user.is_department) found.push(role)
      assert.deepEqual(found.sort(), [...heldRoles].sort(), `pages of ${size}`)
    }
  })

  test('[COLL-06] resetting a department’s role on its own folder restores the roles of its members', async () => {
    const { enterprise } = world
    const office = await make.department({ enterprise, name: '校办' })
    const boss = await make.user({ enterprise })
    await make.member(office, boss, { isManager: true })
    for (const role of ['viewer', 'editor'] as const)
      await make.member(office, await make.user({ enterprise }), { role })
    const folder = await make.folder({ department: office })
    const id = await world.give(folder, { group: await make.groupOf(office) }, 'uploader')
    const { client: at } = await import('../../support/client')
    const { accepted_collabs: members } = await (await at(server).as(boss.login)).call(INFO, { folder_id: folder.id })
    const departments = members.filter(({ user }) => user.is_department)
    assert.deepEqual(
      departments.map(({ collab_id, final_role, role_otherwise }) => [collab_id, final_role, role_otherwise]),
      [[id, 'uploader', 'editor']],
    )
  })

  test('a role on a higher department’s folder gives nobody access to a lower department’s folder', async () => {
    const { enterprise, one, two } = world
    const top = await make.department({ enterprise, name: '学院' })
    const office = await make.department({ parent: top, name: '系办' })
    const boss = await make.user({ enterprise })
    await make.member(office, boss, { isManager: true })
    const folder = await make.folder({ department: office })
    await world.give({ id: (await departmentRoot(server.deps.db, top.id))! }, { user: one.user }, 'editor')
    await world.give({ id: (await departmentRoot(server.deps.db, office.id))! }, { user: two.user }, 'viewer')
    const { client: at } = await import('../../support/client')
    const found = await (await at(server).as(boss.login)).call(INFO, { folder_id: folder.id })
    const names = found.accepted_collabs.map(({ user }) => user.name)
    assert.deepEqual([names, found.total_count], [['王珂', '赵敏'], 2])
    assert.equal(await canSee(one, folder), false)
  })

  test('groups and departments count their active people, each once', async () => {
    const { enterprise, owner, one, two } = world
    const { folder } = await world.nested()
    const left = await make.user({ enterprise })
    await server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', left.id).execute()
    const group = await make.group({ enterprise, members: [one.user, left] })
    const office = await make.department({ enterprise, name: '处' })
    const room = await make.department({ parent: office, name: '室' })
    for (const user of [one.user, left]) await make.member(office, user)
    for (const user of [one.user, two.user]) await make.member(room, user)
    await world.give(folder, { group }, 'viewer')
    await world.give(folder, { group: await make.groupOf(office) }, 'viewer')
    const { accepted_collabs: members } = await membersOf(owner, folder)
    const counts = members.filter(({ way }) => way !== 'owner').map(({ user }) => [user.is_department, user.user_count])
    assert.deepEqual(counts.sort(), [
      [false, 1],
      [true, 2],
    ])
  })

  test('a department’s folder lists its members as one entry, its managers and the managers above', async () => {
    const company = await make.enterprise()
    const top = await make.department({ enterprise: company, name: '总部' })
    const office = await make.department({ parent: top, name: '办公室' })
    const boss = await make.user({ enterprise: company, name: '主任' })
    await make.member(top, boss, { isManager: true })
    const clerk = await make.user({ department: office, name: '文员' })
    await make.user({ department: office, name: '文员二' })
    const folder = await make.folder({ department: office })
    const { client: at } = await import('../../support/client')
    const me = { user: clerk, client: await at(server).as(clerk.login) }
    const found = await membersOf(me, folder)
    assert.deepEqual(
      found.file_managers.map(({ name, final_role }) => [name, final_role]),
      [['主任', 'coowner']],
    )
    const [department] = found.accepted_collabs.filter(({ user }) => user.is_department)
    assert.deepEqual(
      [
        department!.user.name,
        department!.user.user_count,
        department!.final_role,
        department!.way,
        department!.collab_id,
      ],
      ['办公室', 2, 'editor', 'member', null],
    )
    const reach = await me.client.call('GET /apps/files/who_can_see', { item_typed_id: `folder_${folder.id}` })
    assert.deepEqual(
      reach.people.map(({ user, ways }) => [user.name, ways[0]!.way]).filter(([name]) => /主任|文员/.test(name!)),
      [
        ['主任', 'manager'],
        ['文员', 'member'],
        ['文员二', 'member'],
      ],
    )
  })
})

describe('[AH-45] the users who can see an item', () => {
  const WHO = 'GET /apps/files/who_can_see'
  test('every access path is listed, the effective one first; groups are named; outsiders only if added by name, groups as one', async () => {
    const { owner, one, two, guest, group } = world
    const { above, folder } = await world.nested()
    await world.give(above, { group }, 'editor')
    await world.give(folder, { user: one.user }, 'viewer')
    await world.give(folder, { user: guest.user }, 'previewer')
    const file = await make.file({ parent: folder })
    const input = { item_typed_id: `file_${file.id}` as const }
    const { people, total_count } = await owner.client.call(WHO, input)
    assert.equal(total_count, 4)
    const ways = (name: string) =>
      people
        .find(({ user }) => user.name === name)!
        .ways.map(({ way, role, place, group: by, is_decisive }) => [
          way,
          role,
          place?.typed_id,
          by?.id ?? null,
          is_decisive,
        ])
    assert.deepEqual(ways('李蔚'), [
      ['user', 'viewer', `folder_${folder.id}`, null, true],
      ['group', 'editor', `folder_${above.id}`, group.id, false],
    ])
    assert.deepEqual(ways('赵敏'), [['group', 'editor', `folder_${above.id}`, group.id, true]])
    assert.equal(ways('王珂')[0]![0], 'owner')
    const seen = await guest.client.call(WHO, input)
    assert.ok(!seen.people.some(({ user }) => user.name === '赵敏'))
    assert.ok(seen.people.some(({ user }) => user.is_group))
    assert.ok(
      seen.people
        .flatMap((each) => each.ways)
        .every(
          ({ place, is_inherited }) => !is_inherited || place === null || place.typed_id === `folder_${folder.id}`,
        ),
    )
    const mine = await two.client.call(WHO, { ...input, search_string: '李', page_size: 1 })
    assert.deepEqual([mine.people.map(({ user }) => user.name), mine.page_count], [['李蔚'], 1])
  })

  test('owners see all links, members their own, without address or password; closed and foreign links are omitted', async () => {
    const { owner, one, two } = world
    const { above, folder } = await world.nested()
    await world.give(folder, { user: one.user }, 'editor')
    await world.give(folder, { user: two.user }, 'viewer')
    const upper = await make.shareLink(owner.user, [above])
    const own = await make.shareLink(one.user, [folder])
    await make.shareLink(owner.user, [folder], { closed_at: new Date(now) })
    await make.shareLink(owner.user, [folder], { due_at: new Date(now - 1000) })
    const input = { item_typed_id: `folder_${folder.id}` as const }
    const links = async ({ client }: Somebody) => {
      const { links, are_links_complete: isAll } = await client.call(WHO, input)
      return [links.map(({ id }) => id), isAll]
    }
    assert.deepEqual(await links(owner), [[own.id, upper.id], true])
    assert.deepEqual(await links(one), [[own.id], false])
    assert.deepEqual(await links(two), [[], false])
    const { links: told } = await owner.client.call(WHO, input)
    assert.deepEqual(
      told.map(({ is_inherited }) => is_inherited),
      [false, true],
    )
    for (const { unique_name } of [upper, own]) assert.ok(!JSON.stringify(told).includes(unique_name))
  })

  test('newer expired links never hide a working link, and the answer says that some are omitted', async () => {
    const { owner } = world
    const { folder } = await world.nested()
    const open = await make.shareLink(owner.user, [folder])
    const due_at = new Date(now - 1000)
    const over = await Promise.all(Array.from({ length: 201 }, () => make.shareLink(owner.user, [folder], { due_at })))
    const visibleLinks = async () => {
      const { links, has_more_links: hasMore } = await owner.client.call(WHO, { item_typed_id: `folder_${folder.id}` })
      return { ids: links.map(({ id }) => id), hasMore }
    }
    assert.deepEqual(await visibleLinks(), { ids: [open.id], hasMore: false })
    const { db } = server.deps
    const ids = over.map(({ id }) => id)
    // 200 of them have no previews left.
    const used = { due_at: null, preview_limit: 1, preview_count: 1, disable_download: true }
    await db.updateTable('share_links').set(used).where('id', 'in', ids).execute()
    assert.deepEqual(await visibleLinks(), { ids: [open.id], hasMore: false })
    await db.updateTable('share_links').set({ preview_limit: null }).where('id', 'in', ids).execute()
    const { ids: shown, hasMore } = await visibleLinks()
    assert.deepEqual([shown.length, shown.includes(open.id), hasMore], [200, false, true])
  })
})
