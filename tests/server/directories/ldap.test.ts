import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { EnterpriseRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { ldapSettings, type LdapSettings } from '../../support/directories/ldapSettings'
import { ADMIN, BASE, Slapd, withoutSlapd } from '../../support/directories/Slapd'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

/*
 * An LDAP directory: OpenLDAP's own server, syncs into the real server, people who sign in with their password there.
 */

let server: TestServer
let make: ReturnType<typeof factories>
let ldap: Slapd
let school: EnterpriseRow
let boss: Client
let now = Date.parse('2026-03-01T08:00:00Z')

before(async () => {
  if (withoutSlapd) return
  server = await startTestServer({ clock: () => new Date(now), config: { signOnLoopback: true } })
  make = factories(server.deps)
  ldap = await Slapd.start()
})
after(async () => {
  if (withoutSlapd) return
  await server.close()
  await ldap.stop()
})

let serial = 0
const unique = (word: string) => `${word}${(serial += 1)}`
let place: string

/** Each test has a school and a branch of the directory of its own. */
beforeEach(async () => {
  if (withoutSlapd) return
  now += 10_000
  school = await make.enterprise()
  boss = await client(server).as((await make.user({ enterprise: school, role: 'owner' })).login)
  place = await ldap.addUnit(unique('school'))
})

function configure(changes: Partial<LdapSettings> = {}, password: string | undefined = ADMIN.password) {
  const settings = ldapSettings({ url: ldap.url, base_dn: place, ...changes })
  return boss.call('POST /admin/ldap/set', { ldap: settings, bind_password: password })
}

async function sync(is_dry = false) {
  const [directory] = (await boss.call('GET /admin/directories/list', {})).directories
  const { run } = await boss.call('POST /admin/directories/sync', { directory_id: directory!.id, is_dry })
  return until('the run ends', async () => {
    const { runs } = await boss.call('GET /admin/directories/runs', { directory_id: directory!.id })
    const found = runs.find(({ id }) => id === run.id)!
    return found.ended_at === null ? null : found
  })
}

async function find(login: string) {
  const { people } = await boss.call('GET /admin/people/list', { search: login })
  return people.find((each) => each.login === login)
}

describe('an LDAP directory', { skip: withoutSlapd }, () => {
  test('[DIR-02] without configuration nothing of it shows', async () => {
    assert.deepEqual((await boss.call('GET /admin/directories/list', {})).directories, [])
    assert.equal((await boss.call('GET /admin/ldap/get', {})).ldap, null)
  })

  test('[DIR-02] the settings are stored without showing the password, and are recorded', async () => {
    await ldap.addPerson(unique('a'), { above: place })
    const { ldap: stored } = await configure()
    assert.equal(stored.has_password, true)
    assert.ok(
      !JSON.stringify(await boss.call('GET /admin/ldap/get', {})).includes(ADMIN.password),
      'the password shows',
    )
    const { ldap: again } = await configure({ label: '学号登录' }, undefined)
    assert.deepEqual([again.label, again.has_password], ['学号登录', true])
    const { entries } = await boss.call('GET /apps/audit/list', { deed: 'directory_changed' })
    assert.deepEqual(
      entries.map(({ detail }) => detail?.after?.label),
      ['学号登录', '校园账号'],
    )
    assert.ok(!JSON.stringify(entries).includes(ADMIN.password), 'the audit log has the password')
    await boss.call('POST /admin/ldap/remove', {})
    assert.equal((await boss.call('GET /admin/ldap/get', {})).ldap, null)
  })

  test('[DIR-02] units of the tree become departments, and people belong to the nearest one', async () => {
    const staff = await ldap.addUnit('教职工', place)
    const maths = await ldap.addUnit('数学, 物理组', staff).catch(() => ldap.addUnit('数学组', staff))
    const [one, other] = [unique('lin'), unique('zhao')]
    await ldap.addPerson(one, { above: maths, name: '林小满', mail: 'Lin@Mingde.example' })
    await ldap.addPerson(other, { above: staff, name: '赵 / 教务' })
    await configure()
    const run = await sync()
    assert.deepEqual([run.reason, run.report?.added, run.report?.departments_added], [null, 2, 2])
    const lin = (await find(one))!
    assert.deepEqual([lin.name, lin.email, lin.departments.length], ['林小满', 'lin@mingde.example', 1])
    assert.deepEqual(
      (await find(other))?.departments.map(({ name }) => name),
      ['教职工'],
    )
    assert.equal((await find(other))?.name, '赵 _ 教务')
    assert.equal((await sync()).report?.unchanged, 2)
  })

  test('[DIR-02] departments by an attribute, with a slash for those below', async () => {
    const login = unique('a')
    await ldap.addPerson(login, { above: place, departmentNumber: '教务处/学籍科' })
    await configure({ departments_by: 'attribute', department_attribute: 'departmentNumber' })
    await sync()
    const { departments } = await boss.call('GET /admin/departments/tree', {})
    const below = departments.find(({ name }) => name === '学籍科')!
    assert.equal(departments.find(({ id }) => id === below.parent_id)?.name, '教务处')
    assert.equal((await find(login))?.departments[0]?.department_id, below.id)
  })

  test('[DIR-02] more people than a page are all read', async () => {
    await ldap.asAdmin(async (admin) => {
      for (let at = 0; at < 620; at += 1)
        await admin.add(`uid=many${at},${place}`, {
          objectClass: 'inetOrgPerson',
          uid: `m${school.id}-${at}`,
          cn: `M ${at}`,
          sn: 'M',
        })
    })
    await configure()
    const run = await sync(true)
    assert.equal(run.report?.people, 620)
    assert.equal(run.report?.changes.length, 200)
  })

  test('[DIR-02] a person signs in with the password of the directory, in any case of the login, and keeps that account after a rename', async () => {
    const login = unique('lin')
    const dn = await ldap.addPerson(login, { above: place, password: '学校密码 1' })
    await configure()
    await sync()
    const lin = await client(server).as(login.toUpperCase(), '学校密码 1')
    const { user_info: before } = await lin.call('GET /apps/users/get_base_info', {})
    const next = unique('linn')
    await ldap.rename(dn, `uid=${next}`)
    await sync()
    const again = await client(server).as(next, '学校密码 1')
    assert.equal((await again.call('GET /apps/users/get_base_info', {})).user_info?.id, before?.id)
    const { entries } = await boss.call('GET /apps/audit/list', { user_id: before!.id, deed: 'signed_in' })
    assert.equal(entries.length, 2)
  })

  test('[DIR-02] a password of the directory confirms the second step, and is not changed here', async () => {
    const login = unique('lin')
    await ldap.addPerson(login, { above: place })
    await configure()
    await sync()
    const lin = await client(server).as(login, `pw-${login}`)
    await lin
      .refused('POST /apps/users/two_step_setup' as never, { password: 'wrong' }, 'wrong_password')
      .catch(() => undefined)
    const input = { password: `pw-${login}`, new_password: 'another good password' }
    await lin.refused('POST /apps/users/password', input, 'directory_owned')
    const { id } = (await find(login))!
    await boss.refused('POST /admin/people/reset_password', { user_id: id }, 'directory_owned')
  })

  test('[DIR-02] an administrator with a password of their own gets in when the directory is down', async () => {
    const login = unique('chief')
    await ldap.addPerson(login, { above: place })
    const user = await make.user({ enterprise: school, login })
    await configure({ links_existing: true })
    await sync()
    await client(server).as(login, `pw-${login}`)
    await boss.call('POST /admin/administrators/set', { user_id: user.id, role: 'owner' })
    await client(server).as(login)
  })

  test('[DIR-02] removing the directory keeps people and gives them back to the organisation', async () => {
    const login = unique('a')
    await ldap.addPerson(login, { above: place })
    await configure()
    await sync()
    const { id } = (await find(login))!
    await boss.call('POST /admin/ldap/remove', {})
    await boss.call('POST /admin/people/edit', { user_id: id, name: '新名' })
    await boss.call('POST /admin/people/renew_link', { user_id: id })
  })

  test('[DIR-02] wrong settings are refused with the field', async () => {
    await ldap.addPerson(unique('a'), { above: place })
    const refusedAt = async (
      changes: Partial<LdapSettings>,
      code: Parameters<Client['refused']>[2],
      password = ADMIN.password,
    ) => {
      const settings = ldapSettings({ url: ldap.url, base_dn: place, ...changes })
      const { entry } = await boss.refused('POST /admin/ldap/set', { ldap: settings, bind_password: password }, code)
      return entry.field
    }
    assert.equal(await refusedAt({ label: ' ' }, 'directory_settings'), 'label')
    assert.equal(await refusedAt({ user_filter: '(uid=' }, 'directory_settings'), 'user_filter')
    assert.equal(await refusedAt({ id_attribute: 'a b' }, 'directory_settings'), 'id_attribute')
    assert.equal(await refusedAt({ ca_certificate: 'x' }, 'directory_settings'), 'ca_certificate')
    assert.equal(await refusedAt({ user_filter: '(uid=nobody)' }, 'directory_empty'), 'user_filter')
    assert.equal(await refusedAt({ base_dn: `ou=missing,${BASE}` }, 'directory_nonsense'), 'url')
    assert.equal(await refusedAt({}, 'directory_credentials', 'wrong'), 'bind_password')
    assert.equal(await refusedAt({ url: 'ldap://dc.school.example' }, 'directory_address'), 'url')
    assert.equal(await refusedAt({ url: 'ldap://localhost:1' }, 'directory_unreachable'), 'url')
  })
})
