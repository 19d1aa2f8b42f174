import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { factories } from '../../support/factories'
import { signedIn } from '../../support/session/signedIn'
import { startTestServer, type TestServer } from '../../support/testServer'

const LIST = 'GET /apps/files/file_list_for_external_enterprise'

let server: TestServer
let make: ReturnType<typeof factories>
let me: UserRow
let school: EnterpriseRow
let company: EnterpriseRow
let solo: UserRow
let brief: ItemRow
let photos: ItemRow

const signIn = (user: UserRow) => signedIn(server, user)

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
  school = await make.enterprise({ name: '明德学校' })
  company = await make.enterprise({ name: '云舟科技' })
  me = await make.user({ enterprise: school })
  const colleague = await make.user({ enterprise: school })
  const outsider = await make.user({ enterprise: company })
  solo = await make.user({
    enterprise: await make.enterprise({ name: '小北的空间', is_personal: true }),
    name: '何小北',
  })
  const unit = await make.department({ enterprise: company })

  brief = await make.folder({ owner: outsider }, { name: '需求' })
  await make.file({ parent: brief }, { name: '说明.txt' })
  await make.collab(brief, { user: me }, 'editor')
  const byGroup = await make.folder({ department: unit }, { name: '发布' })
  await make.collab(byGroup, { group: await make.group({ members: [me] }) }, 'viewer')
  photos = await make.folder({ owner: solo }, { name: '旅行照片' })
  await make.collab(photos, { user: me }, 'previewer')
  await make.collab(await make.folder({ owner: colleague }, { name: '教案' }), { user: me }, 'viewer')

  const barred = await make.user({ enterprise: await make.enterprise({ name: '不再往来' }) })
  await make.collab(await make.folder({ owner: barred }), { user: me }, 'reset')
  await make.collab(await make.folder({ owner: barred }), { user: me }, 'viewer', { accepted: false })
  const deleted = await make.folder({ owner: barred })
  await make.collab(deleted, { user: me }, 'viewer')
  await (await signIn(barred)).call('POST /apps/files/delete', { item_typed_ids: [`folder_${deleted.id}`] })
})
after(() => server.close())

describe('[LIST-09] external enterprises and their lists', () => {
  test('the list contains all who share with the user, enterprises and personal users, but not the own enterprise or former sharers', async () => {
    const { external_list } = await (await signIn(me)).call('GET /enterprises/get_external_enterprises', {})
    assert.deepEqual(external_list, [
      { id: solo.id, type: 'user', name: '何小北' },
      { id: company.id, type: 'enterprise', name: '云舟科技' },
    ])
    assert.deepEqual(
      (await (await signIn(solo)).call('GET /enterprises/get_external_enterprises', {})).external_list,
      [],
    )
  })

  test('enterprise_id lists and names what that enterprise shares with the user, sorted and paged', async () => {
    const member = await signIn(me)
    const sorted = { sort_by: 'name', sort_direction: 'asc' } as const
    const list = await member.call(LIST, { enterprise_id: company.id, ...sorted })
    assert.deepEqual(
      list.items.map((item) => [item.name, item.final_role, item.space]),
      [
        ['发布', 'viewer', 'external_space'],
        ['需求', 'editor', 'external_space'],
      ],
    )
    assert.deepEqual(
      list.items.map((item) => [item.is_external_collab_folder, item.type_icon]),
      Array(2).fill([true, 'external_collab']),
    )
    assert.deepEqual(list.current_path, [{ typed_id: `enterprise_${company.id}`, name: '云舟科技' }])
    const second = await member.call(LIST, { enterprise_id: company.id, offset: 1, limit: 1 })
    assert.deepEqual([second.items.map(({ name }) => name), second.total_count, second.sort_by], [['需求'], 2, 'name'])
  })

  test('user_id lists what that personal user shares with the user', async () => {
    const list = await (await signIn(me)).call(LIST, { user_id: solo.id })
    assert.deepEqual([list.items.map(({ name }) => name), list.total_count], [['旅行照片'], 1])
    assert.deepEqual(list.current_path, [{ typed_id: `user_${solo.id}`, name: '何小北' }])
  })

  test('a folder in an external list opens like any folder, with the role of the invitation', async () => {
    const inside = await (
      await signIn(me)
    ).call('GET /apps/files/file_list/{folderId}', { folderId: brief.id, folder_type: 'folder' })
    assert.deepEqual(
      inside.children?.map(({ name, final_role: role }) => [name, role]),
      [['说明.txt', 'editor']],
    )
    assert.deepEqual(inside.current_path, [{ typed_id: `folder_${brief.id}`, name: '需求' }])
  })

  test('the collaboration space lists only invitations within the own enterprise', async () => {
    const { items } = await (await signIn(me)).call('GET /apps/files/file_list_for_collabs', {})
    assert.deepEqual(
      items.map(({ name }) => name),
      ['教案'],
    )
  })
})

describe('decisions 54: foreign and missing ids answer alike', () => {
  test('the ids of the own enterprise, one that shares nothing, a personal one, an enterprise’s user and unknown ids are refused', async () => {
    const member = await signIn(me)
    const stranger = await make.enterprise()
    const owner = await server.deps.db
      .selectFrom('items')
      .innerJoin('users', 'users.id', 'items.creator_id')
      .select('users.id')
      .where('items.id', '=', brief.id)
      .executeTakeFirstOrThrow()
    const tries = [
      { enterprise_id: school.id },
      { enterprise_id: stranger.id },
      { enterprise_id: solo.enterprise_id },
      { enterprise_id: 999_999 },
      { user_id: owner.id },
      { user_id: me.id },
      { user_id: 999_999 },
    ]
    const answers = []
    for (const input of tries) answers.push(await member.refused(LIST, input, 'item_not_found'))
    for (const answer of answers) assert.deepEqual(answer, answers[0])
  })

  test('exactly one id is required', async () => {
    const member = await signIn(me)
    for (const input of [{}, { enterprise_id: company.id, user_id: solo.id }])
      await member.refused(LIST, input, 'invalid_request')
  })
})

describe('[LIST-09] a person and an enterprise with the same number', () => {
  const number = 5000
  let partner: EnterpriseRow
  let namesake: UserRow
  let guest: UserRow

  before(async () => {
    for (const table of ['enterprises', 'users'])
      await sql`alter table ${sql.table(table)} alter column id restart with ${sql.lit(number)}`.execute(server.deps.db)
    partner = await make.enterprise({ name: '同号公司' })
    namesake = await make.user({ enterprise: await make.enterprise({ is_personal: true }), name: '同号的人' })
    assert.deepEqual([partner.id, namesake.id], [number, number])
    guest = await make.user({ enterprise: school })
    const partnersFolder = await make.folder({ owner: await make.user({ enterprise: partner }) }, { name: '公司的' })
    await make.collab(partnersFolder, { user: guest }, 'viewer')
    await make.collab(await make.folder({ owner: namesake }, { name: '个人的' }), { user: guest }, 'viewer')
  })

  test('are two entries with a list each', async () => {
    const member = await signIn(guest)
    const { external_list } = await member.call('GET /enterprises/get_external_enterprises', {})
    assert.deepEqual(external_list.map(({ type, id }) => `${type}_${id}`).sort(), [
      `enterprise_${number}`,
      `user_${number}`,
    ])
    const namesOf = async (whose: object) => (await member.call(LIST, whose)).items.map(({ name }) => name)
    assert.deepEqual(await namesOf({ enterprise_id: number }), ['公司的'])
    assert.deepEqual(await namesOf({ user_id: number }), ['个人的'])
  })

  test('only the other enterprise’s row is marked as external for a member of the enterprise', async () => {
    const [member, colleague] = [await make.user({ enterprise: partner }), await make.user({ enterprise: partner })]
    const [outside, inside] = [await make.folder({ owner: namesake }), await make.folder({ owner: colleague })]
    for (const folder of [outside, inside]) await make.collab(folder, { user: member }, 'viewer')
    const session = await signIn(member)
    const marks = []
    for (const { id } of [outside, inside]) {
      const { item } = await session.call('GET /apps/files/get_info', { item_typed_id: `folder_${id}` })
      marks.push([item!.space, item!.is_external_collab_folder, item!.is_invited_collab_folder, item!.type_icon])
    }
    assert.deepEqual(marks, [
      ['external_space', true, false, 'external_collab'],
      ['collab_space', false, true, 'invited_collab'],
    ])
  })
})
