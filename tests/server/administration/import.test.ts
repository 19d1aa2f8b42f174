import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { ErrorCode } from '@/contract/errors'
import { client, type Client } from '../../support/client'
import { deepTest, sample } from '../../support/deep'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { excelFile, sent } from '../../support/administration/importFiles'

let server: TestServer
let make: ReturnType<typeof factories>
let now = Date.parse('2026-03-01T08:00:00Z')

before(async () => {
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
})
after(() => server.close())

/** An organisation with an owner at work. */
async function school() {
  const enterprise = await make.enterprise({ name: '明德学校' })
  const owner = await make.user({ enterprise, role: 'owner' })
  return { enterprise, owner, they: await client(server).as(owner.login) }
}

/** Reads a file and carries it out. */
async function imported(they: Client, text: string | Buffer, skips = false) {
  const { import: checked } = await they.call('POST /admin/import/check', sent(text))
  const asked = { import_id: checked.id, skips_faulty: skips }
  return (await they.call('POST /admin/import/run', asked)).import
}

const peopleOf = async (they: Client, search: string) =>
  (await they.call('GET /admin/people/list', { search, sort_by: 'login' })).people

describe('a file of people', () => {
  test('[ADM-04] a dry run says what is new, changed and unchanged, and which departments would be created, and changes nothing', async () => {
    const { enterprise, they } = await school()
    await make.user({ enterprise, name: '陈曦', login: 'chen@dry' })
    await make.user({ enterprise, name: '李薇', login: 'li@dry' })
    const text = 'login,name,department\nchen@dry,陈曦\nli@dry,李薇薇,教务处\nsun@dry,孙敏,教务处/招生办'
    const { import: found } = await they.call('POST /admin/import/check', sent(text))
    assert.equal(found.state, 'checked')
    assert.deepEqual(
      [found.line_count, found.new_count, found.changed_count, found.unchanged_count, found.fault_count],
      [3, 1, 1, 1, 0],
    )
    assert.deepEqual(found.departments, ['教务处', '教务处/招生办'])
    assert.deepEqual(found.changes, [
      { line: 4, login: 'sun@dry', name: '孙敏', is_new: true, fields: [] },
      {
        line: 3,
        login: 'li@dry',
        name: '李薇薇',
        is_new: false,
        fields: [
          { field: 'name', before: '李薇', after: '李薇薇' },
          { field: 'departments', before: '', after: '教务处' },
        ],
      },
    ])
    assert.deepEqual((await they.call('GET /admin/departments/tree', {})).departments, [])
    assert.deepEqual(await peopleOf(they, 'sun@dry'), [])
    assert.deepEqual((await they.call('GET /admin/import/info', {})).import, found)
  })

  test('[ADM-04] 30 people of a CSV from Excel in GBK arrive with departments, groups and one-time links', async () => {
    const { they } = await school()
    const done = await imported(they, excelFile())
    assert.deepEqual([done.state, done.new_count, done.fault_count], ['done', 30, 0])
    const { progress } = await they.call('GET /admin/import/progress', {})
    assert.deepEqual(progress, { id: done.id, state: 'done', written: 30 })
    const people = await peopleOf(they, 'lin')
    assert.equal(people.length, 30)
    assert.deepEqual(
      [people[0]!.name, people[0]!.email, people[0]!.state, people[0]!.departments.map(({ name }) => name)],
      ['林小满01', 'lin01@school.example', 'new', ['招生办']],
    )
    const { departments } = await they.call('GET /admin/departments/tree', {})
    assert.deepEqual(
      departments.map(({ name, all_member_count: n }) => [name, n]).sort(),
      [
        ['教务处', 10],
        ['招生办', 10],
        ['学生处', 20],
      ].sort(),
    )
    assert.deepEqual(
      (await they.call('GET /admin/groups/list', {})).groups.map(({ name, member_count: n }) => [name, n]),
      [['合唱团', 30]],
    )
    const { links } = await they.call('POST /admin/import/links', { import_id: done.id })
    assert.equal(links.length, 30)
    const visitor = client(server).visitor
    const { csrf_token } = await visitor.call('GET /apps/users/get_base_info', {})
    visitor.headers = { requesttoken: csrf_token }
    const token = links[0]!.url.split('#')[1]!
    await visitor.call('POST /welcome/accept', { token, new_password: 'a long own password', scenario: 'applet' })
    await client(server).as(links[0]!.login, 'a long own password')
    assert.equal((await they.call('POST /admin/import/links', { import_id: done.id })).links.length, 29)
    await visitor.refused('POST /welcome/info', { token: links[1]!.url.split('#')[1]! }, 'sign_in_link_invalid')
  })

  test('[ADM-04] importing the same file again changes nothing, and neither does importing the exported list', async () => {
    const { they, owner } = await school()
    const text =
      'login,name,email,部门,主管的部门,groups,空间\n' +
      'a@again,安,a@again.example,一部;二部/甲,二部/甲,合唱团;足球,10 GB\nb@again,贝,,一部,,,500MB\n=1+1@again,丙'
    const first = await imported(they, text.replace('=1+1@again', '+c@again'))
    assert.deepEqual([first.new_count, first.fault_count], [3, 0])
    const again = await imported(they, text.replace('=1+1@again', '+c@again'))
    assert.deepEqual([again.new_count, again.changed_count, again.unchanged_count], [0, 0, 3])
    assert.deepEqual([again.departments, again.groups], [[], []])
    const { content } = await they.call('GET /admin/people/export', {})
    const exported = await imported(they, content)
    assert.deepEqual([exported.unchanged_count, exported.new_count, exported.changed_count], [4, 0, 0])
    assert.deepEqual(exported.faults, [])
    assert.deepEqual((await peopleOf(they, '安'))[0]!.quota_bytes, 10 * 1024 ** 3)
    assert.equal((await peopleOf(they, owner.login))[0]!.role, 'owner')
  })

  test('[ADM-04] a filled cell of departments or groups replaces them, an empty cell leaves them', async () => {
    const { they } = await school()
    await imported(they, 'login,name,部门,群组,主管\nm@move,梅,一部;二部,足球,是\nn@move,南,一部,足球,否')
    const done = await imported(they, 'login,部门,群组\nm@move,三部,\nn@move,,合唱')
    assert.deepEqual([done.changed_count, done.fault_count], [2, 0])
    const [mei, nan] = await peopleOf(they, '@move')
    assert.deepEqual(
      mei!.departments.map(({ name, is_manager }) => [name, is_manager]),
      [['三部', false]],
    )
    assert.deepEqual(
      nan!.departments.map(({ name, is_manager }) => [name, is_manager]),
      [['一部', false]],
    )
    const groups = async (id: number) =>
      (await they.call('GET /admin/people/info', { user_id: id })).person.groups.map(({ name }) => name)
    assert.deepEqual([await groups(mei!.id), await groups(nan!.id)], [['足球'], ['合唱']])
  })

  test('[ADM-04] a path without the only root is found and made below the root, and with several roots at the top', async () => {
    const { enterprise, they } = await school()
    const root = await make.department({ enterprise, name: '明德学校' })
    const upper = await make.department({ parent: root, name: '高中部' })
    await make.department({ parent: upper, name: '高一年级组' })
    const text =
      'login,name,班级\na@root,安,高中部/高一年级组/三班\nb@root,贝,明德学校/高中部/高一年级组\nc@root,丙,初中部'
    const done = await imported(they, text)
    assert.deepEqual(done.departments, ['明德学校/高中部/高一年级组/三班', '明德学校/初中部'])
    const tree = async () =>
      (await they.call('GET /admin/departments/tree', {})).departments.map(({ name, all_member_count: n }) => [name, n])
    assert.deepEqual((await tree()).sort(), [
      ['三班', 1],
      ['初中部', 1],
      ['明德学校', 3],
      ['高一年级组', 2],
      ['高中部', 2],
    ])
    assert.deepEqual((await imported(they, text)).unchanged_count, 3)
    await make.department({ enterprise, name: '校友会' })
    const { import: found } = await they.call('POST /admin/import/check', sent('login,name,班级\nd@root,丁,高中部'))
    assert.deepEqual(found.departments, ['高中部'])
  })

  test('[ADM-04] with faults, nothing is imported; if chosen, all but the faulty lines', async () => {
    const { they } = await school()
    const text = 'login,name,部门\nok1@skip,好,一部\nbad login,坏,二部\nok2@skip,好'
    const { import: checked } = await they.call('POST /admin/import/check', sent(text))
    assert.deepEqual([checked.faulty_line_count, checked.departments], [1, ['一部']])
    const { entry } = await they.refused('POST /admin/import/run', { import_id: checked.id }, 'import_faulty')
    assert.match(entry.error_tr_msg, /1/)
    assert.deepEqual(await peopleOf(they, '@skip'), [])
    const asked = { import_id: checked.id, skips_faulty: true }
    const { import: done } = await they.call('POST /admin/import/run', asked)
    assert.deepEqual([done.new_count, done.faulty_line_count], [2, 1])
    assert.equal((await peopleOf(they, '@skip')).length, 2)
    assert.deepEqual(
      (await they.call('GET /admin/departments/tree', {})).departments.map(({ name }) => name),
      ['一部'],
    )
    await they.refused('POST /admin/import/run', asked, 'import_gone')
  })

  test('[ADM-04] without the choice to create, departments and groups that do not exist are faults', async () => {
    const { enterprise, they } = await school()
    await make.department({ enterprise, name: '教务处' })
    const text = '账号,name,部门,群组\na@miss,安,教务处/招生办,\nb@miss,贝,教务处,足球\n,陈,教务处,'
    const { import: found } = await they.call('POST /admin/import/check', { ...sent(text), creates_missing: false })
    assert.deepEqual(
      found.faults.map(({ line, login, name, column, value, code }) => [line, login, name, column, value, code]),
      [
        [2, 'a@miss', '安', '部门', '教务处/招生办', 'import_department_missing'],
        [3, 'b@miss', '贝', '群组', '足球', 'import_group_missing'],
        [4, '', '陈', '账号', '', 'import_login_missing'],
      ],
    )
  })

  deepTest(
    '[ADM-04] a new department with the name of a file beside it is a fault, and other lines are not',
    async () => {
      const { enterprise, they } = await school()
      const department = await make.department({ enterprise, name: '教务处' })
      await make.file({ department }, { name: '招生办' })
      const text = 'login,name,部门\na@file,安,教务处/招生办\nb@file,贝,教务处/考务'
      const { import: found } = await they.call('POST /admin/import/check', sent(text))
      assert.deepEqual(
        found.faults.map(({ line, column, value, code }) => [line, column, value, code]),
        [[2, '部门', '教务处/招生办', 'department_name_taken']],
      )
      assert.deepEqual([found.new_count, found.departments], [1, ['教务处/考务']])
    },
  )

  deepTest('[ADM-04] a person with more departments or groups than an account can have is a fault', async () => {
    const { they } = await school()
    const many = Array.from({ length: 101 }, (_, at) => `第${at}组`).join('；')
    const text = `login,name,部门,群组\na@many,安,${many},\nb@many,贝,,${many}`
    const { import: found } = await they.call('POST /admin/import/check', sent(text))
    assert.deepEqual(
      found.faults.map(({ line, column, code }) => [line, column, code]),
      [
        [2, '部门', 'import_many_places'],
        [3, '群组', 'import_many_places'],
      ],
    )
  })

  test('[ADM-04] the audit log has an entry per import, per person and per department', async () => {
    const { enterprise, they } = await school()
    await imported(they, 'login,name,部门\na@log,安,一部\nb@log,贝,一部')
    await imported(they, 'login,name\na@log,安安')
    const { rows } = await sql<{ deed: string; detail: { after: Record<string, unknown> } }>`
      select deed, detail from audit_log where enterprise_id = ${enterprise.id} order by id`.execute(server.deps.db)
    const deeds = rows.map(({ deed }) => deed).filter((deed) => /import|person|department_created/.test(deed))
    assert.deepEqual(deeds, [
      'department_created',
      'person_created',
      'person_created',
      'people_imported',
      'person_changed',
      'people_imported',
    ])
    const last = rows.filter(({ deed }) => deed === 'people_imported').at(-1)!
    assert.deepEqual([last.detail.after.file, last.detail.after.changed], ['people.csv', 1])
    const entries = (await they.call('GET /apps/audit/list', { deed: 'people_imported' })).entries
    assert.equal(entries.length, 2)
  })

  test('[ADM-04] a file that waits for a day is gone, and the job removes it with its names', async () => {
    const { they } = await school()
    const { import: checked } = await they.call('POST /admin/import/check', sent('login,name\na@old,安'))
    now += 25 * 3_600_000
    await they.refused('POST /admin/import/run', { import_id: checked.id }, 'import_gone')
    assert.equal((await they.call('GET /admin/import/info', {})).import, null)
    now -= 25 * 3_600_000
  })
})

const faults: readonly [line: string, column: string, code: ErrorCode][] = [
  [',林', '账号', 'import_login_missing'],
  ['two words,林', '账号', 'login_invalid'],
  ['аdmin,林', '账号', 'login_invalid'],
  ['2.02E+11,林', '账号', 'import_shortened'],
  ['TWICE@x,林', '账号', 'import_login_twice'],
  ['ｔｗｉｃｅ@x,林', '账号', 'import_login_twice'],
  ['KNOWN@x,林', '账号', 'import_login_spelling'],
  ['foreign@x,林', '账号', 'login_taken'],
  ['gone@x,林', '账号', 'person_inactive'],
  ['deleted@x,林', '账号', 'import_person_deleted'],
  ['new@x,', '姓名', 'name_empty'],
  ['new@x,a/b', '姓名', 'name_character'],
  ['new@x,林,nobody', '邮箱', 'email_invalid'],
  ['new@x,林,,a//b', '部门', 'name_empty'],
  ['new@x,林,,a/b?', '部门', 'name_character'],
  ['new@x,林,,,1O GB', '空间', 'import_quota'],
  ['new@x,林,,,,owner', '角色', 'import_role'],
]

describe('faults', () => {
  let they: Client
  before(async () => {
    await make.user({ login: 'foreign@x' })
    const own = await school()
    they = own.they
    const named = async (login: string, set: object) => {
      const user = await make.user({ enterprise: own.enterprise, login })
      await server.deps.db
        .updateTable('users')
        .set({ name: user.name, ...set })
        .where('id', '=', user.id)
        .execute()
    }
    await named('known@x', {})
    await named('gone@x', { is_active: false, deactivated_at: new Date(now) })
    await named('deleted@x', { is_active: false, deactivated_at: new Date(now), removed_at: new Date(now) })
  })
  test('[ADM-04] the dry run names every fault of a line, also those that depend on the organisation', async () => {
    const text = '账号,姓名,邮箱,部门,空间,角色\nbad@x,,nobody,新部门,1O GB,owner\n,一,,另一部门'
    const asked = { ...sent(text), creates_missing: false }
    const { import: found } = await they.call('POST /admin/import/check', asked)
    assert.deepEqual(
      found.faults.map((each) => [each.line, each.column, each.code]),
      [
        [2, '邮箱', 'email_invalid'],
        [2, '空间', 'import_quota'],
        [2, '姓名', 'name_empty'],
        [2, '角色', 'import_role'],
        [2, '部门', 'import_department_missing'],
        [3, '账号', 'import_login_missing'],
        [3, '部门', 'import_department_missing'],
      ],
    )
    assert.deepEqual([found.faulty_line_count, found.new_count, found.departments], [2, 0, []])
  })
  for (const [line, column, code] of sample(faults, 6))
    test(`[ADM-04] the line ${JSON.stringify(line)} is refused at ${column} with ${code}`, async () => {
      const text = `账号,姓名,邮箱,部门,空间,角色\ntwice@x,一\n${line}`
      const { import: found } = await they.call('POST /admin/import/check', sent(text))
      assert.deepEqual(
        found.faults.map((each) => [each.line, each.column, each.code]),
        [[3, column, code]],
      )
      assert.notEqual(found.faults[0]!.reason, '')
    })
})
