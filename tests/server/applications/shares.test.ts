import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { makeApplication, OpenClient } from '../../support/applications/applications'
import { client as web } from '../../support/client'
import { factories } from '../../support/factories'
import { decideShares } from '../../support/shares/sharePolicy'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let teacher: UserRow
let file: ItemRow
let folder: ItemRow
let client: OpenClient
let theirs: OpenClient
let stranger: OpenClient
let now: number

const LATE = Date.parse('2026-11-30T15:30:00Z')

before(async () => {
  // half past eleven in the evening in China
  now = LATE
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
  school = await make.enterprise()
  await decideShares(server.deps, school, withoutPassword)
  const administrator = await make.user({ enterprise: school, isAdministrator: true })
  teacher = await make.user({ enterprise: school })
  folder = await make.folder({ owner: teacher }, { name: 'lessons' })
  file = await make.file({ parent: folder }, { name: 'one.txt' })
  const clientFor = async (head: UserRow, user: UserRow) =>
    new OpenClient(server.url, await new OpenClient(server.url).token(await makeApplication(server, head), user))
  client = await clientFor(administrator, teacher)
  theirs = await clientFor(administrator, await make.user({ enterprise: school }))
  const elsewhere = await make.enterprise()
  const head = await make.user({ enterprise: elsewhere, isAdministrator: true })
  stranger = await clientFor(head, await make.user({ enterprise: elsewhere }))
})
after(() => server.close())

const withoutPassword = { is_share_force_passwd_switch: false }
const usual = { access: 'public', due_time: 'never_expire' } as const
const create = (input: object = {}) =>
  client.call('POST /v2/share_link/create', { file_id: file.id, ...usual, ...input })
const info = 'GET /v2/share_link/{unique_name}/info'

describe('[OAPI-04] share links', () => {
  test('each call makes a link, which opens in the drive and is listed with its item', async () => {
    const made = await create({ disable_download: true, description: '看' })
    assert.deepEqual(made.item, { type: 'file', id: file.id, name: 'one.txt', user_count: null })
    assert.deepEqual([made.access, made.due_time, made.disable_download], ['public', 'never_expire', true])
    assert.deepEqual([made.view_count, made.preview_count, made.download_count_total], [0, 0, 0])
    assert.equal(new URL(made.share_link).pathname.endsWith(`/share/${made.unique_name}`), true)
    const other = await create()
    assert.notEqual(other.unique_name, made.unique_name)
    const ofFolder = await client.call('POST /v2/share_link/create', { folder_id: folder.id, ...usual })
    assert.equal(ofFolder.item.type, 'folder')
    const list = await client.call('GET /v2/file/{id}/share_links', { id: file.id, page_capacity: 1 })
    assert.deepEqual(
      [list.share_links.map((link) => link.unique_name), list.total_count, list.page_count],
      [[other.unique_name], 2, 2],
    )
    const ofOwner = await client.call('GET /v2/folder/{id}/share_links', { id: folder.id, owner_id: teacher.id })
    assert.deepEqual(ofOwner.share_links, [ofFolder])
    const ofOthers = await client.call('GET /v2/folder/{id}/share_links', { id: folder.id, owner_id: teacher.id + 1 })
    assert.deepEqual([ofOthers.share_links, ofOthers.total_count], [[], 0])
    const they = await web(server).as(teacher.login)
    const { share_links: inDrive } = await they.call('GET /apps/share_links/get_list', {})
    assert.ok(inDrive.some((link) => link.unique_name === made.unique_name && link.description === '看'))
  })

  test('a link ends with its day in China', async () => {
    const { due_time, unique_name } = await create({ due_time: '2026-11-30' })
    assert.equal(due_time, '2026-11-30')
    await client.refused(
      'POST /v2/share_link/create',
      { file_id: file.id, ...usual, due_time: '2026-11-29' },
      400,
      'due_time_passed',
    )
    await client.refused(
      'POST /v2/share_link/create',
      { file_id: file.id, ...usual, due_time: '1969-01-01' },
      400,
      'due_time_passed',
    )
    for (const wrong of ['2026-02-30', 'tomorrow', '', '2026-1-1'])
      await client.refused(
        'POST /v2/share_link/create',
        { file_id: file.id, ...usual, due_time: wrong },
        400,
        'request_data_invalid',
      )
    now = Date.parse('2026-11-30T15:59:59Z')
    try {
      await theirs.refused(info, { unique_name }, 400, 'share_link_expired')
      assert.equal((await client.call('GET /v2/share_link/{unique_name}/info_detail', { unique_name })).expired, true)
      now -= 1000
      assert.equal((await client.call('GET /v2/share_link/{unique_name}/info_detail', { unique_name })).expired, false)
    } finally {
      now = LATE
    }
  })

  test('what a link lacks, has twice or cannot have is refused with the platform’s code', async () => {
    const call = 'POST /v2/share_link/create'
    const named = { file_id: file.id, ...usual }
    await client.refused(call, usual, 400, 'share_link_resource_id_not_provided')
    await client.refused(call, { ...named, folder_id: folder.id }, 400, 'share_link_resource_id_ambiguous')
    await client.refused(call, { ...named, access: 'everybody' }, 400, 'share_link_access_type_invalid')
    await client.refused(call, { ...named, password_protected: true }, 400, 'share_link_password_not_provided')
    const long = { password: 'a'.repeat(34) }
    await client.refused(call, { ...named, ...long }, 400, 'share_link_password_size_incorrect')
    await client.refused(call, { ...named, password: '密码' }, 400, 'share_link_password_invalid')
    await client.refused(call, { ...named, access: 'collaborators' }, 400, 'share_receivers_missing')
    await client.refused(call, { ...usual, file_id: 900_000_000 }, 404, 'file_not_found')
    await client.refused(call, { ...usual, folder_id: 900_000_000 }, 404, 'folder_not_found')
    await client.refused(call, { file_id: file.id }, 400, 'request_data_invalid')
    assert.equal((await create({ password: 'a'.repeat(33) })).password_protected, true)
    await decideShares(server.deps, school, { ...withoutPassword, is_share_link_public_access_disabled: true })
    await client.refused(call, named, 400, 'share_link_access_type_invalid')
    await decideShares(server.deps, school, {})
    await client.refused(call, named, 400, 'share_link_password_not_provided')
    await decideShares(server.deps, school, withoutPassword)
  })

  test('others read a link that lets them in, with its password, and without the numbers of its uses', async () => {
    const { unique_name } = await create({ password: 'abc123' })
    await theirs.refused(info, { unique_name }, 400, 'share_link_password_not_provided')
    await theirs.refused(info, { unique_name, password: 'wrong1' }, 400, 'share_link_password_not_correct')
    const read = await theirs.call(info, { unique_name, password: 'abc123' })
    assert.deepEqual([read.item.name, read.view_count, read.password_protected], ['one.txt', null, true])
    assert.equal((await client.call(info, { unique_name })).view_count, 1)
    await theirs.refused(
      'GET /v2/share_link/{unique_name}/info_detail',
      { unique_name },
      404,
      'share_link_not_found_or_deleted',
    )
    const company = await create({ access: 'company' })
    await theirs.call(info, { unique_name: company.unique_name })
    await stranger.refused(info, { unique_name: company.unique_name }, 403, 'permission_denied')
    await stranger.refused(info, { unique_name: 'a'.repeat(22) }, 404, 'share_link_not_found_or_deleted')
  })

  test('an update keeps the address and what it leaves out', async () => {
    const made = await create({ password: 'abc123', description: 'old', is_preview_limit: true, preview_limit: 9 })
    now += 60_000
    const { unique_name } = made
    const update = { unique_name, access: 'company', due_time: '2026-12-31' }
    const changed = await client.call('POST /v2/share_link/{unique_name}/update', update)
    assert.deepEqual(
      [changed.unique_name, changed.access, changed.due_time, changed.password_protected],
      [unique_name, 'company', '2026-12-31', true],
    )
    assert.equal(changed.modified_at, made.created_at + 60)
    const they = await web(server).as(teacher.login)
    const { share_links: links } = await they.call('GET /apps/share_links/get_list', {})
    const link = links.find((each) => each.unique_name === unique_name)
    assert.deepEqual([link?.password, link?.description, link?.preview_limit], ['abc123', 'old', 9])
    const open = { ...update, password_protected: false }
    assert.equal((await client.call('POST /v2/share_link/{unique_name}/update', open)).password_protected, false)
    await theirs.refused('POST /v2/share_link/{unique_name}/update', update, 404, 'share_link_not_found_or_deleted')
  })

  test('a closed link is gone for programs, and the maker may open it again in the drive', async () => {
    for (const call of ['close', 'revoke'] as const) {
      const { unique_name } = await create()
      const close = `POST /v2/share_link/{unique_name}/${call}` as const
      await theirs.refused(close, { unique_name }, 404, 'share_link_not_found_or_deleted')
      assert.deepEqual(await client.call(close, { unique_name }), { success: true })
      for (const again of [close, info, 'GET /v2/share_link/{unique_name}/info_detail'] as const)
        await client.refused(again, { unique_name }, 404, 'share_link_not_found_or_deleted')
      await theirs.refused(info, { unique_name }, 404, 'share_link_not_found_or_deleted')
      const { share_links: left } = await client.call('GET /v2/file/{id}/share_links', {
        id: file.id,
        page_capacity: 500,
      })
      assert.ok(!left.some((link) => link.unique_name === unique_name))
    }
    const closed = await create({ closed: true })
    await theirs.refused(info, { unique_name: closed.unique_name }, 404, 'share_link_not_found_or_deleted')
  })

  test('the audit log names the program', async () => {
    const { unique_name } = await create()
    await client.call('POST /v2/share_link/{unique_name}/close', { unique_name })
    const rows = await server.deps.db
      .selectFrom('audit_log')
      .select(['deed', 'detail'])
      .where('item_id', '=', file.id)
      .where('user_id', '=', teacher.id)
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    assert.deepEqual(
      rows.map(({ deed, detail }) => [deed, detail?.application]),
      [
        ['share_closed', 'Lessons'],
        ['share_created', 'Lessons'],
      ],
    )
  })

  test('items that the user may not share are refused', async () => {
    const lent = await make.folder({ owner: teacher })
    await theirs.refused('POST /v2/share_link/create', { folder_id: lent.id, ...usual }, 404, 'folder_not_found')
    await theirs.refused('GET /v2/folder/{id}/share_links', { id: lent.id }, 404, 'folder_not_found')
    const { id } = await make.file({ parent: lent })
    await client.call('POST /v2/file/{id}/delete', { id })
    await client.refused('POST /v2/share_link/create', { file_id: id, ...usual }, 400, 'file_deleted')
  })
})
