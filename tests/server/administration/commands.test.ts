import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { ApplicationRow } from '@/contract/administration/applications'
import { OpenClient } from '../../support/applications/applications'
import { keyPair } from '../../support/applications/keys'
import { client } from '../../support/client'
import { runAdmin } from '../../support/administration/runAdmin'
import { runAdminHere } from '../../support/administration/runAdminHere'
import { deepTest, everyTest } from '../../support/deep'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'

/*
 * The command line beside a running server with an embedded database, as an operator uses it.
 */

let folder: string
let server: ServerProcess

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-admin-'))
  // The account that runs PostgreSQL must reach its folder.
  await chmod(folder, 0o711)
  server = await startServerProcess({ DATA_DIR: folder, DEMO: '0' })
})
after(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const settings = () => ({ DATA_DIR: folder, BASE_URL: server.url })
const admin = (...args: string[]) => runAdminHere(args, settings())
/** Runs a command as an operator does. */
const adminProcess = (...args: string[]) => runAdmin(args, settings())

async function arrive(url: string) {
  const visitor = client(server).visitor
  const { csrf_token } = await visitor.call('GET /apps/users/get_base_info', {})
  visitor.headers = { requesttoken: csrf_token }
  await visitor.call('POST /welcome/accept', {
    token: url.split('#')[1]!,
    new_password: 'a long own password',
    scenario: 'applet',
  })
}

describe('the command line', () => {
  deepTest('[ADM-01] an empty server prints a set-up address; a restart prints another one', async () => {
    const address = () => /^Set up: (\S+)\/setup#([\w-]{43})$/m.exec(server.output())
    const [, origin, token] = address()!
    assert.equal(origin, server.url)
    await server.stop()
    server = await startServerProcess({ DATA_DIR: folder, DEMO: '0' })
    assert.notEqual(address()![2], token)
    const visitor = client(server).visitor
    const { csrf_token } = await visitor.call('GET /apps/users/get_base_info', {})
    visitor.headers = { requesttoken: csrf_token }
    await visitor.refused('POST /setup/info', { token: token! }, 'setup_token_invalid')
    await visitor.call('POST /setup/info', { token: address()![2]! })
  })

  everyTest('[ADM-01] an organisation is created by command, and its owner signs in by the printed link', async () => {
    const made = await adminProcess(
      'organisation',
      'create',
      '--name',
      '明德学校',
      '--kind',
      'school',
      '--administrator',
      'owner@school',
      '--json',
    )
    assert.equal(made.code, 0, made.err)
    const { url } = JSON.parse(made.out) as { url: string }
    assert.ok(url.startsWith(`${server.url}/welcome#`), url)
    await arrive(url)
    await client(server).as('owner@school', 'a long own password')
    await server.stop()
    server = await startServerProcess({ DATA_DIR: folder, DEMO: '0' })
    assert.doesNotMatch(server.output(), /Set up/)
  })

  test('[ADM-13] people, departments, groups, roles, policies and the audit log by command', async () => {
    const run = async (...args: string[]) => {
      const { code, out, err } = await admin(...args, '--json')
      assert.equal(code, 0, `${args.join(' ')}: ${err}`)
      return JSON.parse(out) as Record<string, unknown>
    }
    const { department_id: id } = await run('department', 'create', '教务处')
    await run('department', 'edit', String(id), '--sharing', 'managers')
    const [row] = (await run('department', 'list')) as unknown as { id: number; share_disabled_for: string }[]
    assert.deepEqual([row!.id, row!.share_disabled_for], [id, 'members'])
    await run('person', 'create', '--login', 'lin@school', '--name', '林小满', '--department', String(id))
    await run('group', 'create', '宣讲团', 'lin@school')
    await run('administrator', 'set', 'lin@school', 'auditor')
    assert.equal(
      ((await run('policy', 'set', 'trash_period_days=60')).policies as { trash_period_days: number })
        .trash_period_days,
      60,
    )
    const listed = (await run('person', 'list', '--search', 'lin')) as { people: { login: string }[] }
    assert.deepEqual(
      listed.people.map(({ login }) => login),
      ['lin@school'],
    )
    await run('person', 'deactivate', 'lin@school')
    const entries = (await run('audit', 'list')) as unknown as { deed: string; subject: string }[]
    assert.ok(
      entries.some(({ deed }) => deed === 'policies_changed'),
      JSON.stringify(entries),
    )
    assert.match((await admin('audit', 'list', '--deed', 'person_created')).out, /person_created +owner@school +林小满/)
    assert.match((await admin('person', 'list')).out, /owner@school/)
  })

  test('[ADM-11] [ADM-13] an application is made, listed, changed, given a new secret and a key, and ended by command', async () => {
    const run = async (...args: string[]) => {
      const { code, out, err } = await admin('application', ...args, '--json')
      assert.equal(code, 0, `${args.join(' ')}: ${err}`)
      return JSON.parse(out) as Record<string, unknown>
    }
    const make = ['create', '--name', 'Lessons', '--scope', 'item_read', '--origin', 'https://lessons.example']
    const { client_id: id, secret } = (await run(...make, '--for', 'owner@school')) as Record<string, string>
    const credentials = { clientId: id!, secret: secret! }
    const open = new OpenClient(server.url)
    const asked = { user: 'owner@school' }
    assert.equal((await open.tokenAnswer(credentials, asked)).status, 200)
    await run('edit', id!, '--scope', 'item_read', 'item_upload', '--for', 'all', '--no-origin')
    const [row] = (await run('list')) as unknown as ApplicationRow[]
    assert.deepEqual([row!.scopes, row!.for_all, row!.origins], [['item_read', 'item_upload'], true, []])
    assert.ok(!JSON.stringify(row).includes(secret!), 'the list contains the secret')
    const { secret: next } = (await run('rotate', id!)) as Record<string, string>
    for (const each of [secret!, next!])
      assert.equal((await open.tokenAnswer({ ...credentials, secret: each }, asked)).status, 200)
    const file = join(folder, 'key.pem')
    await writeFile(file, keyPair().publicPem)
    const { fingerprint } = (await run('key', 'add', id!, 'server-1', file)) as Record<string, string>
    assert.match(fingerprint!, /^SHA256:/)
    await run('key', 'remove', id!, 'server-1')
    await run('end', id!)
    assert.equal((await open.tokenAnswer({ ...credentials, secret: next! }, asked)).status, 401)
    const again = await admin('application', 'end', id!, '--json')
    assert.deepEqual(
      [again.code, JSON.parse(again.err)],
      [1, { error: 'application_ended', message: 'This application has ended.' }],
    )
    const wildcard = [...make, '--for', 'all', '--origin', 'https://*.example'] as const
    const refused = await admin('application', ...wildcard)
    assert.equal(refused.code, 1)
    assert.match(refused.err, /“https:\/\/\*\.example” can’t be an origin/)
    assert.equal((await admin('application', 'create', '--name', 'x', '--scope', 'all', '--for', 'all')).code, 2)
  })

  deepTest('[ADM-13] refusals, faults and help have exit codes of their own', async () => {
    const refused = await adminProcess('person', 'deactivate', 'nobody@school', '--json')
    assert.deepEqual(
      [refused.code, JSON.parse(refused.err)],
      [1, { error: 'person_not_found', message: 'There is no such person.' }],
    )
    const unknown = await adminProcess('person', 'frobnicate')
    assert.equal(unknown.code, 2)
    assert.equal((await admin('organisation', 'create', '--name', 'x')).code, 2)
    assert.equal((await admin('policy', 'set', 'trash_period_days=soon')).code, 2)
    for (const wrong of [
      ['person', 'edit', 'nobody@school', '--quota', 'lots'],
      ['person', 'edit', 'nobody@school'],
      ['person', 'list', '--limit', '-1'],
      ['group', 'rename', 'x', 'y'],
      ['audit', 'list', '--since', '2026-02-30'],
      ['people', 'import', '/no/such/file.csv'],
      ['person', 'list', '--state', 'asleep'],
    ]) {
      const { code, err } = await admin(...wrong, '--json')
      assert.equal(code, 2, wrong.join(' '))
      assert.equal((JSON.parse(err) as { error: string }).error, 'usage', wrong.join(' '))
    }
    const last = await admin('administrator', 'set', 'owner@school', 'none')
    assert.deepEqual([last.code, last.err.trim()], [1, 'One owner must stay.'])
    const help = await adminProcess('--help')
    assert.equal(help.code, 0)
    for (const word of [
      'organisation',
      'person',
      'department',
      'group',
      'policy',
      'audit',
      'application',
      'demo',
      'overview',
      'sharing',
      'collecting',
      'logo',
      '--json',
    ])
      assert.ok(help.out.includes(word), word)
  })
})
