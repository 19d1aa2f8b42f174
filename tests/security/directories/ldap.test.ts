import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { EnterpriseRow } from '../../../server/database/tables'
import { findLdapSettings } from '../../../server/queries/directories/ldap'
import { isUsableLdapAddress } from '../../../server/remote/LdapClients'
import { isDirectoryPassword } from '../../../server/services/session/directorySignIn'
import { client, type Client } from '../../support/client'
import { certificateFor } from '../../support/directories/certificates'
import { ldapSettings, type LdapSettings } from '../../support/directories/ldapSettings'
import { ADMIN, Slapd, withoutSlapd } from '../../support/directories/Slapd'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

/*
 * Attacks on signing in with a password of an LDAP directory, and on the connection to it. slapd takes anonymous binds with a name here, as Active
 * Directory does.
 */

let server: TestServer
let make: ReturnType<typeof factories>
let ldap: Slapd
let school: EnterpriseRow
let boss: Client
let place: string
let now = Date.parse('2026-03-01T08:00:00Z')
const tls = withoutSlapd ? null : certificateFor('localhost')

before(async () => {
  if (withoutSlapd) return
  server = await startTestServer({ clock: () => new Date(now), config: { signOnLoopback: true } })
  make = factories(server.deps)
  ldap = await Slapd.start({ global: ['allow bind_anon_dn'], tls: tls! })
})
after(async () => {
  if (withoutSlapd) return
  await server.close()
  await ldap.stop()
})

let serial = 0
const unique = (word: string) => `${word}${(serial += 1)}`

beforeEach(async () => {
  if (withoutSlapd) return
  // Waits for wrong passwords end.
  now += 3_600_000
  school = await make.enterprise()
  boss = await client(server).as((await make.user({ enterprise: school, role: 'owner' })).login)
  place = await ldap.addUnit(unique('school'))
})

async function configure(changes: Partial<LdapSettings> = {}): Promise<void> {
  const settings = ldapSettings({ url: ldap.url, base_dn: place, departments_by: 'none', ...changes })
  await boss.call('POST /admin/ldap/set', { ldap: settings, bind_password: ADMIN.password })
}

async function sync() {
  const [directory] = (await boss.call('GET /admin/directories/list', {})).directories
  const { run } = await boss.call('POST /admin/directories/sync', { directory_id: directory!.id, is_dry: false })
  return until('the run ends', async () => {
    const { runs } = await boss.call('GET /admin/directories/runs', { directory_id: directory!.id })
    const found = runs.find(({ id }) => id === run.id)!
    return found.ended_at === null ? null : found
  })
}

/** Tries to sign in. @returns the code of the refusal; null: signed in */
async function attempt(login: string, password: string): Promise<string | null> {
  const visitor = client(server).visitor
  const { csrf_token } = await visitor.call('GET /apps/users/get_base_info', {})
  visitor.headers = { requesttoken: csrf_token }
  const { body } = await visitor.send('POST /apps/users/login', { login, password })
  const { errors } = body as { errors?: Record<string, { error_code: string } | { error_code: string }[]> }
  const [found] = Object.values(errors ?? {})
  return found ? (Array.isArray(found) ? found[0]! : found).error_code : null
}

describe('signing in at a directory', { skip: withoutSlapd }, () => {
  test('[DIR-02] only the right password signs in; an empty one never does, although the directory takes it', async () => {
    const login = unique('lin')
    const dn = await ldap.addPerson(login, { above: place })
    await configure()
    await sync()
    // The directory itself says yes to it.
    const { Client: Ldap } = await import('ldapts')
    const anonymous = new Ldap({ url: ldap.url })
    await anonymous.bind(dn, '')
    await anonymous.unbind()
    for (const password of ['', ' ', '\0', 'wrong', ADMIN.password])
      assert.notEqual(await attempt(login, password), null, JSON.stringify(password))
    now += 3_600_000
    assert.equal(await attempt(login, `pw-${login}`), null)
  })

  test('[DIR-02] a login is a value and no part of a filter', async () => {
    const login = unique('lin')
    await ldap.addPerson(login, { above: place })
    await configure()
    await sync()
    const rest = login.slice(1)
    for (const typed of [
      `*${rest}`,
      `${login.slice(0, -1)}*`,
      '*',
      `${login})(uid=*`,
      `${login})(|(uid=*)`,
      `\\2a${rest}`,
      `${login}\0`,
    ])
      assert.notEqual(await attempt(typed, `pw-${login}`), null, JSON.stringify(typed))
  })

  test('[DIR-02] not even a stored login becomes a part of a filter', async () => {
    const login = unique('lin')
    await ldap.addPerson(login, { above: place })
    await configure()
    const [directory] = (await boss.call('GET /admin/directories/list', {})).directories
    const settings = (await findLdapSettings(server.deps.db, directory!.id))!
    const externalId = await ldap.asAdmin(async (admin) => {
      const { searchEntries } = await admin.search(place, { filter: `(uid=${login})`, attributes: ['entryUUID'] })
      return String(searchEntries[0]!.entryUUID)
    })
    const person = { enterpriseId: school.id, externalId, label: 'x', settings }
    const tried = (typed: string) => isDirectoryPassword(server.deps, person, typed, `pw-${login}`)
    assert.equal(await tried(login), true)
    for (const typed of ['*', `${login})(uid=*`, `${login}*`, `*)(uid=${login}`, ''])
      assert.equal(await tried(typed), false, typed)
  })

  test('[DIR-02] a login that was given to somebody else in the directory does not open the account', async () => {
    const login = unique('rector')
    const dn = await ldap.addPerson(login, { above: place })
    await configure()
    await sync()
    await ldap.rename(dn, `uid=${unique('former')}`)
    await ldap.addPerson(login, { above: place, password: 'of the thief' })
    assert.equal(await attempt(login, 'of the thief'), 'wrong_credentials')
    await sync()
    assert.equal(await attempt(login, 'of the thief'), 'wrong_credentials')
  })

  test('[DIR-02] two entries with one login sign nobody in', async () => {
    const login = unique('lin')
    await ldap.addPerson(login, { above: place })
    await configure()
    await sync()
    const other = await ldap.addUnit('other', place)
    await ldap.addPerson(login, { above: other, password: 'of the twin' })
    assert.equal(await attempt(login, 'of the twin'), 'wrong_credentials')
    assert.equal(await attempt(login, `pw-${login}`), 'wrong_credentials')
  })

  test('[DIR-02] a person who is gone, deactivated or of a directory that is off does not sign in', async () => {
    const logins = Array.from({ length: 12 }, () => unique('lin'))
    for (const login of logins) await ldap.addPerson(login, { above: place })
    await configure()
    await sync()
    const [gone, banned] = logins as [string, string]
    await ldap.remove(`uid=${gone},${place}`)
    assert.equal(await attempt(gone, `pw-${gone}`), 'wrong_credentials')
    await sync()
    assert.equal(await attempt(gone, `pw-${gone}`), 'wrong_credentials')
    const { people } = await boss.call('GET /admin/people/list', { search: banned })
    await boss.call('POST /admin/people/deactivate', { user_ids: [people[0]!.id] })
    assert.equal(await attempt(banned, `pw-${banned}`), 'wrong_credentials')
    await configure({ is_on: false })
    assert.equal(await attempt(logins[2]!, `pw-${logins[2]}`), 'wrong_credentials')
  })

  test('[DIR-02] guesses are counted and wait, as guesses of other passwords', async () => {
    const login = unique('lin')
    await ldap.addPerson(login, { above: place })
    await configure()
    await sync()
    const codes: (string | null)[] = []
    for (let at = 0; at < 6; at += 1) codes.push(await attempt(login, `wrong ${at}`))
    assert.ok(codes.includes('login_too_often'), codes.join())
    assert.equal(await attempt(login, `pw-${login}`), 'login_too_often')
  })

  test('[DIR-02] a person of another organisation is none of this directory', async () => {
    const login = unique('lin')
    await ldap.addPerson(login, { above: place })
    const user = await make.user({ enterprise: await make.enterprise(), login })
    await configure({ links_existing: true })
    const run = await sync()
    assert.deepEqual(
      run.report?.faults.map(({ code }) => code),
      ['login_taken'],
    )
    assert.equal(await attempt(login, `pw-${login}`), 'wrong_credentials')
    assert.ok(user.id > 0, 'the account stays')
  })
})

describe('the connection to a directory', { skip: withoutSlapd }, () => {
  test('[DIR-02] StartTLS with a trusted certificate works, and with an unknown or a foreign one fails', async () => {
    await ldap.addPerson(unique('lin'), { above: place })
    await configure({ starts_tls: true, ca_certificate: tls!.certificate })
    const settings = ldapSettings({ url: ldap.url, base_dn: place, starts_tls: true })
    const set = (changes: Partial<LdapSettings>) => ({
      ldap: { ...settings, ...changes },
      bind_password: ADMIN.password,
    })
    await boss.refused('POST /admin/ldap/set', set({}), 'directory_unreachable')
    const byNumber = ldap.url.replace('localhost', '127.0.0.1')
    const foreign = { url: byNumber, ca_certificate: tls!.certificate }
    await boss.refused('POST /admin/ldap/set', set(foreign), 'directory_unreachable')
    const other = { ca_certificate: certificateFor('localhost').certificate }
    await boss.refused('POST /admin/ldap/set', set(other), 'directory_unreachable')
  })

  test('[DIR-02] another address, account or certificate needs the password again', async () => {
    await ldap.addPerson(unique('lin'), { above: place })
    await configure()
    const settings = ldapSettings({ url: ldap.url, base_dn: place })
    for (const changes of [
      { url: 'ldap://localhost:1' },
      { bind_dn: `cn=x,${place}` },
      { ca_certificate: tls!.certificate },
      { starts_tls: true },
    ]) {
      const { entry } = await boss.refused(
        'POST /admin/ldap/set',
        { ldap: { ...settings, ...changes } },
        'directory_secret',
      )
      assert.equal(entry.field, 'bind_password')
    }
  })

  test('[DIR-02] an unencrypted address, or one of this machine, is refused', () => {
    const refused = (url: string, startsTls = false, signOnLoopback = false) =>
      !isUsableLdapAddress({ url, startsTls }, { signOnLoopback })
    for (const url of [
      'ldap://dc.school.example',
      'http://x.example',
      'ldaps://',
      'ldaps://u:p@x.example',
      'ldaps://x.example/dc=x',
      'x',
    ])
      assert.ok(refused(url), url)
    for (const host of [
      'localhost',
      'localhost.',
      '127.0.0.1',
      '127.1',
      '2130706433',
      '[::1]',
      '169.254.169.254',
      '0.0.0.0',
      '[::ffff:127.0.0.1]',
      '[fe80::1]',
    ])
      assert.ok(refused(`ldaps://${host}`, true), host)
    for (const url of ['ldaps://dc.school.example', 'ldaps://10.0.0.5:3269']) assert.ok(!refused(url), url)
    assert.ok(!refused('ldap://dc.school.example', true), 'StartTLS')
    assert.ok(!refused('ldap://localhost:389', false, true), 'a trial on this machine')
  })
})
