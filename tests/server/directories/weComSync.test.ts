import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { DirectoryRun } from '@/contract/administration/directories'
import { sampleOfEach } from '../../support/deep'
import { callbackOf, changeOf } from '../../support/messengers/weComCallback'
import type { Fault } from '../../support/messengers/messengerStandIn'
import { WeComSchool } from '../../support/messengers/weComSchool'
import { until } from '../../support/until'

/* Departments and members of WeCom, as syncs and callbacks bring them. */

let at: WeComSchool
let now = Date.parse('2026-03-01T08:00:00Z')
/** ms between a callback and its sync */
const DELAY = 20_000
/** bytes of the longest list that is read */
const LIST_BYTES = 16 * 1024 ** 2

/** The text of an empty list. */
function long(name: string, bytes: number): string {
  const text = JSON.stringify({ errcode: 0, [name]: [] })
  return text + ' '.repeat(bytes - text.length)
}

before(async () => {
  at = await WeComSchool.open({ clock: () => new Date(now) })
})
beforeEach(async () => {
  now += 3_600_000
  at.standIn.faults.clear()
  at.standIn.asked.length = 0
  at.standIn.weCom.fill()
  // Enough members that one who leaves is less than a tenth.
  for (let n = 1; n <= 20; n += 1)
    at.standIn.weCom.members.push({ userid: `m${n}`, name: `成员${n}`, department: [3], status: 1 })
  if ((await at.boss.call('GET /admin/wecom/get', {})).directory) await at.boss.call('POST /admin/wecom/remove', {})
  await at.configure({ links_existing: true })
})
after(() => at.close())

const directoryId = async () => (await at.boss.call('GET /admin/wecom/get', {})).directory!.id
const runs = async () => (await at.boss.call('GET /admin/directories/runs', { directory_id: await directoryId() })).runs

/** Syncs and waits for the end. */
async function sync(isDry = false): Promise<DirectoryRun> {
  const { run } = await at.boss.call('POST /admin/directories/sync', {
    directory_id: await directoryId(),
    is_dry: isDry,
  })
  return until('the run ends', async () =>
    (await runs()).find(({ id, ended_at }) => id === run.id && ended_at !== null),
  )
}

async function synced(): Promise<DirectoryRun> {
  const run = await sync()
  assert.deepEqual([run.state, run.reason], ['done', null])
  return run
}

async function personOf(login: string) {
  const { people } = await at.boss.call('GET /admin/people/list', { search: login })
  const found = people.find((each) => each.login === login)
  return found && (await at.boss.call('GET /admin/people/info', { user_id: found.id })).person
}
const departmentsOf = async (login: string) => (await personOf(login))!.departments.map(({ name }) => name).sort()

/** Sends a callback about members. */
async function report(changeType: string, fields: Record<string, string> = {}): Promise<void> {
  const message = { text: changeOf('wwschool', changeType, fields), corpId: 'wwschool', at: Math.floor(now / 1000) }
  const { query, body } = callbackOf(message)
  const address = `${at.server.url}/api/wecom/events/${at.school.id}?${new URLSearchParams(query).toString()}`
  const response = await fetch(address, { method: 'POST', body, headers: { 'content-type': 'text/xml' } })
  assert.equal(response.status, 200)
}

describe('a sync with WeCom', () => {
  test('[DIR-03] adds departments and members, and the same again changes nothing', async () => {
    const { report: first } = await synced()
    assert.deepEqual([first!.people, first!.added, first!.departments_added], [23, 23, 2])
    assert.deepEqual(await departmentsOf('zhao.lei'), ['教务处', '考务组'].sort())
    assert.equal((await personOf('linxiaoman'))!.name, '林小满')
    // A member of the organisation itself belongs to no department.
    assert.deepEqual(await departmentsOf('sunmin'), [])
    const { report: second } = await synced()
    assert.deepEqual([second!.unchanged, second!.added, second!.changed, second!.departments_changed], [23, 0, 0, 0])
  })

  test('[DIR-03] follows names, departments, and members who are disabled, leave or come back', async () => {
    await synced()
    const { weCom } = at.standIn
    weCom.departments[2]!.name = '考试中心'
    const [lin, , sun] = weCom.members
    Object.assign(lin!, { name: '林小曼', department: [3] })
    Object.assign(sun!, { status: 2 })
    const gone = weCom.members.pop()!
    const { report: found } = await synced()
    assert.deepEqual([found!.changed, found!.deactivated], [1, 2])
    assert.equal((await personOf('linxiaoman'))!.name, '林小曼')
    assert.deepEqual(await departmentsOf('linxiaoman'), ['考试中心'])
    assert.equal((await personOf(gone.userid))!.state, 'deactivated')
    Object.assign(sun!, { status: 5 })
    weCom.members.push(gone)
    assert.equal((await synced()).report!.restored, 1)
    assert.notEqual((await personOf(gone.userid))!.state, 'deactivated')
  })

  test('[DIR-03] reads all pages of userids, and asks singly for members whom no department lists', async () => {
    await synced()
    const pages = at.standIn.asked.filter(({ path }) => path === '/cgi-bin/user/list_id')
    assert.ok(pages.length > 5, `${pages.length} pages`)
    at.standIn.asked.length = 0
    // A list may be longer than the other answers of WeCom. The lists of the three departments are read at once, so none comes first.
    const nobody = { text: long('userlist', LIST_BYTES) }
    at.standIn.fail('/cgi-bin/user/list', nobody, nobody, nobody)
    assert.equal((await synced()).report!.people, 23)
    assert.equal(at.standIn.count('/cgi-bin/user/get'), 23)
  })

  test('[DIR-03] without the secret of 通讯录同步 the lists of departments are enough', async () => {
    await at.boss.call('POST /admin/wecom/set', { directory: at.settings(), contacts_secret: '' })
    assert.equal((await synced()).report!.people, 23)
    assert.equal(at.standIn.count('/cgi-bin/user/list_id'), 0)
  })

  test('[DIR-03] never links an administrator with the same userid', async () => {
    at.standIn.weCom.members.push({ userid: at.owner.login, name: '冒充', department: [2], status: 1 })
    const { report: found } = await synced()
    assert.equal(found!.faulty, 1)
    assert.equal(found!.faults[0]!.code, 'directory_administrator')
    const { db } = at.server.deps
    const links = await db.selectFrom('directory_people').select('user_id').where('user_id', '=', at.owner.id).execute()
    assert.deepEqual(links, [])
    assert.equal((await personOf(at.owner.login))!.name, at.owner.name)
  })

  test('[DIR-03] a token that WeCom no longer accepts is fetched anew in the middle of a sync', async () => {
    at.standIn.fail('/cgi-bin/department/list', 42001)
    at.standIn.fail('/cgi-bin/user/list', 40014)
    at.standIn.fail('/cgi-bin/user/list_id', 40001)
    await synced()
  })
})

describe('a directory that cannot be believed', () => {
  const lists = '/cgi-bin/user/list'
  const tops = '/cgi-bin/department/list'
  const top = { id: 1, name: 'x', parentid: 0, order: 1 }
  const answers: [what: string, path: string, fault: Fault, reason: string][] = [
    ['a page', tops, 'html', 'directory_nonsense'],
    ['an endless answer', tops, 'endless', 'directory_unreachable'],
    ['a list of more than 16 MiB', lists, { text: long('userlist', LIST_BYTES + 1) }, 'directory_unreachable'],
    [
      'a page of userids of more than 16 MiB',
      '/cgi-bin/user/list_id',
      { text: long('dept_user', LIST_BYTES + 1) },
      'directory_unreachable',
    ],
    ['a redirect', lists, 'redirect', 'directory_unreachable'],
    ['a broken connection', lists, 'cut', 'directory_unreachable'],
    ['a limit of calls', lists, 45009, 'directory_unreachable'],
    ['a missing right', lists, 60011, 'directory_credentials'],
    ['an address that it does not trust', tops, 60020, 'directory_credentials'],
    ['no list', lists, { text: '{"errcode":0}' }, 'directory_nonsense'],
    [
      'a list without names',
      lists,
      { text: '{"errcode":0,"userlist":[{"userid":"a","department":[2]}]}' },
      'directory_nonsense',
    ],
    [
      'a member of an unknown department',
      lists,
      { text: '{"errcode":0,"userlist":[{"userid":"a","name":"a","department":[99]}]}' },
      'directory_nonsense',
    ],
    [
      'a userid with a blank',
      lists,
      { text: '{"errcode":0,"userlist":[{"userid":"a b","name":"a","department":[2]}]}' },
      'directory_nonsense',
    ],
    [
      'departments in a circle',
      tops,
      {
        text: JSON.stringify({
          errcode: 0,
          department: [top, { ...top, id: 2, parentid: 3 }, { ...top, id: 3, parentid: 2 }],
        }),
      },
      'directory_nonsense',
    ],
    ['no departments', tops, { text: '{"errcode":0,"department":[]}' }, 'directory_partial'],
    [
      'pages without an end',
      '/cgi-bin/user/list_id',
      { text: '{"errcode":0,"dept_user":[],"next_cursor":7}' },
      'directory_nonsense',
    ],
  ]
  for (const [what, path, fault, reason] of sampleOfEach(answers, ([, , , reason]) => reason))
    test(`[DIR-03] ${what} stops the sync, which says ${reason} and changes nothing`, async () => {
      await synced()
      at.standIn.weCom.members[0]!.name = 'changed'
      now += 11_000
      at.standIn.fail(path, fault)
      const run = await sync()
      assert.deepEqual([run.state, run.reason, run.report], ['stopped', reason, null])
      assert.equal((await personOf('linxiaoman'))!.name, '林小满')
      now += 11_000
    })

  test('[DIR-03] an app that sees only a part stops the sync', async () => {
    const { weCom } = at.standIn
    weCom.hiddenDepartments.add(1)
    assert.equal((await sync()).reason, 'directory_partial')
    weCom.hiddenDepartments.clear()
    weCom.members.push({ userid: 'seen', name: '看得见', department: [2] })
    weCom.hiddenMembers.add('zhao.lei')
    assert.equal((await sync()).reason, 'directory_partial')
    assert.equal(await personOf('seen'), undefined)
  })

  test('[DIR-03] half of the members, or nobody, deactivates nobody', async () => {
    await synced()
    const { weCom } = at.standIn
    const all = weCom.members
    weCom.members = all.slice(0, 12)
    const half = await sync()
    assert.deepEqual([half.state, half.reason, half.report!.deactivated], ['stopped', 'directory_losses', 11])
    weCom.members = []
    assert.equal((await sync()).state, 'stopped')
    weCom.members = all
    assert.equal((await synced()).report!.unchanged, 23)
  })
})

describe('a callback of WeCom', () => {
  const afterDelay = (what: string, isThere: () => Promise<boolean | undefined>) => {
    now += DELAY
    return until(what, isThere)
  }

  test('[DIR-03] brings a new member within seconds, and many callbacks make one sync', async () => {
    await synced()
    at.standIn.weCom.members.push({ userid: 'new', name: '新来', department: [2], status: 1 })
    const before = (await runs()).length
    for (let n = 0; n < 30; n += 1) await report('create_user', { UserID: 'new' })
    await afterDelay('the new member', async () => (await personOf('new')) !== undefined)
    assert.equal((await runs()).length, before + 1)
    assert.equal((await runs())[0]!.by, '')
  })

  test('[DIR-03] deactivates a member who was deleted, and follows a department', async () => {
    await synced()
    at.standIn.weCom.members.pop()
    at.standIn.weCom.departments.push({ id: 9, name: '新部门', parentid: 1, order: 1 })
    await report('delete_user', { UserID: 'm20' })
    await report('create_party', { Id: '9' })
    await afterDelay('the deactivation', async () => (await personOf('m20'))!.state === 'deactivated')
    const { departments } = await at.boss.call('GET /admin/departments/tree', {})
    assert.ok(
      departments.some(({ name }) => name === '新部门'),
      'the department is missing',
    )
  })

  test('[DIR-03] a changed userid stays the same person; a report that WeCom contradicts changes nothing', async () => {
    await synced()
    const lin = await personOf('linxiaoman')
    at.standIn.weCom.members[0]!.userid = 'lin.xiaoman'
    await report('update_user', { UserID: 'LinXiaoman', NewUserID: 'lin.xiaoman' })
    // WeCom still has both.
    await report('update_user', { UserID: 'zhao.lei', NewUserID: 'm1' })
    await afterDelay('the new login', async () => (await personOf('lin.xiaoman')) !== undefined)
    assert.equal((await personOf('lin.xiaoman'))!.id, lin!.id)
    const { db } = at.server.deps
    const zhao = await personOf('zhao.lei')
    const links = await db
      .selectFrom('directory_people')
      .select('external_id')
      .where('user_id', '=', zhao!.id)
      .execute()
    assert.deepEqual(links, [{ external_id: 'zhao.lei' }])
  })
})
