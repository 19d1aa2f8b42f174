import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { errorWords } from '@/i18n/errors'
import type { ErrorCode } from '@/contract/errors'
import type { OpenErrorCode } from '@/contract/openErrorCodes'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { openCodes } from '../../../server/http/openCodes'
import { makeApplication, OpenClient, refusedWith } from '../../support/applications/applications'
import { Granting } from '../../support/applications/granting'
import { client as web } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let now: number
let school: EnterpriseRow
let administrator: UserRow
let teacher: UserRow
let folder: ItemRow
let file: ItemRow
let client: OpenClient
let token: string
let of: Granting

before(async () => {
  now = Math.floor(Date.now() / 60_000) * 60_000
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
  school = await make.enterprise()
  administrator = await make.user({ enterprise: school, isAdministrator: true })
  teacher = await make.user({ enterprise: school })
  folder = await make.folder({ owner: teacher }, { name: 'lessons' })
  file = await make.file({ parent: folder }, { name: 'one.txt', content: 'one' })
  of = new Granting(server.url, await makeApplication(server, administrator))
  token = await new OpenClient(server.url).token(of.credentials, teacher)
  client = new OpenClient(server.url, token)
})
after(() => server.close())

/** A request as some client writes it. */
const send = (method: string, path: string, body?: string, type?: string) =>
  fetch(`${server.url}/api/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(type !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  })
async function answered(answer: Promise<Response>): Promise<Record<string, unknown>> {
  const { status, text } = { status: (await answer).status, text: await (await answer).text() }
  assert.equal(status, 200, text)
  return JSON.parse(text) as Record<string, unknown>
}
const json = 'application/json'

describe('[OAPI-02] what clients send', () => {
  test('a POST may have an empty body, `null`, no body, another JSON type, or a form, and parameters in its query', async () => {
    const query = `?parent_id=${folder.id}&name=`
    for (const [n, [body, type]] of [
      [undefined, undefined],
      ['', json],
      ['null', json],
      ['{}', 'application/json; charset=utf-8'],
      ['{}', 'application/v2+json'],
      ['', 'text/plain'],
      ['', 'application/x-www-form-urlencoded'],
    ].entries() as Iterable<[number, [string | undefined, string | undefined]]>)
      assert.equal((await answered(send('POST', `/folder/create${query}empty${n}`, body, type))).name, `empty${n}`)
    const form = `parent_id=${folder.id}&name=form`
    const made = await answered(send('POST', '/folder/create?name=query', form, 'application/x-www-form-urlencoded'))
    assert.equal(made.name, 'form')
  })

  test('ids may be texts, optional fields null, names in camelCase, and further fields come along', async () => {
    const body = { parentId: String(folder.id), name: 'spelt', department: null, unknown: { a: [1] } }
    assert.equal((await answered(send('POST', '/folder/create', JSON.stringify(body), json))).name, 'spelt')
    const both = { parent_id: folder.id, parentId: 1, name: 'exact' }
    assert.equal((await answered(send('POST', '/folder/create', JSON.stringify(both), json))).name, 'exact')
    const children = `/folder/${folder.id}/children?folder_id=${folder.id}&page_id=0&page_capacity=500&type=item&sort_by=`
    await refusedWith(await send('GET', children), 400, 'request_data_invalid')
    await answered(send('GET', children.replace('&sort_by=', '')))
  })

  test('a double slash in the path, and POST for a preview token, are taken', async () => {
    const body = JSON.stringify({ file_id: file.id, period: null })
    const shown = await answered(send('POST', '//file//preview_token', body, json))
    assert.match(String(shown.preview_token), /^[\w-]{43}$/)
    // Addresses of the drive itself stay as they are.
    assert.equal((await fetch(`${server.url}/api//apps/users/get_base_info`)).status, 404)
  })

  test('the newer names answer what the older ones do', async () => {
    const older = await answered(send('GET', `/file/${file.id}/info`))
    assert.deepEqual(await answered(send('GET', `/file/${file.id}/info_v2?external_enterprise_id=1`)), older)
    const { download_url: address } = await answered(send('GET', `/file/${file.id}/download_v2`))
    assert.equal(await (await fetch(String(address))).text(), 'one')
    const announced = { parent_id: folder.id, name: 'new.txt', upload_type: 'api' }
    const { presign_url: upload } = await answered(send('POST', '/file/upload_v2', JSON.stringify(announced), json))
    assert.match(String(upload), /^http.*upload/)
    assert.equal((await client.post(String(upload), 'new')).status, 200)
  })

  test('a token request may come in the query without a body, or repeat the application’s id and secret', async () => {
    const fields = { grant_type: 'client_credentials', user: teacher.login }
    assert.equal((await of.ask(fields, { query: true })).status, 200)
    const { clientId: client_id, secret: client_secret } = of.credentials
    assert.equal((await of.ask({ ...fields, client_id, client_secret })).status, 200)
    await refusedWith(await of.ask({ ...fields, client_id: 'app_other' }), 401, 'unauthorized')
  })
})

describe('[OAPI-02] pages', () => {
  test('a page has 20 rows unless 500 or fewer are asked for, and knows files from folders', async () => {
    const full = await make.folder({ owner: teacher })
    for (let n = 0; n < 12; n += 1) {
      await make.folder({ parent: full }, { name: `folder ${n}` })
      await make.file({ parent: full }, { name: `file ${n}.txt` })
    }
    const children = (input: object) => client.call('GET /v2/folder/{id}/children', { id: full.id, ...input })
    const first = await children({})
    assert.deepEqual(
      [
        first.folders.length,
        first.files.length,
        first.page_id,
        first.page_capacity,
        first.page_count,
        first.total_count,
      ],
      [12, 8, 0, 20, 2, 24],
    )
    const all = await children({ page_capacity: 500 })
    assert.deepEqual([all.folders.length, all.files.length], [12, 12])
    for (const type of ['file', 'folder'] as const) {
      const pages = await Promise.all(
        [0, 1, 2].map((page_id) =>
          children({ type, page_id, page_capacity: 5, sort_by: 'name', sort_direction: 'asc' }),
        ),
      )
      const rows = pages.flatMap(({ files, folders }) => [...files, ...folders])
      assert.deepEqual([rows.length, new Set(rows.map(({ id }) => id)).size], [12, 12])
      assert.ok(rows.every((row) => row.type === type))
      assert.deepEqual([pages[0]!.page_count, pages[0]!.total_count], [3, 12])
    }
    for (const wrong of [{ page_capacity: 501 }, { page_capacity: 0 }, { page_id: -1 }, { page_id: 1_000_001 }])
      await client.refused('GET /v2/folder/{id}/children', { id: full.id, ...wrong }, 400, 'request_data_invalid')
  })
})

describe('[OAPI-02] refusals', () => {
  test('each of our codes has one code and status of the platform', () => {
    const shown = (code: ErrorCode) => {
      const { status, code: sent } = openCodes[code]!
      return `${status} ${typeof sent === 'string' ? sent : sent({ given: 'file', made: 'folder' }, {})}`
    }
    const expected: [ErrorCode, `${number} ${OpenErrorCode}`][] = [
      ['invalid_request', '400 request_data_invalid'],
      ['grant_invalid', '400 invalid_grant'],
      ['wrong_credentials', '400 invalid_grant'],
      ['enterprise_expired', '400 enterprise_is_expired'],
      ['token_invalid', '401 invalid_token'],
      ['client_invalid', '401 unauthorized'],
      ['permission_denied', '403 permission_denied'],
      ['scope_missing', '403 permission_denied'],
      ['origin_refused', '403 permission_denied'],
      ['personal_space_closed', '403 permission_denied'],
      ['item_not_found', '404 file_not_found'],
      ['item_is_deleted', '400 file_deleted'],
      ['item_not_in_trash', '404 file_in_trash_not_found'],
      ['target_folder_not_deleted', '400 folder_parent_deleted'],
      ['target_inside_itself', '400 move_to_subfolder'],
      ['move_out_refused', '403 permission_denied'],
      ['move_withheld', '403 permission_denied'],
      ['external_item_parent_missing', '400 folder_parent_deleted'],
      ['restore_folder_without_permission', '403 permission_denied'],
      ['delete_withheld', '403 permission_denied'],
      ['name_taken', '409 folder_name_conflict'],
      ['name_empty', '400 item_name_size_incorrect'],
      ['name_too_long', '400 item_name_size_incorrect'],
      ['name_character', '400 item_name_invalid'],
      ['name_invisible', '400 item_name_invalid'],
      ['name_end', '400 item_name_invalid'],
      ['quota_exceeded', '400 exceed_user_space_limit'],
      ['share_link_not_found', '404 share_link_not_found_or_deleted'],
      ['share_link_moved', '404 share_link_not_found_or_deleted'],
      ['process_share_link_closed', '404 share_link_not_found_or_deleted'],
      ['share_link_expired', '400 share_link_expired'],
      ['share_link_invalid_password', '400 share_link_password_not_correct'],
      ['share_link_guessed_too_often', '429 rate_limit'],
      ['share_link_sought_too_often', '429 rate_limit'],
      ['share_public_disabled', '400 share_link_access_type_invalid'],
      ['share_company_disabled', '400 share_link_access_type_invalid'],
      ['share_colleagues_disabled', '400 share_link_access_type_invalid'],
      ['share_expiry_past', '400 due_time_passed'],
      ['share_password_required', '400 share_link_password_not_provided'],
      ['share_password_too_long', '400 share_link_password_size_incorrect'],
      ['share_message_too_long', '400 request_data_invalid'],
      ['comment_empty', '400 request_data_invalid'],
      ['comment_too_long', '400 request_data_invalid'],
      ['collab_not_found', '404 collab_not_found'],
      ['collab_role_refused', '400 collab_role_invalid'],
      ['collab_already', '400 collab_user_has_been_invited'],
      ['collab_cannot_reduce', '400 collab_user_has_been_invited'],
      ['collab_unknown', '400 collab_user_not_in_same_enterprise'],
      ['collab_remove_refused', '403 permission_denied'],
      ['collab_message_too_long', '400 request_data_invalid'],
      ['collab_too_many', '400 request_data_invalid'],
      ['download_online_document', '400 can_not_download_yiqixie_file'],
      ['person_not_found', '404 user_not_found'],
      ['department_not_found', '404 department_not_found'],
      ['directory_owned', '403 permission_denied'],
      ['login_invalid', '400 user_email_or_phone_invalid'],
      ['email_invalid', '400 user_email_or_phone_invalid'],
      ['login_taken', '400 user_already_registered'],
      ['password_too_short', '400 request_data_invalid'],
      ['password_too_long', '400 request_data_invalid'],
      ['password_common', '400 request_data_invalid'],
      ['person_inactive', '400 user_not_active'],
      ['person_has_files', '400 user_receive_items_needed'],
      ['department_name_taken', '409 department_name_conflict'],
      ['department_has_departments', '400 department_having_children_can_not_delete'],
      ['department_inside_itself', '400 request_data_invalid'],
      ['group_name_taken', '409 group_name_conflict'],
      ['asked_too_often', '429 rate_limit'],
      ['login_too_often', '429 rate_limit'],
    ]
    assert.deepEqual(
      Object.keys(openCodes).map((code) => [code, shown(code as ErrorCode)]),
      expected,
    )
  })

  test('codes name the kind of thing that is missing, deleted or taken', async () => {
    const gone = await make.file({ owner: teacher }, { name: 'gone.txt' })
    const goneFolder = await make.folder({ owner: teacher }, { name: 'gone' })
    const they = await web(server).as(teacher.login)
    await they.call('POST /apps/files/delete', {
      item_typed_ids: [`file_${gone.id}`, `folder_${goneFolder.id}`],
    } as never)
    const missing = 900_000_000
    const upload = { name: 'a.txt', upload_type: 'api' } as const
    await client.refused('GET /v2/file/{id}/info', { id: gone.id }, 400, 'file_deleted')
    await client.refused('GET /v2/folder/{id}/info', { id: goneFolder.id }, 400, 'folder_deleted')
    await client.refused('GET /v2/file/{id}/info_v2', { id: missing }, 404, 'file_not_found')
    await client.refused('GET /v2/folder/{id}/children', { id: missing }, 404, 'folder_not_found')
    await client.refused('POST /v2/file/upload_v2', { parent_id: missing, ...upload }, 404, 'folder_not_found')
    await client.refused('POST /v2/folder/create', { parent_id: folder.id, name: '' }, 400, 'request_data_invalid')
    await client.refused('POST /v2/folder/create', { parent_id: folder.id, name: ' ' }, 400, 'item_name_size_incorrect')
    await client.refused('POST /v2/folder/create', { parent_id: folder.id, name: 'a/b' }, 400, 'item_name_invalid')
  })

  test('JSON that cannot be read, a body of another type, and an address of nothing have the same envelope', async () => {
    for (const [body, type, code] of [
      ['{"a":', json, 'invalid_error'],
      ['{"__proto__":{"a":1}}', json, 'invalid_error'],
      ['{"constructor":{"prototype":{"a":1}}}', json, 'invalid_error'],
      ['text', 'text/plain', 'invalid_error'],
      ['[1]', json, 'request_data_invalid'],
      ['"text"', json, 'request_data_invalid'],
    ] as const)
      await refusedWith(await send('POST', '/folder/create', body, type), 400, code)
    for (const path of ['/nothing', '/kbase/list_library', '/file/1/nothing'])
      for (const method of ['GET', 'POST', 'DELETE'])
        await refusedWith(await send(method, path, method === 'GET' ? undefined : '{}', json), 404, 'item_not_found')
  })

  test('a message is worded in the language of the request', async () => {
    const answer = await fetch(`${server.url}/api/v2/user/info`, { headers: { 'accept-language': 'en' } })
    const { errors, request_id } = (await answer.json()) as {
      errors: { code: string; msg: string }[]
      request_id: string
    }
    assert.deepEqual(errors, [{ code: 'unauthorized', msg: errorWords.en.token_invalid }])
    assert.match(request_id, /^[\w-]{36}$/)
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/)
  })
})

describe('[OAPI-02] rate headers', () => {
  const rates = ({ headers }: Response) =>
    ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-rate-limit-${name}`))

  test('every answer has the limit, what is left of it, and the seconds until it begins again', async () => {
    now += 60_000
    assert.deepEqual(rates(await send('GET', '/user/info')), ['600', '599', '60'])
    now += 10_500
    assert.deepEqual(rates(await send('GET', `/file/${file.id}/info`)), ['600', '598', '50'])
    assert.deepEqual(rates(await send('GET', '/file/x/info')), ['600', '597', '50'])
    // Before the token is known, the limit of unknown tokens applies.
    assert.deepEqual(rates(await send('POST', '/folder/create', '{', json)), ['120', '120', '50'])
    assert.deepEqual(rates(await send('GET', '/nothing')), ['120', '120', '50'])
    const wrong = await fetch(`${server.url}/api/v2/user/info`, { headers: { authorization: 'Bearer x' } })
    assert.deepEqual([wrong.status, ...rates(wrong)], [401, '120', '119', '50'])
    const asked = await of.ask({ grant_type: 'client_credentials', user: teacher.login })
    assert.deepEqual(rates(asked), ['600', '599', '50'])
  })
})
