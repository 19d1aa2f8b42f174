import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { CallName } from '@/contract/api'
import type { AdministratorRole } from '@/contract/administration/role'
import type { DepartmentRow, EnterpriseRow, UserRow } from '../../../server/database/tables'
import { putDirectory } from '../../../server/queries/directories/facts'
import { readConfiguration } from '../../../server/config/configuration'
import { applicationIdOf } from '../../../server/queries/administration/applications'
import { makeApplication } from '../../support/applications/applications'
import { makeSignInLink } from '../../../server/services/session/oneTimeLinks'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { makeFileRequest } from '../../support/fileRequests/collecting'
import { PostOffice } from '../../support/mail/PostOffice'
import { MessengerStandIn } from '../../support/messengers/messengerStandIn'
import { weComSettings } from '../../support/messengers/weComSchool'
import { Impostor } from '../../support/session/Impostor'
import { providerSettings } from '../../support/session/providerSettings'
import { startTestServer, type TestServer } from '../../support/testServer'

/*
 * All acts of administration × four kinds of administrators × the own and another organisation. What each kind may do is typed here from the design,
 * not read from the server's policy.
 */

type Kind = AdministratorRole | 'none'
const kinds: readonly Kind[] = ['owner', 'people', 'auditor', 'none']

/** One organisation with somebody to act on. */
interface Organisation {
  enterprise: EnterpriseRow
  owner: UserRow
  departments: DepartmentRow[]
  groupId: number
}

let office: PostOffice
let impostor: Impostor
let messengers: MessengerStandIn
let server: TestServer
let make: ReturnType<typeof factories>
let ours: Organisation
let theirs: Organisation
const clients = new Map<Kind, Client>()

async function organisation(): Promise<Organisation> {
  const enterprise = await make.enterprise()
  const owner = await make.user({ enterprise, role: 'owner' })
  const departments = [await make.department({ enterprise }), await make.department({ enterprise })]
  const { id } = await server.deps.db
    .insertInto('groups')
    .values({ enterprise_id: enterprise.id, name: 'readers', department_id: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { enterprise, owner, departments, groupId: id }
}

before(async () => {
  office = await PostOffice.open()
  impostor = await Impostor.open()
  messengers = await MessengerStandIn.start()
  server = await startTestServer({
    config: {
      mail: office.configuration,
      baseUrl: 'http://drive.example',
      signOnLoopback: true,
      messengers: { ...readConfiguration({}, '/').messengers, wecomUrl: messengers.url },
    },
  })
  make = factories(server.deps)
  ours = await organisation()
  theirs = await organisation()
  for (const kind of kinds) {
    const user = await make.user({ enterprise: ours.enterprise, role: kind === 'none' ? null : kind })
    clients.set(kind, await client(server).as(user.login))
  }
})
after(async () => {
  await server.close()
  await office.close()
  await impostor.close()
  await messengers.close()
})

interface Case {
  call: CallName
  may: readonly Kind[]
  /** The input for somebody of an organisation. */
  ask(at: Organisation): Promise<object>
  /** Whether the input names nothing of an organisation, so that another one makes no difference. */
  isUnnamed?: boolean
}

const readers: Kind[] = ['owner', 'people', 'auditor']
const people: Kind[] = ['owner', 'people']

const person = async ({ enterprise }: Organisation, isActive = true): Promise<UserRow> => {
  const user = await make.user({ enterprise })
  if (isActive) return user
  await server.deps.db
    .updateTable('users')
    .set({ is_active: false, deactivated_at: new Date() })
    .where('id', '=', user.id)
    .execute()
  return user
}
const named = async (at: Organisation, more: object = {}) => ({ user_id: (await person(at)).id, ...more })
/** A link for a person with an e-mail address and an id in WeCom. */
async function sendable(at: Organisation) {
  const { db } = server.deps
  const { id } = await person(at)
  const email = `m${id}@x.example`
  await db.updateTable('users').set({ email }).where('id', '=', id).execute()
  if (at === ours) {
    const asked = { directory: weComSettings(messengers.weCom), secret: messengers.weCom.secret }
    const { directory: made } = await clients.get('owner')!.call('POST /admin/wecom/set', asked)
    const link = { user_id: id, directory_id: made.id, external_id: `m${id}` }
    await db.insertInto('directory_people').values(link).execute()
    messengers.staff.add(link.external_id)
  }
  return { user_id: id, token: (await makeSignInLink(db, id, new Date())).token }
}
const several = async (at: Organisation, isActive = true) => ({ user_ids: [(await person(at, isActive)).id] })
const unnamed = { isUnnamed: true }
const nothing = async () => ({})
const department = async ({ departments: [first] }: Organisation) => ({ department_id: first!.id })
const fresh = async ({ enterprise }: Organisation) => ({ department_id: (await make.department({ enterprise })).id })
const application = async ({ enterprise, owner }: Organisation, more: object = {}) => {
  const { clientId } = await makeApplication(server, owner)
  return { application_id: await applicationIdOf(server.deps.db, enterprise.id, clientId), ...more }
}
const directory = async ({ enterprise }: Organisation, more: object = {}) => {
  const settings = { kind: 'ldap' as const, label: 'x', is_on: true, signs_in: false, links_existing: false }
  const stored = { ...settings, enterprise_id: enterprise.id, sync_hours: null, changed_at: new Date() }
  return { directory_id: await putDirectory(server.deps.db, stored), ...more }
}
const collecting = async ({ owner }: Organisation) => {
  const folder = await make.folder({ owner })
  const { id } = await makeFileRequest(await client(server).as(owner.login), folder)
  return { collect_id: id }
}
const publicKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString()
let serial = 0
const name = () => `n${(serial += 1)}`

const file = (text: string) => ({ file_name: 'people.csv', content: Buffer.from(text).toString('base64') })
/** An import of an organisation that waits for its confirmation, and an owner who carries it out. */
const waiting = async ({ enterprise }: Organisation) => {
  const head = await client(server).as((await make.user({ enterprise, role: 'owner' })).login)
  const { import: made } = await head.call('POST /admin/import/check', file(`login,name\n${name()},a`))
  return { id: made.id, head }
}

const cases: readonly Case[] = [
  { call: 'GET /admin/people/list', may: readers, ask: nothing, ...unnamed },
  { call: 'GET /admin/people/export', may: readers, ask: nothing, ...unnamed },
  { call: 'GET /admin/people/info', may: readers, ask: named },
  {
    call: 'POST /admin/people/create',
    may: people,
    ask: async ({ departments }) => ({
      login: name(),
      name: name(),
      departments: [{ department_id: departments[0]!.id }],
    }),
  },
  { call: 'POST /admin/people/edit', may: people, ask: (at) => named(at, { name: name() }) },
  { call: 'POST /admin/people/deactivate', may: people, ask: several },
  { call: 'POST /admin/people/restore', may: people, ask: (at) => several(at, false) },
  { call: 'POST /admin/people/end_sessions', may: people, ask: several },
  { call: 'POST /admin/people/reset_password', may: people, ask: named },
  {
    call: 'POST /admin/people/renew_link',
    may: people,
    async ask(at) {
      const { id } = await person(at)
      await server.deps.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
      return { user_id: id }
    },
  },
  { call: 'POST /admin/people/mail_link', may: people, ask: sendable },
  { call: 'POST /admin/people/message_link', may: people, ask: sendable },
  { call: 'POST /admin/people/withdraw_link', may: people, ask: named },
  { call: 'POST /admin/people/reset_second_step', may: people, ask: named },
  {
    call: 'POST /admin/people/hand_over',
    may: people,
    async ask(at) {
      const leaver = await person(at, false)
      await make.file({ owner: leaver })
      return { user_id: leaver.id, files_to: (await person(at)).id }
    },
  },
  {
    call: 'POST /admin/people/undo_hand_over',
    may: people,
    async ask(at) {
      const [leaver, heir] = [await person(at, false), await person(at)]
      const values = {
        enterprise_id: at.enterprise.id,
        user_id: leaver.id,
        files_to: heir.id,
        shares_to: heir.id,
        by_user: null,
        at: new Date(),
      }
      const { id } = await server.deps.db
        .insertInto('handovers')
        .values(values)
        .returning('id')
        .executeTakeFirstOrThrow()
      return { handover_id: id }
    },
  },
  { call: 'POST /admin/people/delete', may: people, ask: (at) => several(at, false) },
  { call: 'GET /admin/import/template', may: people, ask: nothing, ...unnamed },
  { call: 'POST /admin/import/check', may: people, ask: async () => file(`login,name\n${name()},a`), ...unnamed },
  { call: 'GET /admin/import/info', may: people, ask: nothing, ...unnamed },
  { call: 'GET /admin/import/progress', may: people, ask: nothing, ...unnamed },
  { call: 'POST /admin/import/run', may: people, ask: async (at) => ({ import_id: (await waiting(at)).id }) },
  {
    call: 'POST /admin/import/links',
    may: people,
    ask: async (at) => {
      const { id, head } = await waiting(at)
      await head.call('POST /admin/import/run', { import_id: id })
      return { import_id: id }
    },
  },
  { call: 'GET /admin/administrators/list', may: readers, ask: nothing, ...unnamed },
  { call: 'POST /admin/administrators/set', may: ['owner'], ask: (at) => named(at, { role: 'auditor' }) },
  { call: 'GET /admin/departments/tree', may: readers, ask: nothing, ...unnamed },
  {
    call: 'POST /admin/departments/create',
    may: people,
    ask: async ({ departments }) => ({ parent_id: departments[0]!.id, name: name() }),
  },
  {
    call: 'POST /admin/departments/edit',
    may: people,
    ask: async (at) => ({ ...(await department(at)), name: name() }),
  },
  {
    call: 'POST /admin/departments/move',
    may: people,
    ask: async (at) => ({ ...(await fresh(at)), parent_id: at.departments[1]!.id, before_id: null }),
  },
  {
    call: 'POST /admin/departments/merge',
    may: people,
    ask: async (at) => ({ ...(await fresh(at)), into_id: at.departments[1]!.id }),
  },
  {
    call: 'POST /admin/departments/delete',
    may: people,
    ask: async (at) => ({ ...(await fresh(at)), members_to: null, files_to: null }),
  },
  {
    call: 'POST /admin/departments/add_members',
    may: people,
    ask: async (at) => ({ ...(await department(at)), ...(await several(at)) }),
  },
  {
    call: 'POST /admin/departments/remove_members',
    may: people,
    ask: async (at) => ({ ...(await department(at)), ...(await several(at)) }),
  },
  { call: 'GET /admin/groups/list', may: readers, ask: nothing, ...unnamed },
  { call: 'POST /admin/groups/create', may: people, ask: async (at) => ({ name: name(), ...(await several(at)) }) },
  { call: 'POST /admin/groups/rename', may: people, ask: async ({ groupId }) => ({ group_id: groupId, name: name() }) },
  {
    call: 'POST /admin/groups/add_members',
    may: people,
    ask: async (at) => ({ group_id: at.groupId, ...(await several(at)) }),
  },
  {
    call: 'POST /admin/groups/remove_members',
    may: people,
    ask: async (at) => ({ group_id: at.groupId, ...(await several(at)) }),
  },
  {
    call: 'POST /admin/groups/delete',
    may: people,
    async ask({ enterprise }) {
      const values = { enterprise_id: enterprise.id, name: name(), department_id: null }
      const { id } = await server.deps.db.insertInto('groups').values(values).returning('id').executeTakeFirstOrThrow()
      return { group_id: id }
    },
  },
  { call: 'GET /admin/overview', may: readers, ask: nothing, ...unnamed },
  { call: 'GET /admin/policies/get', may: ['owner', 'auditor'], ask: nothing, ...unnamed },
  {
    call: 'POST /admin/policies/set',
    may: ['owner'],
    ask: async () => ({ policies: { invitation_days: (serial += 1) } }),
    ...unnamed,
  },
  { call: 'GET /admin/applications/list', may: ['owner', 'auditor'], ask: nothing, ...unnamed },
  {
    call: 'POST /admin/applications/create',
    may: ['owner'],
    ask: async (at) => ({ name: name(), scopes: ['item_read'], origins: [], for_all: false, ...(await several(at)) }),
  },
  { call: 'POST /admin/applications/edit', may: ['owner'], ask: (at) => application(at, { name: name() }) },
  { call: 'POST /admin/applications/rotate', may: ['owner'], ask: application },
  {
    call: 'POST /admin/applications/add_key',
    may: ['owner'],
    ask: (at) => application(at, { name: name(), public_key: publicKey }),
  },
  { call: 'POST /admin/applications/remove_key', may: ['owner'], ask: (at) => application(at, { name: name() }) },
  { call: 'POST /admin/applications/end', may: ['owner'], ask: application },
  { call: 'GET /apps/share_links/enterprise_list', may: ['owner', 'auditor'], ask: nothing, ...unnamed },
  { call: 'GET /apps/share_links/reports', may: ['owner', 'auditor'], ask: nothing, ...unnamed },
  { call: 'GET /apps/collects/enterprise_list', may: ['owner', 'auditor'], ask: nothing, ...unnamed },
  { call: 'POST /apps/collects/enterprise_close', may: ['owner'], ask: collecting },
  { call: 'POST /apps/collects/enterprise_reopen', may: ['owner'], ask: collecting },
  { call: 'GET /admin/sign_on/get', may: ['owner'], ask: nothing, ...unnamed },
  {
    call: 'POST /admin/sign_on/set',
    may: ['owner'],
    ask: async () => ({ provider: providerSettings({ is_on: false, issuer: impostor.issuer, client_id: 'x' }) }),
    ...unnamed,
  },
  { call: 'POST /admin/sign_on/remove', may: ['owner'], ask: nothing, ...unnamed },
  { call: 'GET /admin/directories/list', may: ['owner', 'auditor'], ask: nothing, ...unnamed },
  { call: 'GET /admin/directories/runs', may: ['owner', 'auditor'], ask: directory },
  { call: 'POST /admin/directories/sync', may: ['owner'], ask: (at) => directory(at, { is_dry: true }) },
  { call: 'GET /admin/ldap/get', may: ['owner'], ask: nothing, ...unnamed },
  { call: 'POST /admin/ldap/remove', may: ['owner'], ask: nothing, ...unnamed },
  { call: 'GET /admin/wecom/get', may: ['owner'], ask: nothing, ...unnamed },
  {
    call: 'POST /admin/wecom/set',
    may: ['owner'],
    ask: async () => ({
      directory: weComSettings(messengers.weCom, { label: name() }),
      secret: messengers.weCom.secret,
    }),
    ...unnamed,
  },
  { call: 'POST /admin/wecom/remove', may: ['owner'], ask: nothing, ...unnamed },
  { call: 'GET /apps/audit/list', may: ['owner', 'auditor'], ask: nothing, ...unnamed },
  { call: 'GET /apps/audit/export', may: ['owner', 'auditor'], ask: nothing, ...unnamed },
]

const missing = new Set([
  'person_not_found',
  'department_not_found',
  'group_not_found',
  'handover_not_found',
  'application_not_found',
  'import_gone',
  'directory_missing',
  'collect_link_not_found',
])

describe('[ADM-10] all acts × four kinds of administrators × the own and another organisation', () => {
  for (const { call, may, ask, isUnnamed } of cases)
    for (const kind of kinds)
      for (const [where, at] of [
        ['own', () => ours] as const,
        ...(isUnnamed ? [] : [['another', () => theirs] as const]),
      ]) {
        const isAllowed = may.includes(kind)
        const verdict = !isAllowed ? 'may not' : where === 'own' ? 'may' : 'finds nothing by'
        test(`${kind} ${verdict} ${call}, ${where} organisation`, async () => {
          const { body } = await clients.get(kind)!.send(call, (await ask(at())) as never)
          const code = codeOf(body)
          if (!isAllowed) assert.equal(code, 'permission_denied')
          else if (where === 'own') assert.equal(code, null)
          else assert.ok(code !== null && missing.has(code), `answered ${code}`)
        })
      }

  test('the matrix has a row for each call of the console', async () => {
    const { administrationPeopleCalls } = await import('@/contract/administration/people')
    const { administrationDepartmentCalls, administrationGroupCalls } =
      await import('@/contract/administration/departments')
    const { administrationPolicyCalls } = await import('@/contract/administration/policies')
    const { administrationApplicationCalls } = await import('@/contract/administration/applications')
    const { administrationSignOnCalls } = await import('@/contract/administration/signOn')
    const { administrationWeComCalls } = await import('@/contract/administration/weCom')
    const { administrationImportCalls } = await import('@/contract/administration/import')
    const all = {
      ...administrationSignOnCalls,
      ...administrationWeComCalls,
      ...administrationPeopleCalls,
      ...administrationImportCalls,
      ...administrationDepartmentCalls,
      ...administrationGroupCalls,
      ...administrationPolicyCalls,
      ...administrationApplicationCalls,
    }
    const rows = new Set(cases.map(({ call }) => call))
    assert.deepEqual(
      (Object.keys(all) as CallName[]).filter((call) => !rows.has(call)),
      [],
    )
  })
})

function codeOf(body: unknown): string | null {
  const { success, errors = {} } = body as { success: boolean; errors?: Record<string, unknown> }
  if (success) return null
  const [first] = Object.values(errors)
  return ((Array.isArray(first) ? first[0] : first) as { error_code: string }).error_code
}
