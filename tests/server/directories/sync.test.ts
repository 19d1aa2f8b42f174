import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { OwnedField } from '@/contract/administration/directories'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { putDirectory } from '../../../server/queries/directories/facts'
import { departmentRoot } from '../../../server/queries/items/spaces'
import { DirectoryFailure, type FailureReason } from '../../../server/remote/DirectoryFailure'
import type {
  DirectorySnapshot,
  SnapshotDepartment,
  SnapshotPerson,
} from '../../../server/services/directories/snapshot'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

/*
 * What syncs of directories share, whatever the kind of directory. The source is given, the rest is the real server.
 */

let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let owner: UserRow
let boss: Client
let directoryId: number
let snapshot: { departments: SnapshotDepartment[]; people: SnapshotPerson[] }
let failure: FailureReason | null
let fields: OwnedField[]
let now = Date.parse('2026-03-01T08:00:00Z')

before(async () => {
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
  server.deps.openDirectory = () =>
    Promise.resolve({
      fields,
      read(): Promise<DirectorySnapshot> {
        if (failure !== null) return Promise.reject(new DirectoryFailure(failure, 'as the test wants'))
        return Promise.resolve(structuredClone(snapshot))
      },
    })
})
after(() => server.close())

let serial = 0
const unique = (word: string) => `${word}${(serial += 1)}`

beforeEach(async () => {
  now += 60_000
  failure = null
  fields = ['name', 'email', 'departments']
  snapshot = { departments: [], people: [] }
  school = await make.enterprise()
  owner = await make.user({ enterprise: school, role: 'owner' })
  boss = await client(server).as(owner.login)
  directoryId = await configure()
})

function configure(links_existing = false, sync_hours: number | null = null): Promise<number> {
  return putDirectory(server.deps.db, {
    enterprise_id: school.id,
    kind: 'ldap',
    label: '校园账号',
    is_on: true,
    signs_in: false,
    links_existing,
    sync_hours,
    changed_at: new Date(now),
  })
}

function person(login = unique('p'), given: Partial<SnapshotPerson> = {}): SnapshotPerson {
  return { externalId: `id-${login}`, login, name: `人 ${login}`, email: '', departments: [], active: true, ...given }
}

const department = (externalId: string, name: string, parentExternalId: string | null = null): SnapshotDepartment => ({
  externalId,
  name,
  parentExternalId,
  order: 0,
})

/** Runs a sync to its end. */
async function sync(given: { is_dry?: boolean; confirms?: number } = {}) {
  const { run } = await boss.call('POST /admin/directories/sync', {
    directory_id: directoryId,
    is_dry: false,
    ...given,
  })
  return until('the run ends', async () => {
    const { runs } = await boss.call('GET /admin/directories/runs', { directory_id: directoryId })
    const found = runs.find(({ id }) => id === run.id)!
    return found.state === 'done' || found.state === 'stopped' ? found : null
  })
}

async function done(given: { is_dry?: boolean; confirms?: number } = {}) {
  const run = await sync(given)
  assert.equal(run.reason, null)
  return run.report!
}

/** The folder with the files of a department. */
const folderOf = async (departmentId: number) =>
  `folder_${(await departmentRoot(server.deps.db, departmentId))!}` as const

async function find(login: string) {
  const { people } = await boss.call('GET /admin/people/list', { search: login })
  return people.find((each) => each.login === login)
}

const counts = ({
  added,
  linked,
  changed,
  deactivated,
  restored,
  unchanged,
  faulty,
}: Awaited<ReturnType<typeof done>>) => ({
  added,
  linked,
  changed,
  deactivated,
  restored,
  unchanged,
  faulty,
})
const none = { added: 0, linked: 0, changed: 0, deactivated: 0, restored: 0, unchanged: 0, faulty: 0 }

describe('a sync', () => {
  test('[DIR-02] adds people and departments, and changes nothing the second time', async () => {
    const [one, other] = [unique('a'), unique('b')]
    snapshot.departments = [department('d2', '初一', 'd1'), department('d1', '教务处')]
    snapshot.people = [person(one, { email: 'One@School.example', departments: ['d2'] }), person(other)]
    assert.deepEqual(counts(await done()), { ...none, added: 2 })
    const found = (await find(one))!
    assert.deepEqual([found.name, found.email, found.departments[0]?.name], [`人 ${one}`, 'one@school.example', '初一'])
    const { departments } = await boss.call('GET /admin/departments/tree', {})
    const top = departments.find(({ name }) => name === '教务处')!
    assert.equal(departments.find(({ name }) => name === '初一')?.parent_id, top.id)
    assert.equal(top.directory, '校园账号')
    const again = await done()
    assert.deepEqual(counts(again), { ...none, unchanged: 2 })
    assert.deepEqual([again.departments_added, again.departments_changed, again.departments_released], [0, 0, 0])
    const { entries } = await boss.call('GET /apps/audit/list', { user_id: found.id })
    assert.deepEqual(
      entries.map(({ deed }) => deed),
      ['person_created', 'member_changed'],
    )
  })

  test('[DIR-02] a dry run tells the same and changes nothing', async () => {
    const login = unique('dry')
    snapshot.departments = [department('d1', '教务处')]
    snapshot.people = [person(login, { departments: ['d1'] })]
    const report = await done({ is_dry: true })
    assert.deepEqual([report.added, report.departments_added, report.changes[0]?.login], [1, 1, login])
    assert.equal(await find(login), undefined)
    assert.deepEqual((await boss.call('GET /admin/departments/tree', {})).departments, [])
  })

  test('[DIR-02] follows new names, logins, addresses and departments by the id of the directory', async () => {
    const [one, other] = [unique('a'), unique('b')]
    snapshot.departments = [department('d1', '教务处'), department('d2', '总务处')]
    snapshot.people = [person(one, { departments: ['d1'] }), person(other)]
    await done()
    const before = (await find(one))!
    // The two swap their logins.
    snapshot.people = [
      { ...snapshot.people[0]!, login: other, name: '新名', email: 'n@x.example', departments: ['d2'] },
      { ...snapshot.people[1]!, login: one },
    ]
    snapshot.departments = [department('d1', '教务'), department('d2', '总务处', 'd1')]
    assert.deepEqual(counts(await done()), { ...none, changed: 2 })
    const found = (await find(other))!
    assert.deepEqual(
      [found.id, found.name, found.email, found.departments.map(({ name }) => name)],
      [before.id, '新名', 'n@x.example', ['总务处']],
    )
    const { departments } = await boss.call('GET /admin/departments/tree', {})
    assert.equal(
      departments.find(({ name }) => name === '总务处')?.parent_id,
      departments.find(({ name }) => name === '教务')?.id,
    )
  })

  test('[DIR-02] deactivates people who are gone and restores them when they come back, but nobody whom an administrator deactivated', async () => {
    snapshot.people = Array.from({ length: 21 }, () => person())
    await done()
    const [gone, banned] = snapshot.people
    const bannedId = (await find(banned!.login))!.id
    await boss.call('POST /admin/people/deactivate', { user_ids: [bannedId] })
    snapshot.people = snapshot.people.slice(1)
    assert.deepEqual(counts(await done()), { ...none, deactivated: 1, unchanged: 20 })
    assert.equal((await find(gone!.login))?.state, 'deactivated')
    snapshot.people.push(gone!)
    assert.deepEqual(counts(await done()), { ...none, restored: 1, unchanged: 20 })
    assert.equal((await find(gone!.login))?.state, 'new')
    assert.equal((await find(banned!.login))?.state, 'deactivated')
  })

  test('[DIR-02] a department that the directory no longer has stays with its files, and belongs to the organisation', async () => {
    snapshot.departments = Array.from({ length: 11 }, (_, at) => department(`d${at}`, `处 ${at}`))
    const login = unique('a')
    snapshot.people = [person(login, { departments: ['d0', 'd1'] })]
    await done()
    snapshot.departments.shift()
    const report = await done()
    assert.equal(report.departments_released, 1)
    const { departments } = await boss.call('GET /admin/departments/tree', {})
    assert.equal(departments.find(({ name }) => name === '处 0')?.directory, null)
    assert.deepEqual(
      (await find(login))?.departments.map(({ name }) => name),
      ['处 1'],
    )
  })

  test('[DIR-02] a department whose name a folder has gets a number, once', async () => {
    const parent = await make.department({ enterprise: school, name: '学校' })
    const { root } = await server.deps.db
      .selectFrom('items')
      .select('id as root')
      .where('department_id', '=', parent.id)
      .executeTakeFirstOrThrow()
    directoryId = await configure(true)
    await boss.call('POST /apps/files/new_folder', { parent_folder_id: root, name: '初一' })
    snapshot.departments = [department('d1', '学校'), department('d2', '初一', 'd1')]
    snapshot.people = [person()]
    await done()
    const again = await done()
    assert.deepEqual([again.departments_added, again.departments_changed], [0, 0])
    const { departments } = await boss.call('GET /admin/departments/tree', {})
    assert.equal(departments.find(({ id }) => id === parent.id)?.directory, '校园账号')
    assert.equal(departments.find(({ parent_id: id }) => id === parent.id)?.name, '初一 (1)')
  })

  test('[DIR-02] the schedule queues a sync when its time has come', async () => {
    const login = unique('auto')
    snapshot.people = [person(login)]
    await configure(false, 2)
    const { queueDueRuns } = await import('../../../server/services/directories/runs')
    // Nothing changes before an administrator had the time for a dry run.
    await queueDueRuns(server.deps)
    assert.equal((await boss.call('GET /admin/directories/runs', { directory_id: directoryId })).runs.length, 0)
    now += 7_300_000
    await queueDueRuns(server.deps)
    await until('the person is there', () => find(login))
    const { runs } = await boss.call('GET /admin/directories/runs', { directory_id: directoryId })
    assert.deepEqual([runs.length, runs[0]?.by, runs[0]?.is_dry], [1, '', false])
    await queueDueRuns(server.deps)
    assert.equal((await boss.call('GET /admin/directories/runs', { directory_id: directoryId })).runs.length, 1)
    now += 7_300_000
    await queueDueRuns(server.deps)
    assert.equal((await boss.call('GET /admin/directories/runs', { directory_id: directoryId })).runs.length, 2)
  })
})

describe('a sync that stops', () => {
  test('[DIR-02] a directory that does not answer, answers nonsense or nobody changes nothing, and the run says so', async () => {
    const login = unique('a')
    snapshot.people = [person(login)]
    await done()
    for (const reason of ['directory_unreachable', 'directory_credentials', 'directory_nonsense'] as const) {
      failure = reason
      const run = await sync()
      assert.deepEqual([run.state, run.reason, run.report], ['stopped', reason, null])
      assert.notEqual(run.reason_text, '')
    }
    failure = null
    snapshot.people = []
    assert.equal((await sync()).reason, 'directory_empty')
    snapshot = { departments: [], people: [null as never] }
    assert.equal((await sync()).reason, 'directory_failed')
    assert.equal((await find(login))?.state, 'new')
    const [directory] = (await boss.call('GET /admin/directories/list', {})).directories
    assert.deepEqual([directory?.people, directory?.last_run?.reason], [1, 'directory_failed'])
  })

  test('[DIR-02] more than a tenth go only after a word about that run', async () => {
    snapshot.people = Array.from({ length: 10 }, () => person())
    await done()
    const gone = snapshot.people.splice(0, 2)
    const stopped = await sync()
    assert.deepEqual([stopped.reason, stopped.report?.deactivated], ['directory_losses', 2])
    assert.equal((await find(gone[0]!.login))?.state, 'new')
    const dry = await sync({ is_dry: true })
    const asked = { directory_id: directoryId, is_dry: false }
    for (const confirms of [dry.id + 1000, 0])
      await boss.refused('POST /admin/directories/sync', { ...asked, confirms }, 'directory_run_gone')
    snapshot.people.splice(0, 1)
    assert.equal((await sync({ confirms: stopped.id })).reason, 'directory_losses')
    snapshot.people.push(gone[0]!)
    assert.equal((await done({ confirms: stopped.id })).deactivated, 2)
    now += 25 * 3_600_000
    await boss.refused('POST /admin/directories/sync', { ...asked, confirms: stopped.id }, 'directory_run_gone')
  })

  test('[DIR-02] one run of a directory at a time, and none of a directory that is off', async () => {
    snapshot.people = [person()]
    const asked = { directory_id: directoryId, is_dry: false }
    let answer = () => undefined as void
    const source = server.deps.openDirectory
    const waits = new Promise<void>((resolve) => (answer = resolve))
    server.deps.openDirectory = async (directory) => {
      await waits
      return source(directory)
    }
    const { run } = await boss.call('POST /admin/directories/sync', asked)
    await boss.refused('POST /admin/directories/sync', asked, 'directory_running')
    answer()
    server.deps.openDirectory = source
    await until('the run ends', async () => {
      const { runs } = await boss.call('GET /admin/directories/runs', { directory_id: directoryId })
      return runs.find(({ id }) => id === run.id)?.state === 'done'
    })
    await server.deps.db.updateTable('directories').set({ is_on: false }).where('id', '=', directoryId).execute()
    await boss.refused('POST /admin/directories/sync', asked, 'directory_off')
    await boss.refused('POST /admin/directories/sync', { ...asked, directory_id: 0 }, 'directory_missing')
  })
})

describe('ownership', () => {
  test('[DIR-02] nobody else changes what the directory owns, and the answer names it', async () => {
    const login = unique('a')
    snapshot.departments = [department('d1', '教务处')]
    snapshot.people = [person(login, { departments: ['d1'] })]
    await done()
    const { id, departments } = (await find(login))!
    const { person: found } = await boss.call('GET /admin/people/info', { user_id: id })
    assert.deepEqual(found.directory, {
      kind: 'ldap',
      label: '校园账号',
      owned: ['login', 'name', 'email', 'departments'],
      signs_in: false,
      is_gone: false,
    })
    for (const change of [{ name: 'x' }, { login: unique('x') }, { email: 'x@y.example' }, { departments: [] }])
      await boss.refused('POST /admin/people/edit', { user_id: id, ...change }, 'directory_owned')
    const local = await make.department({ enterprise: school, name: '社团' })
    const [owned] = departments
    await boss.call('POST /admin/people/edit', {
      user_id: id,
      departments: [{ department_id: owned!.department_id, is_manager: true }, { department_id: local.id }],
    })
    const members = { department_id: owned!.department_id, user_ids: [id] }
    await boss.refused('POST /admin/departments/remove_members', members, 'directory_owned')
    await boss.refused(
      'POST /admin/departments/edit',
      { department_id: owned!.department_id, name: 'x' },
      'directory_owned',
    )
    const away = { department_id: owned!.department_id, members_to: null, files_to: null }
    await boss.refused('POST /admin/departments/delete', away, 'directory_owned')
    const merge = { department_id: owned!.department_id, into_id: local.id }
    await boss.refused('POST /admin/departments/merge', merge, 'directory_owned')
    const [theirs, ours] = [await folderOf(owned!.department_id), await folderOf(local.id)]
    const move = { item_typed_ids: [theirs], target_folder_id: Number(ours.split('_')[1]) }
    await boss.refused('POST /apps/files/move', move, 'directory_owned')
    await boss.refused('POST /apps/files/delete', { item_typed_ids: [theirs] }, 'directory_owned')
    assert.deepEqual(counts(await done()), { ...none, unchanged: 1 })
    assert.deepEqual((await find(login))?.departments.length, 2)
  })

  test('[DIR-02] the folder of a department stays out of the trash while the directory owns a department below it', async () => {
    const above = await make.department({ enterprise: school, name: '初中部' })
    const below = await make.department({ parent: above, name: '一班' })
    const { db } = server.deps
    const owned = { department_id: below.id, directory_id: directoryId, external_id: 'd1', name: below.name }
    await db.insertInto('directory_departments').values(owned).execute()
    const folder = { item_typed_ids: [await folderOf(above.id)] }
    await boss.refused('POST /apps/files/delete', folder, 'directory_owned')
    await db.deleteFrom('directory_departments').where('department_id', '=', below.id).execute()
    await boss.call('POST /apps/files/delete', folder)
  })

  test('[DIR-02] an import faults lines that change what the directory owns', async () => {
    const login = unique('a')
    snapshot.people = [person(login)]
    await done()
    const content = Buffer.from(`login,name\n${login},Other\n`).toString('base64')
    const { import: report } = await boss.call('POST /admin/import/check', { file_name: 'a.csv', content })
    assert.deepEqual(
      report.faults.map(({ code }) => code),
      ['directory_owned'],
    )
  })

  test('[DIR-02] people without a directory are linked by login only where that is switched on', async () => {
    const login = unique('old')
    const old = await make.user({ enterprise: school, login })
    snapshot.people = [person(login, { name: '新名' })]
    const { faults } = await done()
    assert.deepEqual(
      faults.map((fault) => [fault.login, fault.name, fault.code]),
      [[login, '新名', 'login_taken']],
    )
    await configure(true)
    assert.deepEqual(counts(await done()), { ...none, linked: 1 })
    assert.equal((await find(login))?.id, old.id)
    assert.equal((await find(login))?.name, '新名')
  })
})
