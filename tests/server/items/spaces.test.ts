import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { userKey } from '../../../server/actors/actor'
import type { EnterpriseInfo, ViewFlags } from '@/contract/entities'
import type { ItemRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { fillSmallDemo } from '../../support/fillSmallDemo'
import { startTestServer, type TestServer } from '../../support/testServer'

let now = Date.UTC(2026, 0, 1)
let server: TestServer
let make: ReturnType<typeof factories>

before(async () => {
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
})
after(() => server.close())

const typedId = ({ id, is_folder }: ItemRow) => `${is_folder ? ('folder' as const) : ('file' as const)}_${id}` as const

async function open(me: Client, ...items: ItemRow[]) {
  for (const item of items) {
    now += 1000
    await me.call('POST /recent_items/mark_as_used', { item_typed_id: typedId(item) })
  }
}

const recent = async (me: Client) =>
  (await me.call('GET /recent_items/get_list', {})).recent_items.map(({ name }) => name)

describe('[AH-34] recently used files', () => {
  test('the files that the user’s mark_as_used recorded are listed once, latest first', async () => {
    const user = await make.user()
    const me = await client(server).as(user.login)
    assert.deepEqual(await recent(me), [])
    const [a, b] = [
      await make.file({ owner: user }, { name: 'a.txt' }),
      await make.file({ owner: user }, { name: 'b.txt' }),
    ]
    const folder = await make.folder({ owner: user })
    await open(me, a, b, folder, a)
    assert.deepEqual(await recent(me), ['a.txt', 'b.txt'])
    const stranger = await client(server).as((await make.user()).login)
    assert.deepEqual(await recent(stranger), [])
  })

  test('the list has ten files at most, even if more were opened and some are gone', async () => {
    const user = await make.user()
    const me = await client(server).as(user.login)
    const files: ItemRow[] = []
    for (let n = 1; n <= 14; n += 1) files.push(await make.file({ owner: user }, { name: `${n}.txt` }))
    await open(me, ...files)
    await me.call('POST /apps/files/delete', { item_typed_ids: [typedId(files[13]!), typedId(files[12]!)] })
    assert.deepEqual(
      await recent(me),
      [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `${n}.txt`),
    )
  })

  test('deleted and no longer readable files are omitted, and listed again with the right', async () => {
    const enterprise = await make.enterprise()
    const [owner, user] = [await make.user({ enterprise }), await make.user({ enterprise })]
    const me = await client(server).as(user.login)
    const folder = await make.folder({ owner: user })
    const inside = await make.file({ parent: folder }, { name: 'inside.txt' })
    const lent = await make.file({ owner }, { name: 'lent.txt' })
    const lending = await make.collab(lent, { user }, 'viewer')
    await open(me, inside, lent)
    assert.deepEqual(await recent(me), ['lent.txt', 'inside.txt'])
    await server.deps.db.updateTable('collabs').set({ role: 'reset' }).where('id', '=', lending.id).execute()
    await me.call('POST /apps/files/delete', { item_typed_ids: [typedId(folder)] })
    assert.deepEqual(await recent(me), [])
    await server.deps.db.updateTable('collabs').set({ role: 'viewer' }).where('id', '=', lending.id).execute()
    await me.call('POST /apps/files/restore_from_trash', { item_typed_ids: [typedId(folder)] })
    assert.deepEqual(await recent(me), ['lent.txt', 'inside.txt'])
  })

  test('the list requires a session', async () => {
    await client(server).visitor.refused('GET /recent_items/get_list', {}, 'login_expired')
  })
})

describe('a closed personal space', () => {
  test('[CTX-05] its root is not listed, nor offered for uploads or new folders; department folders are', async () => {
    const enterprise = await make.enterprise({ is_personal_space_closed: true })
    const department = await make.department({ enterprise })
    const user = await make.user({ department })
    const old = await make.file({ owner: user }, { name: 'old.txt' })
    const me = await client(server).as(user.login)
    await me.refused(
      'GET /apps/files/file_list/{folderId}',
      { folderId: 0, folder_type: 'own' },
      'personal_space_closed',
    )
    for (const target of [{ folder_id: 0 }, { target_file_id: old.id }])
      await me.refused('POST /apps/files/presign_upload', { file_size: 1, ...target }, 'personal_space_closed')
    await me.refused('POST /apps/files/new_folder', { parent_folder_id: 0, name: 'x' }, 'personal_space_closed')
    await me.call('GET /apps/files/file_list/{folderId}', { folderId: 0, department_id: department.id })
  })
})

test('[AH-35] a full quota is refused at presign, in the user’s language and wording, before any byte is sent', async () => {
  const enterprise = await make.enterprise({ user_quota_bytes: 10 })
  const user = await make.user({ enterprise })
  const me = await client(server).as(user.login)
  const sentences = { 'zh-CN': '存储空间不足', en: 'There isn’t enough storage left.', 'zh-TW': '儲存空間不足' }
  for (const [language, sentence] of Object.entries(sentences)) {
    const they = new (me.constructor as new (url: string) => Client)(server.url)
    they.headers = { ...me.headers, cookie: `${me.headers.cookie}; lang=${language}` }
    const { kind, entry } = await they.refused('POST /apps/files/presign_upload', { file_size: 11 }, 'quota_exceeded')
    assert.deepEqual([kind, entry.error_tr_msg], ['validation_errors', sentence])
  }
  assert.deepEqual(
    await server.deps.db.selectFrom('uploads').select('id').where('actor_key', '=', userKey(user.id)).execute(),
    [],
  )
  const space = await me.call('GET /apps/frequently_used_items/get_space_info', {})
  assert.deepEqual([space.used, space.total], [0, 10])
})

test('decisions 4.10: the customer service hotline is the configured one, or absent', async () => {
  const hotlineOf = async (of: { url: string }) =>
    (await client(of).visitor.call('GET /apps/users/get_base_info', {})).customer_service_hotline
  assert.equal(await hotlineOf(server), '')
  const other = await startTestServer({ config: { customerServiceHotline: '400-820-0000' } })
  assert.equal(await hotlineOf(other), '400-820-0000')
  await other.close()
})

/** For each enterprise field that changes a screen, the demo account that shows it. */
const shown: Record<keyof EnterpriseInfo, string | null> = {
  id: null,
  name: null,
  is_personal_user_enterprise: 'solo@personal.demo',
  default_expiring_interval_days: 'member@secure.demo',
  is_personal_space_closed: 'member@closed.demo',
  language_type: 'teacher@mingde.demo',
  is_from_wechat_enterprise: 'admin@yunzhou.demo',
  wechat_type: 'admin@yunzhou.demo',
  /** Shown only on landing pages. */
  logo_key: null,
  logo_dark_key: null,
  share_link_page_title: 'teacher@mingde.demo',
  share_with_colleagues_disallowed: 'member@closed.demo',
  /** True for every enterprise: a self-hosted server has the full plan (decisions 4.5). */
  is_professional_plan: 'admin@yunzhou.demo',
}
const flagged: Record<keyof ViewFlags, string> = {
  collaborative_document: 'member@secure.demo',
  wps_preview: 'member@secure.demo',
  virus_scan: 'admin@yunzhou.demo',
  hide_share_link_download: 'member@secure.demo',
  data_leak_prevention: 'member@secure.demo',
  complaints: 'member@secure.demo',
  file_manager: 'member@secure.demo',
}

describe('the demo world', () => {
  let demo: TestServer
  before(async () => {
    demo = await startTestServer()
    await fillSmallDemo(demo.deps, 'satchel-demo')
  })
  after(() => demo.close())

  test('[CTX-12] every field and flag of an enterprise is set for some account of the demo world', async () => {
    const told = new Map<string, Partial<EnterpriseInfo & ViewFlags>>()
    for (const [name, login] of [...Object.entries(shown), ...Object.entries(flagged)]) {
      if (login === null) continue
      if (!told.has(login)) {
        const me = await client(demo).as(login, 'satchel-demo')
        const { enterprise_info: info, view_flags: flags } = await me.call('GET /apps/users/get_base_info', {})
        told.set(login, { ...info, ...flags })
      }
      const value = told.get(login)![name as keyof EnterpriseInfo | keyof ViewFlags]
      assert.ok(value && value !== 'default', `${name} of ${login} is ${value}`)
    }
  })

  test('accounts of the demo world show the closed space and the expired enterprise', async () => {
    const closed = await client(demo).as('member@closed.demo', 'satchel-demo')
    await closed.refused(
      'GET /apps/files/file_list/{folderId}',
      { folderId: 0, folder_type: 'own' },
      'personal_space_closed',
    )
    const expired = await client(demo).as('member@expired.demo', 'satchel-demo')
    await expired.refused('GET /apps/frequently_used_items/get_list', {}, 'enterprise_expired')
    await expired.refused('GET /recent_items/get_list', {}, 'enterprise_expired')
  })
})
