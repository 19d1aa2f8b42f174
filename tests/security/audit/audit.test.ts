import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { AuditEvent } from '@/contract/audit'
import { purgeExpired } from '../../../server/jobs/purgeExpired'
import { purgeAudit } from '../../../server/queries/audit'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { client, password } from '../../support/client'
import { factories } from '../../support/factories'
import { zip } from '../../support/samples/zip'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

const day = 86_400_000
const list = 'GET /apps/audit/list'
let now = Date.UTC(2026, 8, 1)
let server: TestServer
let make: ReturnType<typeof factories>
let enterprise: EnterpriseRow
let administrator: UserRow

before(async () => {
  server = await startTestServer({ clock: () => new Date(now), config: { trustedProxies: 1 } })
  make = factories(server.deps)
  enterprise = await make.enterprise()
  administrator = await make.user({ enterprise, isAdministrator: true, login: 'boss@test' })
})
after(() => server.close())

const rowsOf = (user: Pick<UserRow, 'id'>) =>
  server.deps.db.selectFrom('audit_log').selectAll().where('user_id', '=', user.id).orderBy('id').execute()
const auditEventsOf = async (user: Pick<UserRow, 'id'>) => (await rowsOf(user)).map(({ deed }) => deed)
const signedIn = (login: string, address: string) => {
  const from = client(server)
  from.visitor.headers = { 'x-forwarded-for': address }
  return from.as(login)
}

describe('the audit log', () => {
  test('it records sign-ins, sign-outs and failed sign-ins with their address, and no secret', async () => {
    const user = await make.user({ enterprise })
    await assert.rejects(client(server).as(user.login, 'a wrong secret'))
    await assert.rejects(client(server).as('hunter2-typed-as-login', 'a wrong secret'))
    const session = await signedIn(user.login, '203.0.113.5')
    const fresh = 'tangerine lamp 7'
    await session.refused(
      'POST /apps/users/password',
      { password: 'a wrong secret', new_password: fresh },
      'wrong_password',
    )
    await session.renew('POST /apps/users/password', { password, new_password: fresh })
    const { secret } = await session.call('POST /apps/users/two_step/begin', { password: fresh })
    await session.refused('POST /apps/users/two_step', { code: '000000' }, 'wrong_code')
    await session.call('POST /apps/users/sessions/end_others', {})
    await session.call('POST /apps/users/logout', {})
    const rows = await rowsOf(user)
    assert.deepEqual(
      rows.map(({ deed }) => deed),
      [
        'sign_in_refused',
        'signed_in',
        'password_refused',
        'password_changed',
        'second_step_refused',
        'sessions_ended',
        'signed_out',
      ],
    )
    assert.deepEqual(
      [rows[1]!.address, rows[1]!.user_login, rows[1]!.enterprise_id, rows[1]!.at],
      ['203.0.113.5', user.login, enterprise.id, new Date(now)],
    )
    const all = JSON.stringify(await server.deps.db.selectFrom('audit_log').selectAll().execute())
    for (const text of ['a wrong secret', 'hunter2', fresh, secret, session.headers.requesttoken!, '000000'])
      assert.ok(!all.includes(text), text)
  })

  test('it records actions on items with their names', async () => {
    const user = await make.user({ enterprise })
    const session = await client(server).as(user.login)
    const [from, to] = [
      await make.folder({ owner: user }, { name: '旧' }),
      await make.folder({ owner: user }, { name: '新' }),
    ]
    const [one, other] = [await make.file({ parent: from }), await make.file({ parent: from })]
    const ids = [`file_${one.id}`, `file_${other.id}`] as const
    await session.call('GET /apps/files/download', { file_id: one.id })
    await session.call('POST /pack_download/download', { item_typed_ids: [...ids] })
    await session.call('POST /apps/files/copy', { item_typed_ids: [ids[1]], target_folder_id: to.id })
    await session.call('POST /apps/files/move', { item_typed_ids: [ids[0]], target_folder_id: to.id })
    await session.call('POST /apps/files/delete', { item_typed_ids: [...ids] })
    await session.call('POST /apps/files/restore_from_trash', { item_typed_ids: [ids[1]] })
    await session.call('POST /apps/files/delete_from_trash', { item_typed_ids: [ids[0]] })
    const rows = (await rowsOf(user)).slice(1)
    const recorded = rows.map(({ deed, item_id, item_name }) => [deed, item_id, item_name])
    assert.deepEqual(recorded, [
      // Once per hour, item and person, although the archive contains the file again.
      ['item_downloaded', one.id, one.name],
      ['item_downloaded', other.id, other.name],
      ['item_copied', other.id, other.name],
      ['item_moved', one.id, one.name],
      ['item_deleted', one.id, one.name],
      ['item_deleted', other.id, other.name],
      ['item_restored', other.id, other.name],
      ['item_purged', one.id, one.name],
    ])
    for (const { detail } of rows.slice(2, 4)) {
      assert.deepEqual(detail, {
        before: { folder_id: from.id, folder: '旧' },
        after: { folder_id: to.id, folder: '新' },
      })
    }
    assert.ok(rows.every((row) => row.item_enterprise_id === enterprise.id))
  })

  test('it records reading a file’s bytes by the preview’s address, once an hour for any number of ranges', async () => {
    const user = await make.user({ enterprise })
    const session = await client(server).as(user.login)
    const file = await make.file({ owner: user }, { name: 'a.txt', content: 'abc' })
    const archive = await make.file({ owner: user }, { name: 'a.zip', content: zip({ 'b.txt': 'b' }) })
    const has = async (deed: AuditEvent) => (await auditEventsOf(user)).filter((each) => each === deed).length
    const { download_url } = await session.call('GET /apps/representations/info', { file_id: file.id })
    assert.equal(await has('item_downloaded'), 0)
    for (const range of ['bytes=1-', 'bytes=0-0']) {
      const { status } = await fetch(server.url + download_url!, { headers: { range } })
      assert.equal(status, 206)
    }
    assert.equal(await has('item_downloaded'), 1)
    now += 3_601_000
    const later = await session.call('GET /apps/representations/info', { file_id: file.id })
    await fetch(server.url + later.download_url!)
    assert.equal(await has('item_downloaded'), 2)
    const within = await session.call('GET /apps/representations/info', { file_id: archive.id, entry: 0 })
    await fetch(server.url + within.download_url!)
    assert.equal(await has('item_downloaded'), 3)
  })

  test('it records actions of jobs with the IP address of the user who ordered them', async () => {
    const user = await make.user({ enterprise })
    const from = client(server)
    from.visitor.headers = { 'x-forwarded-for': '203.0.113.77' }
    const session = await from.as(user.login)
    const target = await make.folder({ owner: await make.user() })
    await make.collab(target, { user }, 'editor')
    const [one, other] = [await make.file({ owner: user }), await make.file({ owner: user })]
    await session.call('POST /apps/files/copy', { item_typed_ids: [`file_${one.id}`], target_folder_id: target.id })
    await session.call('POST /apps/files/move', { item_typed_ids: [`file_${other.id}`], target_folder_id: target.id })
    await until('both are done', async () => (await rowsOf(user)).length === 3)
    const recorded = (await rowsOf(user)).slice(1).map(({ deed, address, item_id: id }) => `${deed} ${address} ${id}`)
    assert.deepEqual(recorded.sort(), [`item_copied 203.0.113.77 ${one.id}`, `item_moved 203.0.113.77 ${other.id}`])
  })

  test('a failed action leaves no entry, and an action without its entry is rolled back', async () => {
    const user = await make.user({ enterprise })
    const session = await client(server).as(user.login)
    const file = await make.file({ owner: user })
    const foreign = await make.file({ owner: await make.user() })
    await session.send('POST /apps/files/delete', { item_typed_ids: [`file_${file.id}`, `file_${foreign.id}`] })
    assert.deepEqual(await auditEventsOf(user), ['signed_in'])
    await sql`alter table audit_log add constraint full_disk check (deed <> 'item_deleted') not valid`.execute(
      server.deps.db,
    )
    const { status } = await session.send('POST /apps/files/delete', { item_typed_ids: [`file_${file.id}`] })
    await sql`alter table audit_log drop constraint full_disk`.execute(server.deps.db)
    assert.equal(status, 500)
    const storedItems = await server.deps.db
      .selectFrom('items')
      .select('deleted_at')
      .where('id', '=', file.id)
      .execute()
    assert.deepEqual(storedItems, [{ deleted_at: null }])
  })

  test('it records purges by the server itself', async () => {
    const user = await make.user({ enterprise })
    const file = await make.file({ owner: user })
    await (await client(server).as(user.login)).call('POST /apps/files/delete', { item_typed_ids: [`file_${file.id}`] })
    now += 40 * day
    await purgeExpired(server.deps)
    const rows = await server.deps.db.selectFrom('audit_log').selectAll().where('item_id', '=', file.id).execute()
    assert.deepEqual(
      rows.map(({ deed, user_id, item_name, item_enterprise_id }) => [deed, user_id, item_name, item_enterprise_id]),
      [
        ['item_deleted', user.id, file.name, enterprise.id],
        ['item_purged', null, file.name, enterprise.id],
      ],
    )
  })

  test('it records each change of rights with the state before and after, whatever code writes it', async () => {
    const [owner, guest] = [await make.user({ enterprise }), await make.user()]
    const folder = await make.folder({ owner })
    const { id } = await make.collab(folder, { user: guest }, 'viewer')
    const { db } = server.deps
    await db.updateTable('collabs').set({ role: 'editor' }).where('id', '=', id).execute()
    await db
      .updateTable('collabs')
      .set({ message: 'hello' } as never)
      .where('id', '=', id)
      .execute()
    await db.deleteFrom('collabs').where('id', '=', id).execute()
    const department = await make.department({ enterprise })
    await make.member(department, owner, { isManager: true })
    await db.updateTable('users').set({ administrator_role: 'owner' }).where('id', '=', owner.id).execute()
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where(sql<boolean>`detail ->> 'user_id' in (${String(guest.id)}, ${String(owner.id)})`)
      .orderBy('id')
      .execute()
    const recorded = rows.map(({ deed, item_enterprise_id, detail }) => [
      deed,
      item_enterprise_id,
      detail!.before,
      detail!.after,
    ])
    assert.deepEqual(recorded, [
      ['collaborator_changed', enterprise.id, null, { role: 'viewer', accepted: true }],
      ['collaborator_changed', enterprise.id, { role: 'viewer', accepted: true }, { role: 'editor', accepted: true }],
      ['collaborator_changed', enterprise.id, { role: 'editor', accepted: true }, null],
      ['member_changed', enterprise.id, null, { role: 'editor', is_manager: true }],
      [
        'account_changed',
        enterprise.id,
        { administrator_role: null, is_active: true },
        { administrator_role: 'owner', is_active: true },
      ],
    ])
    assert.equal(rows[0]!.item_id, folder.id)
  })

  test('it is append-only, except for the job that deletes old entries', async () => {
    const { db } = server.deps
    await assert.rejects(db.updateTable('audit_log').set({ address: '' }).execute(), /only grows/)
    await assert.rejects(db.deleteFrom('audit_log').execute(), /only grows/)
    await assert.rejects(sql`truncate audit_log`.execute(db), /only grows/)
    const user = await make.user({ enterprise })
    await client(server).as(user.login)
    now += 179 * day
    await purgeAudit(db, 180, new Date(now))
    assert.deepEqual(await auditEventsOf(user), ['signed_in'])
    now += 2 * day
    await purgeAudit(db, 180, new Date(now))
    assert.deepEqual(await auditEventsOf(user), [])
  })
})

describe('reading the audit log', () => {
  const readLog = async (input: object = {}) => {
    const reader = await client(server).as(administrator.login)
    return (await reader.call(list, input)).entries
  }

  test('only administrators read it, and reading is recorded', async () => {
    const member = await client(server).as((await make.user({ enterprise })).login)
    await member.refused(list, {}, 'permission_denied')
    await client(server).visitor.refused(list, {}, 'login_expired')
    await readLog()
    assert.equal((await readLog({ deed: 'audit_read' }))[0]!.user!.login, administrator.login)
  })

  test('it shows actions of the enterprise’s users and of others on its items, and nothing else', async () => {
    const [stranger, member] = [await make.user(), await make.user({ enterprise })]
    const folder = await make.folder({ owner: member })
    await make.collab(folder, { user: stranger }, 'editor')
    const file = await make.file({ parent: folder })
    const session = await client(server).as(stranger.login)
    await session.call('GET /apps/files/download', { file_id: file.id })
    await session.call('GET /apps/files/download', { file_id: (await make.file({ owner: stranger })).id })
    const abroad = await make.folder({ owner: stranger })
    await make.collab(abroad, { user: member }, 'viewer')
    const theirs = await make.file({ parent: abroad })
    const own = await client(server).as(member.login)
    await own.call('GET /apps/files/download', { file_id: theirs.id })
    const shown = async ({ login }: UserRow) =>
      (await readLog({ user: login })).map(({ deed, item }) => [deed, item?.name])
    assert.deepEqual(await shown(stranger), [['item_downloaded', file.name]])
    assert.deepEqual(await shown(member), [
      ['item_downloaded', theirs.name],
      ['signed_in', undefined],
    ])
  })

  test('it is filtered by user, action and time, and its pages neither miss nor repeat entries', async () => {
    const user = await make.user({ enterprise, name: '林一', login: 'Lin.Yi@test' })
    const session = await client(server).as(user.login)
    const file = await make.file({ owner: user })
    for (let n = 0; n < 5; n += 1) {
      now += 3_600_000
      await session.call('GET /apps/files/download', { file_id: file.id })
    }
    const count = async (input: object) => (await readLog({ user: 'lin.yi', ...input })).length
    assert.equal(await count({}), 6)
    assert.equal((await readLog({ user: '林一' })).length, 6)
    assert.equal(await count({ deed: 'item_downloaded' satisfies AuditEvent }), 5)
    assert.equal(await count({ since: now / 1000 - 3600 }), 2)
    assert.equal(await count({ until: now / 1000 - 3600 }), 4)
    assert.equal(await count({ user: '%' }), 0)
    const reader = await client(server).as(administrator.login)
    const seen: number[] = []
    for (let next: number | null | undefined; next !== null;) {
      const page = await reader.call(list, { user: 'lin.yi', limit: 4, ...(next && { before: next }) })
      seen.push(...page.entries.map(({ id }) => id))
      next = page.next
    }
    assert.deepEqual([seen.length, new Set(seen).size], [6, 6])
    await reader.refused(list, { limit: 1000 }, 'invalid_request')
    await reader.refused(list, { deed: 'nothing' }, 'invalid_request')
  })
})
