import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Department } from '@/contract/entities'
import type { DepartmentRow, EnterpriseRow, UserRow } from '../../../server/database/tables'
import { factories } from '../../support/factories'
import { signedIn } from '../../support/session/signedIn'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let enterprise: EnterpriseRow
let administrator: UserRow
const departments: Record<string, DepartmentRow> = {}

/* 明德学校 / (教务处 / (招生办公室 / 一组), 总务处) */
before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
  enterprise = await make.enterprise()
  administrator = await make.user({ enterprise, isAdministrator: true })
  const add = async (name: string, parent?: string, position?: number) => {
    departments[name] = await make.department({
      enterprise,
      name,
      position,
      parent: parent ? departments[parent] : undefined,
    })
  }
  await add('明德学校')
  await add('总务处', '明德学校', 1)
  await add('教务处', '明德学校', 0)
  await add('招生办公室', '教务处')
  await add('一组', '招生办公室')
})
after(() => server.close())

const of = (name: string) => departments[name]!
const signIn = (user: UserRow) => signedIn(server, user)
const rootOf = (name: string) =>
  server.deps.db.selectFrom('items').selectAll().where('department_id', '=', of(name).id).executeTakeFirstOrThrow()

/** `a(b(c) d)`; `…` marks a level that is not loaded. */
function outline(list: readonly Department[]): string {
  const below = ({ children, has_children_departments: hasMore }: Department) => {
    if (!children) return hasMore ? '…' : ''
    return children.length > 0 ? `(${outline(children)})` : ''
  }
  return list.map((department) => department.name + below(department)).join(' ')
}

async function memberOf(name: string, values?: { isManager?: boolean }) {
  const user = await make.user({ enterprise })
  await make.member(of(name), user, values)
  return user
}

async function treeOf(user: UserRow, departmentId?: number) {
  const member = await signIn(user)
  return outline(
    (await member.call('GET /departments/find_user_in_departments_tree', { department_id: departmentId })).departments,
  )
}

describe('the tree of one’s own departments', () => {
  test('two levels arrive at once, deeper levels on demand', async () => {
    const user = await memberOf('一组')
    assert.equal(await treeOf(user), '明德学校(教务处…)')
    assert.equal(await treeOf(user, of('教务处').id), '招生办公室…')
    assert.equal(await treeOf(user, of('招生办公室').id), '一组')
    assert.equal(await treeOf(user, of('一组').id), '')
  })

  test('a manager sees every department below, the owner all of them in order, a stranger none', async () => {
    assert.equal(await treeOf(await memberOf('教务处', { isManager: true })), '明德学校(教务处…)')
    assert.equal(await treeOf(administrator), '明德学校(教务处… 总务处)')
    assert.equal(await treeOf(await make.user({ enterprise })), '')
    assert.equal(await treeOf(await make.user()), '')
  })

  test('a member of a department sees neither its siblings nor the departments below it', async () => {
    assert.equal(await treeOf(await memberOf('教务处')), '明德学校(教务处)')
  })

  test('a hidden department does not exist', async () => {
    const member = await signIn(await memberOf('教务处'))
    for (const id of [of('总务处').id, of('招生办公室').id, 999_999]) {
      await member.refused('GET /departments/find_user_in_departments_tree', { department_id: id }, 'item_not_found')
    }
  })

  test('members are counted once, including those of the departments below', async () => {
    const user = await memberOf('总务处')
    await make.member(of('明德学校'), user)
    const {
      departments: [top],
    } = await (await signIn(user)).call('GET /departments/find_user_in_departments_tree', {})
    const { rows } = {
      rows: await server.deps.db.selectFrom('department_members').select('user_id').distinct().execute(),
    }
    assert.equal(top?.user_count, rows.length)
    assert.equal(top?.children?.find((child) => child.name === '总务处')?.user_count, 1)
  })
})

describe('[LIST-02] a department in the tree', () => {
  /** Opens the tree level by level; lists each department and whether its files can be listed. */
  async function saidBy(user: UserRow): Promise<[string, boolean][]> {
    const member = await signIn(user)
    const below = async (id?: number): Promise<[string, boolean][]> => {
      const { departments: level } = await member.call('GET /departments/find_user_in_departments_tree', {
        department_id: id,
      })
      const deeper = await Promise.all(level.map((each) => below(each.id)))
      return level.flatMap(({ name, is_accessible }, at) => [[name, is_accessible], ...deeper[at]!])
    }
    return below()
  }

  async function mayList(user: UserRow, name: string): Promise<boolean> {
    const { body } = await (
      await signIn(user)
    ).send('GET /apps/files/file_list/{folderId}', { folderId: 0, department_id: of(name).id })
    return (body as { success: boolean }).success
  }

  test('each department says whether its files can be listed: managed and shared ones can, mere ancestors cannot', async () => {
    const invited = await memberOf('招生办公室')
    await make.collab(await rootOf('明德学校'), { user: invited }, 'viewer')
    const users = {
      member: await memberOf('招生办公室'),
      manager: await memberOf('教务处', { isManager: true }),
      invited,
      administrator,
    }
    const listedByUser = Object.fromEntries(
      await Promise.all(Object.entries(users).map(async ([who, user]) => [who, await saidBy(user)])),
    ) as Record<keyof typeof users, [string, boolean][]>
    assert.deepEqual(listedByUser.member, [
      ['明德学校', false],
      ['教务处', false],
      ['招生办公室', true],
    ])
    assert.deepEqual(listedByUser.manager, [
      ['明德学校', false],
      ['教务处', true],
      ['招生办公室', true],
      ['一组', true],
    ])
    assert.deepEqual(listedByUser.invited[0], ['明德学校', true])
    assert.ok(listedByUser.administrator.every(([, isAccessible]) => isAccessible))
    for (const [who, user] of Object.entries(users)) {
      for (const [name, isAccessible] of listedByUser[who as keyof typeof users])
        assert.equal(await mayList(user, name), isAccessible, `${who}: ${name}`)
    }
  })

  test('a department that cannot be listed is refused as forbidden, and its name can be read', async () => {
    const member = await signIn(await memberOf('招生办公室'))
    const top = { department_id: of('明德学校').id }
    await member.refused('GET /apps/files/file_list/{folderId}', { folderId: 0, ...top }, 'permission_denied')
    const { department } = await member.call('GET /departments/info', top)
    assert.deepEqual([department.name, department.is_accessible], ['明德学校', false])
  })
})

describe('reading one department', () => {
  test('info answers its path and one level of children; the selector also shows departments without a right', async () => {
    const member = await signIn(await memberOf('教务处'))
    const info = async (name: string, permission_filter?: boolean) =>
      (await member.call('GET /departments/info', { department_id: of(name).id, permission_filter })).department
    const department = await info('教务处')
    assert.deepEqual(
      department.departments_path.map((entry) => entry.name),
      ['明德学校', '教务处'],
    )
    assert.equal(outline([department]), '教务处')
    assert.equal(outline([await info('教务处', false)]), '教务处(招生办公室…)')
    await member.refused('GET /departments/info', { department_id: of('总务处').id }, 'item_not_found')
    assert.equal((await info('总务处', false)).name, '总务处')
  })

  test('every call answers that a department of another enterprise does not exist', async () => {
    const member = await signIn(await make.user())
    await member.refused(
      'GET /departments/info',
      { department_id: of('教务处').id, permission_filter: false },
      'item_not_found',
    )
    await member.refused(
      'GET /apps/files/file_list/{folderId}',
      { folderId: 0, department_id: of('教务处').id },
      'item_not_found',
    )
  })

  test('get_info answers the department', async () => {
    const member = await signIn(await memberOf('教务处'))
    const { item, department } = await member.call('GET /apps/files/get_info', {
      item_typed_id: `department_${of('教务处').id}`,
    })
    assert.deepEqual([item, department?.name, department?.is_department], [undefined, '教务处', true])
  })
})

describe('files of departments', () => {
  test('a member works in their own department, is refused the parent, and does not see the siblings', async () => {
    const user = await memberOf('教务处')
    await make.folder({ department: of('教务处') }, { name: '课表' })
    const member = await signIn(user)
    const list = await member.call('GET /apps/files/file_list/{folderId}', {
      folderId: 0,
      department_id: of('教务处').id,
    })
    assert.ok(
      list.children?.some(
        (item) => item.name === '课表' && item.space === 'department_space' && item.final_role === 'editor',
      ),
    )
    assert.deepEqual(
      list.current_path.map((entry) => entry.typed_id),
      [`department_${of('明德学校').id}`, `department_${of('教务处').id}`],
    )
    await member.refused(
      'GET /apps/files/file_list/{folderId}',
      { folderId: 0, department_id: of('明德学校').id },
      'permission_denied',
    )
    await member.refused(
      'GET /apps/files/file_list/{folderId}',
      { folderId: 0, department_id: of('总务处').id },
      'item_not_found',
    )
  })

  test('the files show folders of lower departments only to users who may open them', async () => {
    const [plain, manager] = [await memberOf('教务处'), await memberOf('教务处', { isManager: true })]
    const below = async (user: UserRow) => {
      const input = { folderId: 0, department_id: of('教务处').id, limit: 200 }
      const list = await (await signIn(user)).call('GET /apps/files/file_list/{folderId}', input)
      assert.equal(list.total_children_count, list.children?.length)
      return list.children
        ?.filter((item) => item.department !== null)
        .map((item) => [item.name, item.final_role, item.type_icon])
    }
    assert.deepEqual(await below(plain), [])
    assert.deepEqual(await below(manager), [['招生办公室', 'coowner', 'department']])
    assert.deepEqual(await below(administrator), [['招生办公室', 'owner', 'department']])
  })
})
