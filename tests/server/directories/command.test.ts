import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { runAdminHere, settingsBeside } from '../../support/administration/runAdminHere'
import { ADMIN, BASE, Slapd, withoutSlapd } from '../../support/directories/Slapd'
import { startTestServer, type TestServer } from '../../support/testServer'

/*
 * Directories by command line beside a running server.
 */

let server: TestServer
let ldap: Slapd

before(async () => {
  if (withoutSlapd) return
  server = await startTestServer()
  ldap = await Slapd.start()
})
after(async () => {
  if (withoutSlapd) return
  await server.close()
  await ldap.stop()
})

const admin = (...args: string[]) => runAdminHere(args, { ...settingsBeside(server), SIGN_ON_LOOPBACK: '1' })

describe('directories by command', { skip: withoutSlapd }, () => {
  test('[DIR-02] [ADM-13] settings are stored without showing the password; a dry run, a sync, its log and a confirmation', async () => {
    const made = await admin(
      'organisation',
      'create',
      '--name',
      'Mingde',
      '--kind',
      'school',
      '--administrator',
      'boss@school',
    )
    assert.equal(made.code, 0, made.err)
    for (const uid of ['lin', 'zhao']) await ldap.addPerson(uid)
    const [settings, password] = [join(server.folder, 'ldap.json'), join(server.folder, 'password.txt')]
    await writeFile(settings, JSON.stringify({ label: 'Campus', url: ldap.url, bind_dn: ADMIN.dn, base_dn: BASE }))
    await writeFile(password, `${ADMIN.password}\n`)
    assert.equal((await admin('directory', 'sync', 'ldap', '--dry')).code, 2)
    await writeFile(join(server.folder, 'wrong.json'), '{"lable": "x"}')
    assert.equal((await admin('directory', 'ldap', 'set', '--file', join(server.folder, 'wrong.json'))).code, 2)
    const set = await admin('directory', 'ldap', 'set', '--file', settings, '--password-file', password)
    assert.equal(set.code, 0, set.err)
    const shown = await admin('directory', 'ldap', 'show')
    assert.ok(!shown.out.includes(ADMIN.password), 'the password shows')
    assert.equal((JSON.parse(shown.out) as { label: string }).label, 'Campus')
    const dry = await admin('directory', 'sync', 'ldap', '--dry')
    assert.match(dry.out, /dry run done: people 2, added 2/)
    assert.match(dry.out, /added: lin lin/)
    assert.match((await admin('directory', 'sync', 'ldap')).out, /sync done: people 2, added 2/)
    await ldap.remove(`uid=zhao,${BASE}`)
    const stopped = await admin('directory', 'sync', 'ldap', '--json')
    assert.equal(stopped.code, 1)
    const { id, reason } = JSON.parse(stopped.out) as { id: number; reason: string }
    assert.equal(reason, 'directory_losses')
    assert.match((await admin('directory', 'sync', 'ldap', '--confirm', String(id))).out, /deactivated: zhao/)
    assert.match((await admin('directory', 'runs', 'ldap')).out, /stopped: More than a tenth/)
    assert.match((await admin('directory', 'list')).out, /ldap +Campus +on +2 people/)
    assert.equal((await admin('directory', 'ldap', 'remove')).code, 0)
    // Without a directory the names of all settings show.
    assert.match((await admin('directory', 'ldap', 'show')).out, /"url": ""[^]*"login_attribute": "uid"/)
  })
})
