import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { eraseDeletedPeople } from '../../../server/services/administration/leaving'
import { client, type Client } from '../../support/client'
import { openEvents } from '../../support/eventStream'
import { factories } from '../../support/factories'
import { makeFileRequest } from '../../support/fileRequests/collecting'
import { makeLink } from '../../support/shares/shares'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let they: Client
let heir: UserRow
const day = 86_400_000
let now = Date.parse('2026-03-01T08:00:00Z')

before(async () => {
  server = await startTestServer({ clock: () => new Date(now), live: { gather: 10 } })
  make = factories(server.deps)
  school = await make.enterprise({ trash_period_days: 30 })
  const owner = await make.user({ enterprise: school, role: 'owner' })
  heir = await make.user({ enterprise: school, name: '李蔚' })
  they = await client(server).as(owner.login)
  await they.call('POST /admin/policies/set', { policies: { is_share_force_passwd_switch: false } })
})
after(() => server.close())

const namesIn = async (who: Client, folderId?: number) => {
  const place =
    folderId === undefined ? { folder_type: 'own' as const } : { folder_type: 'folder' as const, folder_id: folderId }
  const answer = await who.call('GET /apps/files/file_list', place as never)
  const { items, children } = answer as { items?: { name: string }[]; children?: { name: string }[] }
  return (items ?? children ?? []).map(({ name }) => name)
}

describe('deactivating', () => {
  test('[ADM-06] ends sessions, tokens and live streams at once, keeps everything, and can be undone', async () => {
    const leaver = await make.user({ enterprise: school })
    const file = await make.file({ owner: leaver }, { name: '教案.txt' })
    const [browser, phone] = [await client(server).as(leaver.login), await client(server).asApplet(leaver.login)]
    const link = await makeLink(browser, file)
    const stream = await openEvents(browser, 'own')
    await they.call('POST /admin/people/deactivate', { user_ids: [leaver.id] })
    await until('the stream to end', () => stream.isEnded)
    await browser.refused('GET /apps/files/file_list', {}, 'account_deactivated')
    await phone.refused('GET /apps/files/file_list', {}, 'account_deactivated')
    await assert.rejects(client(server).as(leaver.login))
    const visitor = client(server).visitor
    await visitor.refused(
      'GET /apps/share_links/info/{unique_name}',
      { unique_name: link.unique_name },
      'share_link_not_found',
    )

    assert.equal((await they.call('POST /admin/people/restore', { user_ids: [leaver.id] })).count, 1)
    assert.deepEqual(await namesIn(await client(server).as(leaver.login)), ['教案.txt'])
    await visitor.call('GET /apps/share_links/info/{unique_name}', { unique_name: link.unique_name })
  })

  test('[ADM-06] only who held a session of a deactivated account is told so, until the account is active again', async () => {
    const leaver = await make.user({ enterprise: school })
    const [browser, phone] = [await client(server).as(leaver.login), await client(server).asApplet(leaver.login)]
    const left = await client(server).as(leaver.login)
    await left.call('POST /apps/users/logout', {})
    const ended = async (who: Client) => (await who.call('GET /apps/users/sign_on_ways', {})).ended
    assert.equal(await ended(browser), undefined)
    await they.call('POST /admin/people/deactivate', { user_ids: [leaver.id] })
    assert.equal(await ended(browser), 'account_deactivated')
    assert.deepEqual([await ended(left), await ended(client(server).visitor)], [undefined, undefined])
    await left.refused('GET /apps/files/file_list', {}, 'login_expired')
    await client(server).visitor.refused('GET /apps/files/file_list', {}, 'login_expired')
    await they.call('POST /admin/people/restore', { user_ids: [leaver.id] })
    await browser.refused('GET /apps/files/file_list', {}, 'login_expired')
    assert.equal((await phone.send('GET /apps/files/file_list', {})).status, 401)
    assert.equal(await ended(browser), undefined)
  })

  test('[ADM-06] links of leavers stay open where the administrator says so', async () => {
    const leaver = await make.user({ enterprise: school })
    const link = await makeLink(await client(server).as(leaver.login), await make.file({ owner: leaver }))
    await they.call('POST /admin/people/deactivate', { user_ids: [leaver.id], links: 'keep' })
    await client(server).visitor.call('GET /apps/share_links/info/{unique_name}', { unique_name: link.unique_name })
  })

  test('[ADM-10] the last owner cannot go, however it is tried, and the departments get another owner', async () => {
    const enterprise = await make.enterprise()
    const first = await make.user({ enterprise, role: 'owner' })
    const second = await make.user({ enterprise, role: 'owner' })
    const [one, other] = [await client(server).as(first.login), await client(server).as(second.login)]
    const department = await make.department({ enterprise })
    await one.refused('POST /admin/people/deactivate', { user_ids: [first.id] }, 'own_account')
    await other.call('POST /admin/people/deactivate', { user_ids: [first.id] })
    await other.refused('POST /admin/administrators/set', { user_id: second.id, role: 'people' }, 'last_owner')
    await other.refused('POST /admin/administrators/set', { user_id: first.id, role: 'owner' }, 'person_inactive')
    const { db } = server.deps
    const root = await db
      .selectFrom('items')
      .select('space_owner_id')
      .where('department_id', '=', department.id)
      .executeTakeFirst()
    assert.equal(root?.space_owner_id, second.id)
  })
})

describe('handing over', () => {
  test('[ADM-06] moves the own space as a folder, and links with it; undone, everything is as before', async () => {
    const leaver = await make.user({ enterprise: school, name: '林小满' })
    const folder = await make.folder({ owner: leaver }, { name: '高一语文' })
    const file = await make.file({ parent: folder }, { name: '讲义.txt', content: '12345' })
    await make.file({ owner: leaver }, { name: '名单.txt', content: '123' })
    const me = await client(server).as(leaver.login)
    const link = await makeLink(me, file)
    const collecting = await makeFileRequest(me, folder)
    await they.refused('POST /admin/people/hand_over', { user_id: leaver.id, files_to: heir.id }, 'person_active')
    await they.call('POST /admin/people/deactivate', { user_ids: [leaver.id] })
    await they.refused('POST /admin/people/delete', { user_ids: [leaver.id] }, 'person_has_files')
    const { handover } = await they.call('POST /admin/people/hand_over', { user_id: leaver.id, files_to: heir.id })
    assert.deepEqual(handover.files_to, { id: heir.id, name: '李蔚' })

    const theirs = await client(server).as(heir.login)
    assert.deepEqual(await namesIn(theirs), ['林小满的文件'])
    const used = async (user: UserRow) =>
      (await they.call('GET /admin/people/info', { user_id: user.id })).person.used_bytes
    assert.deepEqual([await used(leaver), await used(heir)], [0, 8])
    await client(server).visitor.call('GET /apps/share_links/info/{unique_name}', { unique_name: link.unique_name })
    const { person } = await they.call('GET /admin/people/info', { user_id: leaver.id })
    assert.deepEqual(
      [person.belongings.items, person.belongings.links, person.handovers.map(({ id }) => id)],
      [0, 0, [handover.id]],
    )

    await they.call('POST /admin/people/undo_hand_over', { handover_id: handover.id })
    assert.deepEqual(await namesIn(theirs), [])
    assert.deepEqual([await used(leaver), await used(heir)], [8, 0])
    await they.call('POST /admin/people/restore', { user_ids: [leaver.id] })
    const back = await client(server).as(leaver.login)
    assert.deepEqual((await namesIn(back)).sort(), ['名单.txt', '高一语文'])
    assert.deepEqual((await they.call('GET /admin/people/info', { user_id: leaver.id })).person.belongings, {
      ...person.belongings,
      bytes: 8,
      items: 2,
      links: 1,
      collecting_links: 1,
    })
    await client(server).visitor.call('GET /apps/share_links/info/{unique_name}', { unique_name: link.unique_name })
    const { collects } = await back.call('GET /apps/collects/get_list', {})
    assert.deepEqual(
      collects.map(({ id, state }) => [id, state]),
      [[collecting.id, 'open']],
    )
    await they.refused('POST /admin/people/undo_hand_over', { handover_id: handover.id }, 'handover_not_found')
  })

  test('[ADM-06] undoing leaves what the recipient has moved elsewhere, and gives the rest back', async () => {
    const leaver = await make.user({ enterprise: school, name: '罗怡' })
    const heirs = await make.user({ enterprise: school })
    const [kept] = [
      await make.file({ owner: leaver }, { name: '留下.txt' }),
      await make.file({ owner: leaver }, { name: '归还.txt' }),
    ]
    await they.call('POST /admin/people/deactivate', { user_ids: [leaver.id] })
    const { handover } = await they.call('POST /admin/people/hand_over', { user_id: leaver.id, files_to: heirs.id })
    const theirs = await client(server).as(heirs.login)
    await theirs.call('POST /apps/files/move', { item_typed_ids: [`file_${kept.id}`], target_folder_id: 0 })
    await they.call('POST /admin/people/undo_hand_over', { handover_id: handover.id })
    assert.deepEqual(await namesIn(theirs), ['留下.txt'])
    await they.call('POST /admin/people/restore', { user_ids: [leaver.id] })
    assert.deepEqual(await namesIn(await client(server).as(leaver.login)), ['归还.txt'])
  })

  test('[ADM-06] a handing over can still be undone once the person is restored', async () => {
    const leaver = await make.user({ enterprise: school, name: '范晓' })
    const heirs = await make.user({ enterprise: school })
    await make.file({ owner: leaver }, { name: '归还.txt' })
    await they.call('POST /admin/people/deactivate', { user_ids: [leaver.id] })
    const { handover } = await they.call('POST /admin/people/hand_over', { user_id: leaver.id, files_to: heirs.id })
    await they.call('POST /admin/people/restore', { user_ids: [leaver.id] })
    const { person } = await they.call('GET /admin/people/info', { user_id: leaver.id })
    assert.ok(person.acts.includes('undo_hand_over'), JSON.stringify(person.acts))
    await they.call('POST /admin/people/undo_hand_over', { handover_id: handover.id })
    assert.deepEqual(await namesIn(await client(server).as(leaver.login)), ['归还.txt'])
  })

  test('[ADM-06] shared folders go to another person than the rest', async () => {
    const leaver = await make.user({ enterprise: school, name: '吴静' })
    const shared = await make.folder({ owner: leaver }, { name: '年级组' })
    await make.collab(shared, { user: heir }, 'viewer')
    await make.file({ owner: leaver }, { name: '私人.txt' })
    const deputy = await make.user({ enterprise: school })
    await they.call('POST /admin/people/deactivate', { user_ids: [leaver.id] })
    await they.call('POST /admin/people/hand_over', { user_id: leaver.id, files_to: heir.id, shares_to: deputy.id })
    const { db } = server.deps
    const under = async (user: UserRow) => {
      const rows = await db
        .selectFrom('items')
        .innerJoin('items as folder', 'folder.id', 'items.parent_id')
        .innerJoin('items as root', 'root.id', 'folder.parent_id')
        .select('items.name')
        .where('root.personal_of', '=', user.id)
        .where('folder.name', '=', '吴静的文件')
        .execute()
      return rows.map(({ name }) => name)
    }
    assert.deepEqual([await under(deputy), await under(heir)], [['年级组'], ['私人.txt']])
  })

  test('[ADM-06] a handing over that would exceed a quota changes nothing', async () => {
    const leaver = await make.user({ enterprise: school })
    await make.file({ owner: leaver }, { content: 'x'.repeat(50) })
    const small = await make.user({ enterprise: school })
    await they.call('POST /admin/people/edit', { user_id: small.id, quota_bytes: 10 })
    await they.call('POST /admin/people/deactivate', { user_ids: [leaver.id] })
    await they.refused('POST /admin/people/hand_over', { user_id: leaver.id, files_to: small.id }, 'quota_exceeded')
    assert.equal((await they.call('GET /admin/people/info', { user_id: leaver.id })).person.belongings.items, 1)
    await they.refused('POST /admin/people/hand_over', { user_id: leaver.id, files_to: leaver.id }, 'person_not_found')
    const empty = await make.user({ enterprise: school })
    await they.call('POST /admin/people/deactivate', { user_ids: [empty.id] })
    await they.refused('POST /admin/people/hand_over', { user_id: empty.id, files_to: heir.id }, 'handover_nothing')
  })
})

describe('deleting', () => {
  test('[ADM-06] a deleted person can be restored until the trash period ends; then the login is free', async () => {
    const leaver = await make.user({ enterprise: school, login: 'gone@school' })
    await they.refused('POST /admin/people/delete', { user_ids: [leaver.id] }, 'person_active')
    await they.call('POST /admin/people/deactivate', { user_ids: [leaver.id] })
    await they.call('POST /admin/people/delete', { user_ids: [leaver.id] })
    const found = async (state?: 'deleted') =>
      (await they.call('GET /admin/people/list', { search: 'gone@school', state })).total_count
    assert.deepEqual([await found(), await found('deleted')], [0, 1])
    await they.call('POST /admin/people/restore', { user_ids: [leaver.id] })
    await client(server).as('gone@school')

    await they.call('POST /admin/people/deactivate', { user_ids: [leaver.id] })
    await they.call('POST /admin/people/delete', { user_ids: [leaver.id] })
    await they.refused('POST /admin/people/create', { login: 'gone@school', name: 'x' }, 'login_taken')
    now += 31 * day
    they = await client(server).as((await owners())[0]!)
    await eraseDeletedPeople(server.deps)
    await they.refused('POST /admin/people/restore', { user_ids: [leaver.id] }, 'person_not_found')
    assert.equal(await found('deleted'), 0)
    await they.call('POST /admin/people/create', { login: 'gone@school', name: 'x' })
  })

  test('[ADM-06] a handing over cannot be undone after the trash period', async () => {
    const leaver = await make.user({ enterprise: school })
    await make.file({ owner: leaver })
    await they.call('POST /admin/people/deactivate', { user_ids: [leaver.id] })
    const { handover } = await they.call('POST /admin/people/hand_over', { user_id: leaver.id, files_to: heir.id })
    now += 31 * day
    they = await client(server).as((await owners())[0]!)
    await they.refused('POST /admin/people/undo_hand_over', { handover_id: handover.id }, 'handover_expired')
  })
})

async function owners(): Promise<string[]> {
  const rows = await server.deps.db
    .selectFrom('users')
    .select('login')
    .where('enterprise_id', '=', school.id)
    .where('administrator_role', '=', 'owner')
    .execute()
  return rows.map(({ login }) => login)
}
