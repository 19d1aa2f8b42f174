import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openCalls, type OpenAdminCallName } from '@/contract/applications'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { makeApplication, OpenClient } from '../../support/applications/applications'
import { client as web } from '../../support/client'
import { enterpriseClient } from '../../support/applications/enterpriseClient'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { valuesOf } from '../rig/slots'

/* Attacks with the token of an enterprise, and on the keys that sign people in. */

let server: TestServer
let make: ReturnType<typeof factories>
let now: number
let school: EnterpriseRow
let owner: UserRow
let teacher: UserRow
let stranger: UserRow
let program: OpenClient

before(async () => {
  now = Date.now()
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
  school = await make.enterprise()
  owner = await make.user({ enterprise: school, isAdministrator: true })
  teacher = await make.user({ enterprise: school })
  stranger = await make.user()
  program = await enterpriseClient(server, owner)
})
after(() => server.close())

const adminCalls = (Object.keys(openCalls) as (keyof typeof openCalls)[]).filter((name): name is OpenAdminCallName =>
  name.includes('/admin/'),
)
const fair = (name: OpenAdminCallName) => ({ ...valuesOf(openCalls[name].request), id: 1 })
const urlFor = async (user: UserRow) =>
  (
    await program.call('GET /v2/admin/user/get_login_url', {
      identifier: user.login,
      type: 'simple_phone_or_email',
    })
  ).login_url
const open = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init })
const isSignedIn = (answer: Response) =>
  answer.headers.getSetCookie().some((cookie) => /satchel_session=[^;]/.test(cookie))

describe('[OAPI-06] tokens of an enterprise', () => {
  test('every call of the administration refuses a token of a user, even of an owner, and no token', async () => {
    const credentials = await makeApplication(server, owner)
    const user = new OpenClient(server.url, await new OpenClient(server.url).token(credentials, owner))
    for (const name of adminCalls) {
      await user.refused(name, fair(name), 403, 'permission_denied')
      await new OpenClient(server.url).refused(name, fair(name), 401, 'unauthorized')
    }
  })

  test('a token of an enterprise is refused by the calls of users', async () => {
    for (const name of ['GET /v2/user/info', 'GET /v2/user/search', 'GET /v2/department/own_list'] as const)
      await program.refused(name, {}, 403, 'permission_denied')
  })

  test('people, departments and groups of another enterprise are not found', async () => {
    const [department, group] = [await make.department(), await make.group()]
    const own = await make.department({ enterprise: school })
    const ownGroup = await make.group({ enterprise: school })
    const theirs = { id: stranger.id }
    const not = (name: OpenAdminCallName, input: object, code: Parameters<OpenClient['refused']>[3]) =>
      program.refused(name, input, 404, code)
    await not('GET /v2/admin/user/{id}/info', theirs, 'user_not_found')
    await not('POST /v2/admin/user/{id}/update', { ...theirs, name: 'x' }, 'user_not_found')
    await not('POST /v2/admin/user/{id}/delete', theirs, 'user_not_found')
    for (const call of ['get_user_info', 'get_login_url', 'get_login_params'] as const)
      await not(`GET /v2/admin/user/${call}`, { identifier: stranger.login, type: 'email' }, 'user_not_found')
    await not('GET /v2/admin/department/{id}/info', { id: department.id }, 'department_not_found')
    await not('POST /v2/admin/department/{id}/update', { id: department.id, name: 'x' }, 'department_not_found')
    await not('POST /v2/admin/department/{id}/delete', { id: department.id }, 'department_not_found')
    await not('POST /v2/admin/department/create', { name: 'x', parent_id: department.id }, 'department_not_found')
    await not(
      'POST /v2/admin/department/{id}/add_user',
      { id: department.id, user_id: teacher.id },
      'department_not_found',
    )
    await not('POST /v2/admin/department/{id}/add_user', { id: own.id, user_id: stranger.id }, 'user_not_found')
    await not('POST /v2/admin/department/{id}/remove_user', { id: own.id, user_id: stranger.id }, 'user_not_found')
    await not('GET /v2/admin/department/space_list', { operator_id: stranger.id }, 'user_not_found')
    await not('GET /v2/admin/group/{id}/info', { id: group.id }, 'group_not_found')
    await not('POST /v2/admin/group/{id}/delete', { id: group.id }, 'group_not_found')
    await not('POST /v2/admin/group/{id}/add_user', { id: group.id, user_id: teacher.id }, 'group_not_found')
    await not('POST /v2/admin/group/{id}/add_user', { id: ownGroup.id, user_id: stranger.id }, 'user_not_found')
    await not('POST /v2/admin/group/create', { name: 'g', admin_user_id: stranger.id }, 'user_not_found')
  })

  test('administrators are not the business of a program: not changed, deleted, emptied or signed in', async () => {
    const auditor = await make.user({ enterprise: school, role: 'auditor' })
    for (const { id, login } of [owner, auditor]) {
      await program.refused('POST /v2/admin/user/{id}/update', { id, name: 'x' }, 403, 'permission_denied')
      await program.refused('POST /v2/admin/user/{id}/delete', { id }, 403, 'permission_denied')
      for (const call of ['get_login_url', 'get_login_params'] as const)
        await program.refused(
          `GET /v2/admin/user/${call}`,
          { identifier: login, type: 'email' },
          403,
          'permission_denied',
        )
    }
    assert.equal((await web(server).as(owner.login)).url, server.url)
  })

  test('the token ends with the right, and when nobody owns the enterprise', async () => {
    const other = await make.enterprise()
    const only = await make.user({ enterprise: other, isAdministrator: true })
    const theirs = await enterpriseClient(server, only)
    await theirs.call('GET /v2/admin/group/list', {})
    await server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', only.id).execute()
    await theirs.refused('GET /v2/admin/group/list', {}, 401, 'invalid_token')
  })
})

describe('[OAPI-06] keys that sign in', () => {
  test('an address signs its person in once, within 300 seconds, and answers no HEAD', async () => {
    const url = await urlFor(teacher)
    assert.equal((await open(url, { method: 'HEAD' })).status, 404)
    const [one, two] = await Promise.all([open(url), open(url)])
    assert.deepEqual([one, two].map(isSignedIn).sort(), [false, true])
    const first = isSignedIn(one) ? one : two
    assert.deepEqual([first.status, first.headers.get('location')], [302, '/'])
    assert.match((isSignedIn(one) ? two : one).headers.get('location') ?? '', /^\/login\?refused=sign_on_failed/)
    const [late, early] = [await urlFor(teacher), await urlFor(teacher)]
    now += 299_000
    assert.equal(isSignedIn(await open(early)), true)
    now += 2_000
    assert.equal(isSignedIn(await open(late)), false)
  })

  test('a key ends with the account, the application’s right, and when its person becomes an administrator', async () => {
    const changes: ((user: UserRow) => Promise<unknown>)[] = [
      ({ id }) => server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute(),
      ({ id }) =>
        server.deps.db.updateTable('users').set({ administrator_role: 'auditor' }).where('id', '=', id).execute(),
    ]
    for (const change of changes) {
      const person = await make.user({ enterprise: school })
      const url = await urlFor(person)
      await change(person)
      assert.equal(isSignedIn(await open(url)), false)
    }
    const person = await make.user({ enterprise: school })
    const url = await urlFor(person)
    const rights = server.deps.db.updateTable('applications').where('enterprise_id', '=', school.id)
    await rights.set({ grants: [] }).execute()
    assert.equal(isSignedIn(await open(url)), false)
    await rights.set({ grants: ['enterprise', 'jwt_simple'] }).execute()
  })

  test('a user’s token gets a code only where the application acts for the enterprise, and for no other site', async () => {
    const codeFor = async (grants: ('enterprise' | 'jwt_simple')[], user: UserRow) => {
      const credentials = await makeApplication(server, owner, { grants, scopes: ['item_read'] })
      return new OpenClient(server.url, await new OpenClient(server.url).token(credentials, user))
    }
    const input = { url: '/files/own?sort=name' }
    await (await codeFor([], teacher)).refused('GET /v2/user/as_user_code', input, 403, 'permission_denied')
    await (await codeFor(['enterprise'], owner)).refused('GET /v2/user/as_user_code', input, 403, 'permission_denied')
    const allowed = await codeFor(['enterprise'], teacher)
    for (const url of ['https://evil.example/', '//evil.example/', 'javascript:alert(1)', 'https://'])
      await allowed.refused('GET /v2/user/as_user_code', { url }, 400, 'request_data_invalid')
    const { code } = await allowed.call('GET /v2/user/as_user_code', { url: `${server.url}/files/own?sort=name` })
    const answer = await open(`${server.url}/api/sign_on/once?auth_key=${code}`)
    assert.deepEqual([isSignedIn(answer), answer.headers.get('location')], [true, '/files/own?sort=name'])
  })
})
