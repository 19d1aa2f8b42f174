import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readdir } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import type { ExtensionCategory, Item, Role } from '@/contract/entities'
import { extensionOf } from '@/domain/items/extension'
import { checkName } from '@/domain/items/naming'
import { NAME_MAX_LENGTH } from '@/domain/limits'
import { codePointLength } from '@/domain/text/codePoints'
import type { UserActor } from '../../../server/actors/actor'
import { demoAccounts, demoTotpSecret, describeAccounts } from '../../../server/demo/accounts'
import { fillDemoWorld } from '../../../server/demo/fillDemoWorld'
import { applyDemoPassword } from '../../../server/demo/demoAccounts'
import { frequentItems } from '../../../server/services/items/frequent'
import type { BlobStorage, StoredBlob } from '../../../server/storage/BlobStorage'
import type { UserRow } from '../../../server/database/tables'
import { OpenClient } from '../../support/applications/applications'
import { client, type Client } from '../../support/client'
import { deepTest, sample } from '../../support/deep'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { eventually } from '../../support/uploads/upload'

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
let isFilled: boolean

before(async () => {
  server = await startTestServer()
  isFilled = await fillDemoWorld(server.deps, password)
})
after(() => server.close())

describe('the accounts', () => {
  for (const { login } of sample(demoAccounts, 6)) {
    deepTest(`${login} signs in`, async () => {
      await client(server).as(login, password)
    })
  }

  deepTest('nobody else has a password, and the printed list names exactly these accounts', async () => {
    const { db } = server.deps
    const logins = demoAccounts.map((account) => account.login).sort()
    const able = await db.selectFrom('users').select('login').where('password_hash', 'is not', null).execute()
    assert.deepEqual(able.map((user) => user.login).sort(), logins)
    assert.deepEqual((await applyDemoPassword(db, password)).sort(), logins)
  })

  deepTest(
    '[OPEN-06] the demo application uses the demo password as its secret, and both change together',
    async () => {
      const { db } = server.deps
      const teacher = { login: 'teacher@mingde.demo' } as UserRow
      const visitor = new OpenClient(server.url)
      const as = (secret: string) => visitor.tokenAnswer({ clientId: 'satchel-demo', secret }, { user: teacher.login })
      const token = await visitor.token({ clientId: 'satchel-demo', secret: password }, teacher)
      await new OpenClient(server.url, token).call('GET /v2/folder/roots', {})
      try {
        await applyDemoPassword(db, 'another one')
        assert.equal((await as(password)).status, 401)
        assert.equal((await as('another one')).status, 200)
        await new OpenClient(server.url, token).refused('GET /v2/folder/roots', {}, 401, 'token_invalid')
      } finally {
        await applyDemoPassword(db, password)
      }
    },
  )

  deepTest('each line describes its login in Chinese and English', () => {
    const [known, unknown] = describeAccounts(['solo@personal.demo', 'somebody@else'])
    assert.equal(known, 'solo@personal.demo  个人用户 · a personal user')
    assert.equal(unknown, 'somebody@else')
  })

  deepTest('the accounts cover enterprises in every state', async () => {
    const rows = await server.deps.db.selectFrom('enterprises').selectAll().execute()
    const of = (name: string) => rows.find((row) => row.name === name) ?? assert.fail(name)
    assert.equal(of('明德学校').wording, 'education')
    assert.equal(of('云舟科技').wording, 'default')
    assert.equal(of('何小北').is_personal, true)
    assert.deepEqual(
      [of('海岳设计院').is_personal_space_closed, of('海岳设计院').share_with_colleagues_disallowed],
      [true, true],
    )
    assert.equal(of('旧港物流').expires_at! < new Date(), true)
    const switches = [
      'force_two_step',
      'virus_scan',
      'data_leak_prevention',
      'hide_share_link_download',
      'complaints',
      'file_manager',
    ] as const
    assert.deepEqual(
      switches.filter((name) => !of('安衡金融')[name]),
      [],
    )
  })

  for (const { login } of sample(demoAccounts, 6)) {
    deepTest(`${login} has files, folders and a department in the frequent space`, async () => {
      const list = await frequentItems(server.deps, await signedInOf(login), 100)
      const kinds = {
        'solo@personal.demo': ['file', 'folder'],
        'teacher@mingde.demo': ['department', 'external_enterprise', 'file', 'folder'],
      }[login] ?? ['department', 'file', 'folder']
      assert.deepEqual([...new Set(list.map((entry) => entry.kind))].sort(), kinds)
      const lost = list.filter((entry) => entry.loss !== null).map((entry) => entry.name)
      const expected =
        { 'reset@yunzhou.demo': ['角色演示'], 'student@mingde.demo': ['会议纪要', '错题.jpg'] }[login] ?? []
      assert.deepEqual(lost, expected)
    })
  }
})

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

describe('the trash', () => {
  deepTest('it holds several kinds of items, deleted by several people, also of the company', async () => {
    const teacher = await client(server).as('teacher@mingde.demo', password)
    const own = await teacher.call('GET /apps/files/trash_list', { limit: 200 })
    assert.deepEqual(new Set(own.items.map(({ type }) => type)), new Set(['file', 'folder']))
    assert.deepEqual(new Set(own.items.map(({ action_status }) => action_status?.action_by)), new Set(['陈希', '孙敏']))
    const [company] = own.external_list
    assert.deepEqual([company?.type, company?.name], ['enterprise', '云舟科技'])
    const there = await teacher.call('GET /apps/files/trash_list', { external_typed_id: `enterprise_${company!.id}` })
    assert.deepEqual(
      there.items.map(({ name }) => name),
      ['试用反馈（旧）.docx'],
    )
    const admin = await client(server).as('admin@mingde.demo', password)
    assert.ok((await admin.call('GET /apps/files/trash_list', {})).items.length >= 3)
    const {
      items: [back],
    } = await admin.call('POST /apps/files/restore_from_trash', {
      item_typed_ids: (await admin.call('GET /apps/files/trash_list', {})).items
        .filter(({ name }) => name === '学年工作计划.docx')
        .map(({ typed_id }) => typed_id),
    })
    assert.equal(back?.name, '学年工作计划 (1).docx')
    await admin.call('POST /apps/files/delete', { item_typed_ids: [back!.typed_id] })
  })
})

describe('the whole world', () => {
  deepTest('the counters of folders and used bytes are correct', async () => {
    const { rows } = await sql`
      select folder.name from items folder left join items child on child.parent_id = folder.id and child.deleted_at is null
      where folder.is_folder group by folder.id
      having folder.child_count <> count(child.id) or folder.folder_count <> count(child.id) filter (where child.is_folder)`.execute(
      server.deps.db,
    )
    assert.deepEqual(rows, [])
    const used = await sql`
      with recursive below as (
        select id as root, id, used_bytes from items where space_owner_id is not null
        union all
        select below.root, items.id, 0 from items join below on items.parent_id = below.id where items.space_owner_id is null
      )
      select root, sum(used_bytes), coalesce(sum(bytes), 0) from below
      left join (select item_id, sum(size) as bytes from versions group by item_id) held on held.item_id = below.id
      group by root having sum(used_bytes) <> coalesce(sum(bytes), 0)`.execute(server.deps.db)
    assert.deepEqual(used.rows, [])
  })

  deepTest('every name passes the rules for users, and every size equals the stored bytes', async () => {
    const { db, storage } = server.deps
    const items = await db
      .selectFrom('items')
      .leftJoin('versions', 'versions.id', 'current_version_id')
      .leftJoin('bodies', 'bodies.id', 'body_id')
      .select([
        'items.name',
        'items.extension',
        'items.size',
        'is_folder',
        'modified_at',
        'bodies.key',
        'bodies.size as bodySize',
      ])
      .where('space_owner_id', 'is', null)
      .execute()
    const bodies = new Map<string, number | undefined>()
    for (const item of items) {
      assert.deepEqual(checkName(item.name), { ok: true, name: item.name })
      assert.equal(item.modified_at <= new Date(), true, item.name)
      if (item.is_folder) continue
      assert.equal(item.extension, extensionOf(item.name), item.name)
      assert.equal(item.size, item.bodySize, item.name)
      if (!bodies.has(item.key!)) bodies.set(item.key!, (await storage.stat(item.key!))?.size)
      assert.equal(bodies.get(item.key!), item.size, item.name)
    }
  })

  deepTest('every sample is below 60 kB and used', async () => {
    const shipped = await readdir(new URL('../../../server/demo/samples/', import.meta.url))
    const bodies = await server.deps.db.selectFrom('bodies').select('size').execute()
    const logos = await server.deps.db.selectFrom('enterprise_logos').select('body').execute()
    assert.equal(bodies.length + logos.length, shipped.length)
    assert.deepEqual(
      bodies.filter(({ size }) => size >= 60_000),
      [],
    )
  })

  deepTest('every picture has a thumbnail, except the broken one', async () => {
    const rows = () =>
      server.deps.db
        .selectFrom('representations')
        .innerJoin('versions', 'versions.body_id', 'representations.body_id')
        .select(['name', 'status'])
        .where('kind', '=', 'image_128')
        .distinct()
        .execute()
    await eventually(async () => {
      const unfinished = (await rows()).filter(({ status }) => status !== 'generated' && status !== 'generating_failed')
      assert.deepEqual(unfinished, [])
    })
    assert.deepEqual(
      (await rows()).filter(({ status }) => status !== 'generated').map(({ name }) => name),
      ['损坏的照片.jpg'],
    )
  })

  deepTest('a second start adds nothing', async () => {
    assert.equal(isFilled, true)
    const before = await countRows()
    assert.equal(await fillDemoWorld(server.deps, 'another'), false)
    assert.deepEqual(await countRows(), before)
    await client(server).as(owner, password)
  })
})

describe('a database that must not be changed', () => {
  deepTest('a database with an enterprise is left unchanged', async () => {
    const other = await startTestServer()
    try {
      await factories(other.deps).enterprise()
      assert.equal(await fillDemoWorld(other.deps, password), false)
      assert.deepEqual(await other.deps.db.selectFrom('users').selectAll().execute(), [])
    } finally {
      await other.close()
    }
  })

  const failures: [string, (writes: number, body: StoredBlob) => StoredBlob, RegExp][] = [
    ['storage', (writes, body) => (writes < 20 ? body : assert.fail('the disk is full')), /the disk is full/],
    ['database', (writes, body) => (writes < 20 ? body : { ...body, size: -1 }), /bodies_size_check/],
  ]
  for (const [what, fail, message] of failures) {
    deepTest(`a failure of the ${what} during the fill leaves neither rows nor bytes`, async () => {
      const other = await startTestServer()
      try {
        const storedKeys = new Set<string>()
        let writes = 0
        const storage = Object.assign(Object.create(other.deps.storage) as BlobStorage, {
          async write(source: Readable, declared: { size: number }) {
            const body = fail(++writes, await other.deps.storage.write(source, declared))
            storedKeys.add(body.key)
            return body
          },
          async delete(key: string) {
            storedKeys.delete(key)
          },
        })
        await assert.rejects(fillDemoWorld({ ...other.deps, storage }, password), message)
        assert.equal(writes > 20, true)
        assert.equal(storedKeys.size, 0)
        assert.deepEqual(await other.deps.db.selectFrom('enterprises').selectAll().execute(), [])
      } finally {
        await other.close()
      }
    })
  }
})

describe('the second step of member@secure.demo', () => {
  deepTest('it accepts the code of the secret that is printed at start', async () => {
    const user = await client(server).as('member@secure.demo', password)
    await user.refused('GET /apps/frequently_used_items/get_list', {}, 'force_two_step')
    await user.pass(new TOTP({ secret: demoTotpSecret }).generate())
    const { frequent_used_items: frequent } = await user.call('GET /apps/frequently_used_items/get_list', {})
    assert.notEqual(frequent.length, 0)
    assert.equal(describeAccounts(['member@secure.demo'])[0]!.includes(demoTotpSecret), true)
  })
})

async function signedInOf(login: string): Promise<UserActor> {
  const { db } = server.deps
  const user = await db.selectFrom('users').selectAll().where('login', '=', login).executeTakeFirstOrThrow()
  const enterprise = await db
    .selectFrom('enterprises')
    .selectAll()
    .where('id', '=', user.enterprise_id)
    .executeTakeFirstOrThrow()
  return { kind: 'user', user, enterprise }
}

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

async function countRows() {
  const { rows } = await sql`
    select (select count(*) from items) as items, (select count(*) from versions) as versions, (select count(*) from users) as users,
      (select count(*) from bodies) as bodies, (select count(*) from favourites) as favourites, (select count(*) from collabs) as collabs`.execute(
    server.deps.db,
  )
  return rows
}

describe('shares', () => {
  test('[LAND-09] the landing pages of the school show its logo', async () => {
    const teacher = await client(server).as('teacher@mingde.demo', password)
    const { share_links: links } = await teacher.call('GET /apps/share_links/get_list', {})
    const input = { share_link_token: links.find(({ state }) => state === 'open')!.unique_name }
    const { share_branding } = await client(server).visitor.call('GET /apps/users/get_base_info', input)
    const { status, headers } = await fetch(server.url + share_branding!.logo_url!)
    assert.deepEqual([status, headers.get('content-type')], [200, 'image/png'])
  })

  deepTest('there is a link in every state, and a teacher sees who opened theirs', async () => {
    const teacher = await client(server).as('teacher@mingde.demo', password)
    const { share_links: links } = await teacher.call('GET /apps/share_links/get_list', {})
    const other = await client(server).as('admin@mingde.demo', password)
    const { share_links: all } = await other.call('GET /apps/share_links/enterprise_list', {})
    const states = new Set([...links, ...all].map(({ state }) => state))
    assert.deepEqual([...states].sort(), ['closed', 'expired', 'limit_reached', 'open', 'unavailable'])
    assert.ok(all.some(({ closed_by_administrator: closed }) => closed !== null))
    const busiest = links.find(({ item }) => item.name === '社团活动')!
    assert.equal(busiest.password, 'm4k7')
    const { visits_by_day } = await teacher.call('GET /apps/share_links/get', { share_link_id: busiest.id })
    assert.ok(visits_by_day.filter((count) => count > 0).length > 15)
  })

  deepTest('one link waits for approval, and one was refused', async () => {
    const rows = await server.deps.db
      .selectFrom('share_links')
      .innerJoin('users', 'users.id', 'maker_id')
      .select('approval_state')
      .where('login', '=', 'member@secure.demo')
      .orderBy('approval_state')
      .execute()
    assert.deepEqual(
      rows.map(({ approval_state }) => approval_state),
      [1, 3],
    )
  })

  deepTest('a colleague’s share appears among the messages', async () => {
    const teacher = await client(server).as('teacher@mingde.demo', password)
    const { messages } = await teacher.call('GET /apps/messages/get_list', { types: 'share_link' })
    assert.ok(
      messages.some(({ sender_name, most_recent_message: { source } }) => sender_name === '王珂' && source === 1),
    )
    for (const action of ['share_opened', 'share_limit', 'share_expiring'])
      assert.ok(
        messages.some(({ most_recent_message: { notice } }) => notice?.action === action),
        action,
      )
  })

  deepTest('items of an enterprise with every policy switch on show these policies', async () => {
    const { db } = server.deps
    const policy = await db
      .selectFrom('share_policies')
      .innerJoin('users', 'users.enterprise_id', 'share_policies.enterprise_id')
      .selectAll('share_policies')
      .where('login', '=', 'member@secure.demo')
      .executeTakeFirstOrThrow()
    for (const [field, value] of Object.entries(policy))
      if (typeof value === 'boolean') assert.equal(value, true, field)
  })
})
