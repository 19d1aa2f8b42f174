import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { UserRow } from '../../../server/database/tables'
import { OpenClient, ORIGIN, refusedWith } from '../../support/applications/applications'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { runAdminHere, settingsBeside } from '../../support/administration/runAdminHere'

let server: TestServer
let administrator: UserRow
let teacher: UserRow
/** Administrator of another enterprise. */
let stranger: UserRow

before(async () => {
  server = await startTestServer()
  const make = factories(server.deps)
  const enterprise = await make.enterprise()
  administrator = await make.user({ enterprise, isAdministrator: true })
  teacher = await make.user({ enterprise })
  stranger = await make.user({ enterprise: await make.enterprise(), isAdministrator: true })
})
after(() => server.close())

/** Runs `npm run admin -- application` beside the running server. */
async function application(...options: string[]) {
  const { code, out, err } = await runAdminHere(['application', ...options], settingsBeside(server))
  return { code, output: out + err }
}

const validOptions = () => ['create', '--as', administrator.login, '--name', 'Lessons', '--origin', ORIGIN]

test('[OPEN-06] an administrator creates an application, whose secret is printed once, and deactivates it', async () => {
  const made = await application(...validOptions(), '--scope', 'item_read', 'item_upload', '--for', teacher.login)
  assert.equal(made.code, 0, made.output)
  const [, clientId = ''] = /client id +(\S+)/.exec(made.output) ?? []
  const [, secret = ''] = /secret +(\S+)/.exec(made.output) ?? []
  const token = await new OpenClient(server.url).token({ clientId, secret }, teacher, { origin: ORIGIN })
  const theirs = new OpenClient(server.url, token)
  assert.deepEqual((await theirs.call('GET /v2/user/info', {})).scopes, ['item_read', 'item_upload'])

  const deactivate = (login: string) => application('end', clientId, '--as', login)
  assert.match((await deactivate(teacher.login)).output, /don’t have permission/)
  assert.match((await deactivate(stranger.login)).output, /no such application/)
  await theirs.call('GET /v2/user/info', {})
  const ended = await deactivate(administrator.login)
  assert.equal(ended.code, 0, ended.output)
  const again = await deactivate(administrator.login)
  assert.equal(again.code, 1)
  assert.match(again.output, /has ended/)

  const auditRows = await server.deps.db
    .selectFrom('audit_log')
    .select(['deed', 'user_id', 'detail'])
    .where('enterprise_id', '=', administrator.enterprise_id)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    auditRows.map(({ deed, user_id }) => ({ deed, user_id })),
    [
      { deed: 'application_created', user_id: administrator.id },
      { deed: 'application_token', user_id: teacher.id },
      { deed: 'application_ended', user_id: administrator.id },
    ],
  )
  assert.deepEqual(auditRows[2]!.detail, { application: 'Lessons' })

  await theirs.refused('GET /v2/user/info', {}, 401, 'invalid_token')
  await refusedWith(await theirs.tokenAnswer({ clientId, secret }, { user: teacher.login }), 401, 'unauthorized')
})

test('[OPEN-06] invalid options are explained and create nothing', async () => {
  const none = await application('create')
  assert.equal(none.code, 2)
  assert.match(none.output, /--name <name>/)
  const wrong = await application(...validOptions(), '--scope', 'everything', '--for', 'all')
  assert.match(wrong.output, /item_read, item_preview/)
  const refused = await application(
    'create',
    '--as',
    teacher.login,
    '--name',
    'x',
    '--scope',
    'item_read',
    '--for',
    'all',
  )
  assert.match(refused.output, /don’t have permission/)
  const count = await server.deps.db.selectFrom('applications').select('id').where('disabled_at', 'is', null).execute()
  assert.equal(count.length, 0)
})
