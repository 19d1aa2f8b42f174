import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { ExtensionCategory, Item, Role } from '@/contract/entities'
import { NAME_MAX_LENGTH } from '@/domain/limits'
import { codePointLength } from '@/domain/text/codePoints'
import { fillDemoWorld } from '../../../server/demo/fillDemoWorld'
import { client, type Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { startTestServer, type TestServer } from '../../support/testServer'

const password = 'satchel-demo'
const owner = 'admin@yunzhou.demo'
const categories: ExtensionCategory[] = [
  'text',
  'image',
  'rvt',
  'audio',
  'video',
  'cad',
  'zip',
  'document',
  'markdown',
  'pdf',
  'ydoc',
  'other',
]
let server: TestServer

before(async () => {
  server = await startTestServer()
  await fillDemoWorld(server.deps, password)
})
after(() => server.close())

describe('the school', () => {
  deepTest('招生办公室 is three levels deep and has 60 items in pages of 25, 25 and 10', async () => {
    const teacher = await client(server).as('teacher@mingde.demo', password)
    const id = await departmentId('招生办公室')
    const { department } = await teacher.call('GET /departments/info', { department_id: id })
    assert.deepEqual(
      department.departments_path.map((entry) => entry.name),
      ['明德学校', '教务处', '招生办公室'],
    )
    assert.equal(department.user_count, 18)
    for (const [offset, size] of [
      [0, 25],
      [25, 25],
      [50, 10],
    ] as const) {
      const page = await teacher.call('GET /apps/files/file_list/{folderId}', {
        folderId: 0,
        department_id: id,
        offset,
      })
      assert.deepEqual([page.children?.length, page.total_children_count], [size, 60])
    }
  })

  deepTest('its administrator manages 招生办公室, which has siblings', async () => {
    const admin = await client(server).as('admin@mingde.demo', password)
    const { department } = await admin.call('GET /departments/info', { department_id: await departmentId('教务处') })
    assert.deepEqual(
      department.children?.map((child) => child.name),
      ['招生办公室', '考务中心', '教学研究室'],
    )
    const managed = await server.deps.db
      .selectFrom('department_members')
      .innerJoin('users', 'users.id', 'user_id')
      .select('login')
      .where('department_id', '=', await departmentId('招生办公室'))
      .where('is_manager', '=', true)
      .execute()
    assert.deepEqual(managed, [{ login: 'admin@mingde.demo' }])
  })

  deepTest('its teacher collaborates in 宣传物料 and 角色演示', async () => {
    const teacher = await client(server).as('teacher@mingde.demo', password)
    const { items } = await teacher.call('GET /apps/files/file_list_for_collabs', {})
    assert.deepEqual(
      items.map((item) => [item.name, item.final_role]),
      [['宣传物料', 'editor']],
    )
    const shown = await roleDemoFor(teacher)
    assert.deepEqual([shown.final_role, shown.is_external_collab_folder], ['editor', true])
  })

  deepTest('its student reads several folders and is invited to more', async () => {
    const student = await client(server).as('student@mingde.demo', password)
    const { items } = await student.call('GET /apps/files/file_list_for_collabs', {
      sort_by: 'name',
      sort_direction: 'asc',
    })
    assert.deepEqual(
      items.map((item) => `${item.name}: ${item.final_role}`),
      ['教案: viewer', '社团活动: viewer_uploader', '宣传物料: viewer'],
    )
    const pending = await server.deps.db
      .selectFrom('collabs')
      .innerJoin('users', 'users.id', 'user_id')
      .select('item_id as id')
      .where('login', '=', 'student@mingde.demo')
      .where('accepted', '=', false)
      .execute()
    assert.equal(pending.length, 2)
    for (const { id } of pending)
      await student.refused('GET /apps/files/get_info', { item_typed_id: `folder_${id}` }, 'item_not_found')
  })

  const finds: [string, string, string[], number][] = [
    ['teacher@mingde.demo', '合同', ['报名系统采购合同.pdf', '采购合同（审批中）.pdf'], 2],
    ['admin@mingde.demo', '合同', ['报名系统采购合同.pdf', '采购合同.pdf'], 2],
    ['admin@yunzhou.demo', '采购合同', ['采购合同（审批中）.pdf', '采购合同.pdf'], 2],
    ['viewer@yunzhou.demo', '报名回执', [], 10_000],
    ['reset@yunzhou.demo', '报名回执', [], 0],
    ['editor@yunzhou.demo', 'Release', [], 0],
    ['viewer@yunzhou.demo', 'release notes', ['Release notes 3.0.pdf'], 1],
    ['teacher@mingde.demo', '定稿', ['2026 年秋季招生简章（终稿）.pdf', '招生简章（印刷版）.pdf', '四个标签.png'], 3],
  ]
  for (const [login, words, names, total] of finds) {
    deepTest(`${login} finds ${total} for ${words}`, async () => {
      const { items, num_found } = await (
        await client(server).as(login, password)
      ).call('GET /apps/files/search', { query_words: words })
      assert.equal(num_found, total)
      if (total <= 25) assert.deepEqual(items.map(({ name }) => name).sort(), [...names].sort())
    })
  }

  const outside: [string, string[]][] = [
    ['teacher@mingde.demo', ['enterprise 云舟科技', 'user 何小北']],
    ['admin@mingde.demo', []],
    ['admin@yunzhou.demo', ['enterprise 明德学校']],
    ['viewer@yunzhou.demo', ['user 何小北']],
    ['solo@personal.demo', ['enterprise 明德学校']],
  ]
  for (const [login, expected] of outside) {
    deepTest(
      `[LIST-09] ${login} collaborates with ${expected.join(' and ') || 'nobody'} outside the enterprise`,
      async () => {
        const { external_list } = await (
          await client(server).as(login, password)
        ).call('GET /enterprises/get_external_enterprises', {})
        assert.deepEqual(external_list.map(({ type, name }) => `${type} ${name}`).sort(), expected)
      },
    )
  }

  deepTest('the company’s administrator collaborates in a folder of the school', async () => {
    const admin = await client(server).as(owner, password)
    const { id } = await server.deps.db
      .selectFrom('items')
      .select('id')
      .where('name', '=', '招生系统建设')
      .executeTakeFirstOrThrow()
    const { item } = await admin.call('GET /apps/files/get_info', { item_typed_id: `folder_${id}` })
    assert.equal(item?.is_external_collab_folder, true)
  })
})

describe('角色演示', () => {
  const shown: Role[] = [
    'coowner',
    'editor',
    'viewer_uploader',
    'viewer',
    'previewer_uploader',
    'previewer',
    'uploader',
  ]
  for (const role of shown) {
    deepTest(`${role}@yunzhou.demo has the role ${role}`, async () => {
      assert.equal((await roleDemoFor(await client(server).as(`${role}@yunzhou.demo`, password))).final_role, role)
    })
  }

  deepTest('its owner has the role owner', async () => {
    assert.equal((await roleDemoFor(await client(server).as(owner, password))).final_role, 'owner')
  })

  deepTest('reset@yunzhou.demo has no access', async () => {
    const user = await client(server).as('reset@yunzhou.demo', password)
    await user.refused('GET /apps/files/get_info', { item_typed_id: `folder_${await roleDemoId()}` }, 'item_not_found')
    const rows = await server.deps.db
      .selectFrom('collabs')
      .innerJoin('users', 'users.id', 'user_id')
      .select('role')
      .where('login', '=', 'reset@yunzhou.demo')
      .execute()
    assert.deepEqual(rows, [{ role: 'reset' }])
  })

  deepTest('it holds a file of every category', async () => {
    const found = new Set(
      (await roleDemoItems()).filter((item) => item.type === 'file').map((item) => item.extension_category),
    )
    assert.deepEqual([...found].sort(), [...categories].sort())
  })

  const states: [string, (item: Item) => boolean][] = [
    ['encrypted', (item) => item.is_encrypted && !item.action_permissions.perm_download],
    ['locked by another user', (item) => item.lock_kind === 1 && item.lock_user?.login === 'hejun@yunzhou.demo'],
    ['waiting for an approval', (item) => item.lock_kind === 2 && item.lock_user?.login === 'yangfan@yunzhou.demo'],
    ['edited online by another user', (item) => item.lock_kind === 3 && item.lock_user?.login === 'hejun@yunzhou.demo'],
    ['being scanned', (item) => item.scanned === 1 && !item.action_permissions.perm_download],
    ['that cannot be previewed', (item) => item.scope === 1 && !item.action_permissions.perm_preview],
    ['that cannot be shared', (item) => item.is_share_disabled],
    ['tagged with four tags', (item) => item.tags.length === 4],
    ['named with 222 characters', (item) => codePointLength(item.name) === NAME_MAX_LENGTH && NAME_MAX_LENGTH === 222],
    ['in its third version', (item) => item.version === 3],
    ['empty', (item) => item.type === 'file' && item.size === 0],
  ]
  for (const [state, is] of states) {
    deepTest(`it holds an item ${state}`, async () => {
      assert.equal((await roleDemoItems()).some(is), true)
    })
  }

  deepTest('the three versions have different bytes', async () => {
    const rows = await server.deps.db
      .selectFrom('versions')
      .innerJoin('items', 'items.id', 'item_id')
      .select(['number', 'body_id', 'versions.created_at'])
      .where('current_version_id', 'in', (query) => query.selectFrom('versions').select('id').where('number', '=', 3))
      .orderBy('number')
      .execute()
    assert.deepEqual(
      rows.map((row) => row.number),
      [1, 2, 3],
    )
    assert.equal(new Set(rows.map((row) => row.body_id)).size, 3)
    assert.deepEqual(
      rows.map((row) => row.created_at.getTime()),
      rows.map((row) => row.created_at.getTime()).sort((a, b) => a - b),
    )
  })

  deepTest('it holds a folder of 10,000 files', async () => {
    const user = await client(server).as('viewer@yunzhou.demo', password)
    const folder = (await roleDemoItems()).find((item) => item.name === '一万个文件') ?? assert.fail('no folder')
    const byName = { sort_by: 'name', sort_direction: 'asc' } as const
    const page = await user.call('GET /apps/files/file_list/{folderId}', {
      folderId: folder.id,
      ...byName,
      offset: 9990,
    })
    assert.deepEqual([page.total_children_count, page.children?.length], [10_000, 10])
    const last = page.children?.at(-1)
    assert.deepEqual([last?.name, last?.version], ['报名回执-10000.txt', 1])
    const { body } = await user.request(
      'GET',
      (await user.call('GET /apps/files/download', { file_id: last!.id })).download_url,
    )
    assert.match(String(body), /报名回执/)
  })
})

async function departmentId(name: string) {
  return (
    await server.deps.db.selectFrom('departments').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  ).id
}

async function roleDemoId() {
  return (
    await server.deps.db.selectFrom('items').select('id').where('name', '=', '角色演示').executeTakeFirstOrThrow()
  ).id
}

async function roleDemoFor(user: Client): Promise<Item> {
  const { item } = await user.call('GET /apps/files/get_info', { item_typed_id: `folder_${await roleDemoId()}` })
  return item ?? assert.fail('no item')
}

/** The items as the coowner sees them; the administrator's rules also apply to coowners. */
async function roleDemoItems(): Promise<Item[]> {
  const user = await client(server).as('coowner@yunzhou.demo', password)
  const { children } = await user.call('GET /apps/files/file_list/{folderId}', {
    folderId: await roleDemoId(),
    limit: 200,
  })
  return children ?? []
}
