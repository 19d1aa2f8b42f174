import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { calls, type CallName } from '@/contract/api'
import { Refusal } from '@/contract/errors'
import { settingFields } from '@/domain/shares/createPayload'
import { userKey } from '../../../server/actors/actor'
import type { UserRow } from '../../../server/database/tables'
import { kindOf } from '../../../server/http/envelope'
import { checked, client, type Client } from '../../support/client'
import { collecting } from '../../support/fileRequests/collecting'
import { factories } from '../../support/factories'
import { openSettings } from '../../support/shares/shareTable'
import { making } from '../../support/shares/shares'
import { startTestServer, type TestServer } from '../../support/testServer'

const settingsOf = ({ folder_id: _, ...settings }: ReturnType<typeof collecting>) => settings

let server: TestServer
let user: UserRow
let member: Client

before(async () => {
  server = await startTestServer({ config: { registration: 'personal' } })
  user = await factories(server.deps).user()
  member = await client(server).as(user.login)
})
after(() => server.close())

describe('the server’s ground rules: calls below /api, JSON, GET without and POST with a body', () => {
  const names = Object.keys(calls) as CallName[]
  for (const name of names) {
    test(`${name} is answered with JSON that is not cached`, async () => {
      const { status, headers } = await client(server).visitor.send(name, { folderId: 0 })
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(headers.get('cache-control'), 'no-store')
    })
  }

  const open: CallName[] = [
    'GET /apps/users/is_user_logged_in',
    'GET /apps/users/get_base_info',
    'POST /apps/users/login',
    'POST /apps/users/forgotten_password',
    'GET /apps/users/sign_on_ways',
    'GET /apps/users/registration_ways',
    'POST /apps/users/registration_code',
    'POST /apps/users/register',
    'POST /apps/users/applet_login',
    'POST /apps/users/logout',
    'GET /apps/share_links/info/{unique_name}',
    'POST /apps/share_links/info/{unique_name}',
    'GET /apps/users/get_share_user_info',
    'POST /apps/share_links/report',
    'GET /apps/share_links/card',
    'POST /v1/wechat_applet/arrive',
    'POST /third_party/wechat/signature',
    'POST /third_party/qy_wechat/signature',
    'POST /captcha/captcha_send',
    'GET /apps/collects/info/{unique_name}',
    'POST /apps/collects/join',
    'POST /apps/collects/presign',
    'POST /apps/collects/finish',
    'POST /apps/collects/take_back',
    'POST /setup/info',
    'POST /setup/create',
    'POST /welcome/info',
    'POST /welcome/accept',
  ]
  const samples: Partial<Record<CallName, object>> = {
    'POST /apps/users/two_step': { code: '123456' },
    'POST /apps/users/two_step/begin': { password: 'x' },
    'POST /apps/users/two_step/disable': { password: 'x' },
    'POST /apps/users/two_step/recover': { code: 'x' },
    'POST /apps/users/two_step/recovery_codes': { password: 'x' },
    'POST /apps/users/password': { password: 'x', new_password: 'y' },
    'POST /apps/users/set_picture': { picture: null },
    'POST /apps/users/sessions/end': { session_id: 1 },
    'POST /apps/users/messenger_links/create': { kind: 'wechat', code: 'x', password: 'x' },
    'POST /apps/users/messenger_links/end': { link_id: 1 },
    'GET /apps/files/file_list/{folderId}': { folderId: 0 },
    'GET /apps/files/get_info': { item_typed_id: 'file_1' },
    'GET /apps/files/details': { item_typed_id: 'file_1' },
    'GET /apps/files/activity': { item_typed_id: 'file_1' },
    'POST /apps/users/update_user_guide_settings': { new_user_guide_settings: { user_guide_h5_sync: false } },
    'POST /apps/logs/action': { uuid: '0123456789', action: 'upload_stat', source: 'h5' },
    'GET /departments/info': { department_id: 1 },
    'GET /departments/user_list': { department_id: 1 },
    'GET /departments/children': { department_id: 1 },
    'GET /departments/manager_list': { department_id: 1 },
    'POST /coupon/create': { country: '+86', phone: '13800138000', code: '123456', group_id: 1 },
    'POST /apps/collabs/invite': { folder_id: 1 },
    'POST /apps/collabs/edit': { item_id: 1 },
    'POST /apps/collabs/delete': { collab_ids: [1] },
    'GET /apps/collabs/get': { collab_id: 1 },
    'POST /apps/collabs/accept': { collab_id: 1 },
    'POST /apps/collabs/refuse': { collab_id: 1 },
    'POST /apps/collabs/resend': { collab_id: 1 },
    'POST /apps/access_requests/decide': { access_request_id: 1, decision: 'decline' },
    'GET /apps/folders/get_collab_info_on_item': { folder_id: 1 },
    'GET /apps/files/who_can_see': { item_typed_id: 'file_1' },
    'GET /apps/messages/child_messages_list': { message_id: 1 },
    'GET /cards/user_info': { user_id: 1 },
    'GET /cards/department_info': { department_id: 1 },
    'GET /cards/group_info': { group_id: 1 },
    'POST /apps/frequently_used_items/add': { typed_id: 'file_1' },
    'POST /apps/frequently_used_items/delete': { typed_id: 'file_1' },
    'POST /apps/files/edit': { item_typed_id: 'file_1', name: 'x' },
    'POST /apps/files/new_folder': { parent_folder_id: 0, name: 'x' },
    'POST /apps/files/delete': { item_typed_ids: ['file_1'] },
    'POST /apps/files/restore_from_trash': { item_typed_ids: ['file_1'] },
    'POST /apps/files/delete_from_trash': { item_typed_ids: ['file_1'] },
    'POST /apps/files/copy': { item_typed_ids: ['file_1'], target_folder_id: 0 },
    'POST /apps/files/move': { item_typed_ids: ['file_1'], target_folder_id: 0 },
    'POST /recent_items/mark_as_used': { item_typed_id: 'file_1' },
    'POST /apps/messages/delete': { message_ids: [1] },
    'POST /apps/messages/restore': { message_ids: [1] },
    'POST /apps/messages/choose_outside': { kind: 'mention', is_on: true },
    'POST /apps/messages/child_messages_mark_read': { child_message_ids: [1], type: 'comment' },
    'POST /apps/messages/child_messages_delete': { child_message_ids: [1], type: 'comment' },
    'GET /apps/files/comments': { item_typed_id: 'file_1' },
    'GET /apps/comments/passages': { file_id: 1 },
    'POST /apps/comments/create': { item_typed_id: 'file_1', content: 'x' },
    'POST /apps/comments/delete': { comment_id: 1 },
    'POST /apps/comments/restore': { comment_id: 1 },
    'POST /apps/comments/resolve': { comment_id: 1, resolved: true },
    'POST /apps/files/presign_upload': { file_size: 1 },
    'POST /apps/files/upload_finish': { upload_id: 'x' },
    'GET /apps/files/download': { file_id: 1 },
    'GET /apps/files/search': { query_words: 'x' },
    'POST /pack_download/download': { item_typed_ids: ['folder_1'] },
    'GET /apps/files/versions': { file_id: 1 },
    'GET /apps/file_versions/download': { file_id: 1, file_version_id: 1 },
    'POST /apps/file_versions/make_current': { file_id: 1, file_version_id: 1, current_version_id: 1 },
    'POST /apps/file_versions/edit': { file_id: 1, file_version_id: 1, remark: 'x' },
    'POST /apps/files/lock': { item_typed_id: 'file_1' },
    'GET /apps/tags/suggest': { item_typed_id: 'file_1' },
    'POST /apps/tags/add': { item_typed_id: 'file_1', name: 'x' },
    'POST /apps/tags/remove': { item_typed_id: 'file_1', tag_id: 1 },
    'POST /apps/files/unlock': { item_typed_id: 'file_1' },
    'GET /apps/representations/info': { file_id: 1 },
    'GET /apps/representations/pages': { file_id: 1 },
    'GET /apps/representations/entries': { file_id: 1 },
    'GET /apps/representations/reading': { file_id: 1 },
    'GET /apps/representations/page_texts': { file_id: 1 },
    'GET /apps/representations/grid': { file_id: 1 },
    'GET /yiqixie/get_access_url': { file_id: 1 },
    'POST /apps/documents/create': { parent_folder_id: 0, name: 'x', kind: 'ydoc' },
    'GET /apps/documents/history': { file_id: 1 },
    'GET /apps/documents/version': { file_id: 1, version_id: 1 },
    'POST /apps/documents/name_version': { file_id: 1, name: 'x' },
    'POST /apps/documents/restore': { file_id: 1, version_id: 1 },
    'POST /apps/documents/import': { file_id: 1 },
    'POST /apps/documents/copy_as': { file_id: 1, format: 'md', parent_folder_id: 0 },
    'POST /apps/share_links/create': making({ id: 1, is_folder: false }),
    'GET /apps/share_links/get': { share_link_id: 1 },
    'GET /apps/share_links/visits': { share_link_id: 1 },
    'POST /apps/share_links/edit': { share_link_id: 1, ...settingFields(openSettings) },
    'POST /apps/share_links/close': { share_link_ids: [1] },
    'POST /apps/share_links/reopen': { share_link_id: 1 },
    'POST /enterprise/set_logo': { picture: null },
    'POST /enterprise/remove_picture': { user_id: 1 },
    'POST /v1/wechat_applet/create_file_user': { type: 'share_link', unique_name: 'a'.repeat(22) },
    'POST /v1/wechat_applet/identify': { type: 'wechat', code: 'x' },
    'POST /v1/wechat_applet/arrive': { unique_name: 'a'.repeat(22), code: 'x', encrypted_data: 'eA==', iv: 'eA==' },
    'POST /v1/wechat_applet/private_message': { share_link_id: 1 },
    'POST /apps/share_links/approve': { share_link_ids: [1], is_approved: true },
    'POST /apps/files/get_sibling': { file_id: 1 },
    'GET /apps/files/get_sibling': { file_id: 1 },
    'POST /apps/collects/create': collecting({ id: 1 }),
    'GET /apps/collects/get': { collect_id: 1 },
    'GET /apps/collects/people': { collect_id: 1, state: 'missing' },
    'POST /apps/collects/edit': { collect_id: 1, ...settingsOf(collecting({ id: 1 })), removed_person_ids: [] },
    'POST /apps/collects/enterprise_close': { collect_id: 1 },
    'POST /apps/collects/enterprise_reopen': { collect_id: 1 },
    'POST /apps/collects/close': { collect_id: 1 },
    'POST /apps/collects/reopen': { collect_id: 1 },
    'POST /apps/collects/remind': { collect_id: 1 },
    'POST /apps/collects/release': { collect_id: 1, person_id: 1 },
  }
  for (const name of names.filter((name) => !open.includes(name))) {
    test(`${name} needs a session`, async () => {
      const { kind } = await client(server).visitor.refused(name, samples[name] ?? {}, 'login_expired')
      assert.equal(kind, 'login_expired')
    })
  }
})

describe('decisions 40: one envelope', () => {
  test('two of the keys hold lists, four hold single entries', async () => {
    const list = await member.send('POST /apps/files/new_folder', { parent_folder_id: 0, name: '' })
    assert.ok(Array.isArray(errorsOf(list.body).validation_errors))
    const single = await client(server).visitor.send('GET /apps/files/file_list_for_collabs', {})
    assert.equal(Array.isArray(errorsOf(single.body).login_expired), false)
    assert.deepEqual([...new Set(Object.values(kindOf))].sort(), [
      'external_errors',
      'force_two_step',
      'login_expired',
      'permission_denied',
      'security_check_failed',
      'validation_errors',
    ])
  })

  const bodies: [string, string, string][] = [
    ['broken JSON', '{', 'application/json'],
    ['no object', '7', 'application/json'],
    ['another type', 'name=x', 'text/csv'],
    ['more than the limit', JSON.stringify({ name: 'x'.repeat(1_100_000) }), 'application/json'],
    ['__proto__', '{"__proto__":{"a":1},"parent_folder_id":0,"name":"x"}', 'application/json'],
  ]
  for (const [what, body, type] of bodies) {
    test(`a body of ${what} is an invalid request, HTTP 200`, async () => {
      const answer = await member.request('POST', '/api/apps/files/new_folder', body, { 'content-type': type })
      assert.equal(answer.status, 200)
      assert.equal(errorsOf(answer.body).validation_errors?.[0]?.error_code, 'invalid_request')
    })
  }

  test('text that no database can store is an invalid request', async () => {
    const visitor = client(server).visitor
    visitor.headers.requesttoken = (await visitor.call('GET /apps/users/get_base_info', {})).csrf_token
    await visitor.refused('POST /apps/users/login', { login: 'a\u0000b', password: 'x' }, 'invalid_request')
    for (const folderId of ['9007199254740992', '1e30', '-1', '1.5', 'NaN']) {
      await member.refused('GET /apps/files/file_list/{folderId}', { folderId }, 'invalid_request')
    }
    await member.refused('GET /apps/files/file_list/{folderId}', { folderId: '9007199254740991' }, 'item_not_found')
    const far = await member.call('GET /apps/files/file_list/{folderId}', {
      folderId: 0,
      offset: Number.MAX_SAFE_INTEGER,
    })
    assert.deepEqual(far.items, [])
  })

  test('an unknown route below /api answers 404 for every method', async () => {
    const unknown = [
      ['GET', '/api/apps/nothing'],
      ['POST', '/api/apps/users/get_base_info'],
      ['GET', '/api'],
      ['DELETE', '/api/apps/files/edit'],
    ]
    for (const [method = '', path = ''] of unknown) {
      const { status, body } = await member.request(method, path)
      assert.equal(status, 404, path)
      assert.equal((body as Refusal).success, false)
    }
  })

  test('an unexpected error answers 500 with a request id and without its cause', async () => {
    const broken = await startTestServer()
    const visitor = client(broken).visitor
    const signedIn = await client(broken).as((await factories(broken.deps).user()).login)
    await broken.deps.db.schema.alterTable('departments').renameTo('renamed').execute()
    const { status, body, headers } = await signedIn.send('GET /departments/find_user_in_departments_tree', {})
    assert.equal(status, 500)
    const refusal = checked(Refusal, body, '500')
    assert.equal(refusal.errors.external_errors?.[0]?.error_code, 'server_error')
    assert.match(refusal.request_id!, /^[0-9a-f-]{36}$/)
    assert.ok(!JSON.stringify(body).includes('departments'))
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal((await visitor.send('GET /apps/users/is_user_logged_in', {})).status, 200)
    await broken.close()
  })

  test('a signed address that is altered, expired or unsigned answers 403', async () => {
    const path = '/api/apps/files/download/content'
    const address = server.deps.sign.address(path, { file_id: 1, file_version_key: 'x' }, userKey(user.id))
    const altered = [
      address.replace('file_id=1', 'file_id=2'),
      address.replace(/e=\d+/, 'e=9999999999'),
      address.slice(0, -1),
    ]
    for (const wrong of [...altered, path, `${path}?s=`]) {
      assert.equal((await member.request('GET', wrong)).status, 403, wrong)
    }
  })

  test('unknown fields are ignored', async () => {
    await member.call('POST /apps/files/new_folder', {
      parent_folder_id: 0,
      name: 'with more',
      scenario: 'x',
      more: 1,
    } as never)
  })
})

describe('decisions 41: the server words error_tr_msg', () => {
  const words: [string, Record<string, string>, RegExp][] = [
    ['zh-CN by default', {}, /名称不能为空/],
    ['the cookie', { cookie: 'lang=en' }, /name/i],
    ['the cookie zh-TW', { cookie: 'lang=zh-TW' }, /名稱/],
    ['zh-CN for an unknown language', { cookie: 'lang=fr' }, /名称不能为空/],
    ['the header of the mini-program', { 'x-lang': 'en' }, /name/i],
    ['the browser, if nothing was chosen', { 'accept-language': 'fr-FR, en-GB;q=0.9, zh-CN;q=0.8' }, /name/i],
    ['the browser, by weight', { 'accept-language': 'en;q=0.1, zh-HK;q=0.9' }, /名稱/],
    ['zh-CN for an unsupported language of the browser', { 'accept-language': 'fr' }, /名称不能为空/],
    ['the choice rather than the browser', { cookie: 'lang=zh-TW', 'accept-language': 'en' }, /名稱/],
    ['zh-CN for an invalid header', { 'accept-language': ';q=x,,%' }, /名称不能为空/],
  ]
  for (const [what, headers, expected] of words) {
    test(`the language follows ${what}`, async () => {
      const own = { ...headers, ...(headers.cookie && { cookie: `${member.headers.cookie}; ${headers.cookie}` }) }
      const { body } = await member.request(
        'POST',
        '/api/apps/files/new_folder',
        JSON.stringify({ parent_folder_id: 0, name: '' }),
        own,
      )
      assert.match(errorsOf(body).validation_errors![0]!.error_tr_msg, expected)
    })
  }

  test('the wording follows the cookie, else the header, else the enterprise', async () => {
    const make = factories(server.deps)
    const school = await make.enterprise({ wording: 'education', expires_at: new Date(0) })
    const pupil = await client(server).as((await make.user({ enterprise: school })).login)
    const message = async (headers: Record<string, string>) => {
      const { body } = await pupil.request('GET', '/api/apps/files/file_list_for_collabs', undefined, headers)
      return errorsOf(body).external_errors![0]!.error_tr_msg
    }
    const [education, plain] = [await message({}), await message({ 'x-lang-type': 'default' })]
    assert.notEqual(education, plain)
    assert.equal(await message({ cookie: `${pupil.headers.cookie}; lang_type=default` }), plain)
  })
})

describe('safe headers', () => {
  test('answers of calls forbid scripts, framing and type guessing', async () => {
    const { headers } = await member.send('GET /apps/users/is_user_logged_in', {})
    assert.equal(headers.get('content-security-policy'), "default-src 'none';frame-ancestors 'none'")
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('access-control-allow-origin'), null)
    assert.equal(headers.get('strict-transport-security'), null)
  })
})

function errorsOf(body: unknown) {
  return checked(Refusal, body, 'refusal').errors
}
