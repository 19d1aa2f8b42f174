import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  openCalls,
  scopes as allScopes,
  type OpenCallName,
  type OpenUserCallName,
  type Scope,
} from '@/contract/applications'
import { calls, type CallName } from '@/contract/api'
import type { UserRow } from '../../../server/database/tables'
import { applicationIdOf } from '../../../server/queries/administration/applications'
import { createApplication, endApplication } from '../../../server/services/administration/applications'
import { findUser } from '../../../server/queries/session/sessions'
import { makeApplication, OpenClient, ORIGIN, refusedWith } from '../../support/applications/applications'
import { client, Client } from '../../support/client'
import { sample } from '../../support/deep'
import { factories } from '../../support/factories'
import { startTestServer } from '../../support/testServer'
import { until } from '../../support/until'
import { valuesOf } from '../rig/slots'
import {
  administrator,
  clientFor,
  credentials,
  file,
  folder,
  make,
  server,
  startApplicationServer,
  teacher,
  tokenFor,
  visitor,
} from './applicationServer'

// Each call has a network of its own: wrong tokens of one network are limited.
startApplicationServer({ config: { trustedProxies: 1 } })

/** Per call, a request that the application's user may make. */
const fair = (call: OpenCallName) => ({
  ...valuesOf(openCalls[call].request),
  ...(call.includes('{id}') && { id: call.includes('/file/') ? file.id : folder.id }),
  ...(call.endsWith('/preview_token') && { file_id: file.id }),
  ...('parent_id' in openCalls[call].request.properties && { parent_id: folder.id }),
})
const names = Object.keys(openCalls) as OpenCallName[]

/** The scope that each call needs, copied from the specification. */
const expectedScope: Record<OpenUserCallName, Scope | null> = {
  'GET /v2/user/info': null,
  'GET /v2/user/{id}/info': 'people_read',
  'GET /v2/user/search': 'people_read',
  'POST /v2/user/update': 'profile_edit',
  'GET /v2/user/space_usage': null,
  'GET /v2/user/{id}/profile_pic_download': 'people_read',
  'GET /v2/user/as_user_code': null,
  'GET /v2/user/departments': 'people_read',
  'GET /v2/department/{id}/info': 'people_read',
  'GET /v2/department/{id}/children': 'people_read',
  'GET /v2/department/{id}/users': 'people_read',
  'GET /v2/department/own_list': 'people_read',
  'POST /v2/tag/item_add_tags': 'item_edit',
  'POST /v2/tag/item_remove_tags': 'item_edit',
  'GET /v2/tag/list': 'item_read',
  'GET /v2/tag/filter_items_by_tag_name': 'item_read',
  'GET /v2/tag/common_list': null,
  'POST /v2/tag/add_common_list': 'item_edit',
  'POST /v2/tag/remove_common_list': 'item_edit',
  'GET /v2/device/{device_token}/synced_status': 'item_read',
  'POST /v2/device/{device_token}/add_sync': 'item_read',
  'POST /v2/device/{device_token}/remove_sync': 'item_read',
  'GET /v2/group/list': 'people_read',
  'GET /v2/group/{id}/users': 'people_read',
  'GET /v2/file/{id}/info': 'item_read',
  'GET /v2/file/{id}/info_v2': 'item_read',
  'GET /v2/file/{id}/download': 'item_download',
  'GET /v2/file/{id}/download_v2': 'item_download',
  'GET /v2/file/preview_token': 'item_preview',
  'POST /v2/file/preview_token': 'item_preview',
  'POST /v2/preview/info': 'item_preview',
  'POST /v2/preview/pages': 'item_preview',
  'POST /v2/preview/entries': 'item_preview',
  'POST /v2/file/upload': 'item_upload',
  'POST /v2/file/upload_v2': 'item_upload',
  'POST /v2/file/upload_by_path': 'item_upload',
  'POST /v2/file/{id}/new_version': 'item_upload',
  'POST /v2/file/{id}/new_version_v2': 'item_upload',
  'POST /v2/file/{id}/update': 'item_edit',
  'POST /v2/folder/{id}/update': 'item_edit',
  'POST /v2/file/{id}/copy': 'item_upload',
  'POST /v2/file/{id}/move': 'item_delete',
  'POST /v2/folder/{id}/move': 'item_delete',
  'POST /v2/file/{id}/delete': 'item_delete',
  'POST /v2/folder/{id}/delete': 'item_delete',
  'POST /v2/file/{id}/delete_from_trash': 'item_delete',
  'POST /v2/folder/{id}/delete_from_trash': 'item_delete',
  'POST /v2/file/{id}/restore_from_trash': 'item_delete',
  'POST /v2/folder/{id}/restore_from_trash': 'item_delete',
  'GET /v2/file/{id}/trash': 'item_read',
  'GET /v2/folder/{id}/trash': 'item_read',
  'GET /v2/folder/roots': 'item_read',
  'GET /v2/folder/{id}/info': 'item_read',
  'GET /v2/folder/{id}/children': 'item_read',
  'GET /v2/folder/personal_items': 'item_read',
  'GET /v2/folder/department_folders': 'item_read',
  'GET /v2/folder/collab_folders': 'item_read',
  'GET /v2/trash/list': 'item_read',
  'POST /v2/trash/clear': 'item_delete',
  'POST /v2/trash/restore_all': 'item_delete',
  'GET /v2/search': 'item_read',
  'POST /v2/folder/create': 'item_upload',
  'GET /v2/file/{id}/versions': 'item_read',
  'GET /v2/file/{id}/version/{version_id}/info': 'item_read',
  'POST /v2/file/{id}/version/{version_id}/promote': 'item_upload',
  'POST /v2/file/{id}/version/{version_id}/delete': 'item_delete',
  'GET /v2/item/search': 'item_read',
  'GET /v2/file/recent_items': 'item_read',
  'POST /v2/file/{item_id}/mark_as_used': 'item_read',
  'POST /v2/frequent/add': 'item_read',
  'POST /v2/frequent/delete': 'item_read',
  'GET /v2/frequent/list': 'item_read',
  'POST /v2/folder/{id}/copy': 'item_upload',
  'POST /v2/file/{id}/copy_by_path': 'item_upload',
  'POST /v2/folder/create_by_path': 'item_upload',
  'POST /v2/file/pack_download': 'item_download',
  'POST /v2/file/create_blank_file': 'item_upload',
  'GET /v2/file/{id}/comments': 'item_comment',
  'POST /v2/comment/create': 'item_comment',
  'POST /v2/comment/{id}/delete': 'item_comment',
  'GET /v2/file/{id}/share_links': 'item_share',
  'GET /v2/folder/{id}/share_links': 'item_share',
  'POST /v2/share_link/create': 'item_share',
  'GET /v2/share_link/{unique_name}/info': 'item_share',
  'GET /v2/share_link/{unique_name}/info_detail': 'item_share',
  'POST /v2/share_link/{unique_name}/update': 'item_share',
  'POST /v2/share_link/{unique_name}/close': 'item_share',
  'POST /v2/share_link/{unique_name}/revoke': 'item_share',
  'GET /v2/folder/{id}/collabs': 'item_collab',
  'POST /v2/collab/invite': 'item_collab',
  'POST /v2/collab/invite_batch': 'item_collab',
  'GET /v2/collab/{id}/info': 'item_collab',
  'POST /v2/collab/{id}/update': 'item_collab',
  'POST /v2/collab/{id}/delete': 'item_collab',
  'POST /v2/collab/remove': 'item_collab',
}

/** A client behind the proxy of a server that trusts its proxy. */
function strangerAt(url: string, address: string): OpenClient {
  const stranger = new OpenClient(url)
  stranger.headers = { 'x-forwarded-for': address }
  return stranger
}

describe('[OPEN-06] tokens and scopes', () => {
  for (const name of names) {
    test(`${name} is refused without a token, and with a broken token, a session of either kind or a secret`, async () => {
      const cookie = await client(server).as(teacher.login)
      const applet = await client(server).asApplet(teacher.login)
      const basic = `Basic ${Buffer.from(`${credentials.clientId}:${credentials.secret}`).toString('base64')}`
      // Each call from a network of its own, because unknown tokens are counted per network.
      const stranger = strangerAt(server.url, `10.0.${names.indexOf(name)}.1`)
      for (const headers of [{}, { authorization: basic }, cookie.headers, applet.headers])
        await stranger.refused(name, fair(name), 401, 'unauthorized', headers)
      for (const token of ['x', 'a'.repeat(43)])
        await stranger.refused(name, fair(name), 401, 'invalid_token', { authorization: `Bearer ${token}` })
    })

    test(`${name} needs its scope`, async () => {
      // Paths of administration need another kind of token: tests/security/applications/administration.test.ts.
      const scope = name in expectedScope ? expectedScope[name as OpenUserCallName] : null
      if (scope === null) return
      const others = allScopes.filter((each) => each !== scope).join(' ')
      const narrow = await clientFor(teacher, { scope: others })
      await narrow.refused(name, fair(name), 403, 'permission_denied')
    })
  }

  test('a token is not a session: an application has no access below /api', async () => {
    const token = await tokenFor(teacher)
    const outsider = new Client(server.url)
    outsider.headers = { authorization: `Bearer ${token}`, 'x-preview-token': token }
    const open = new Set<string>(['GET /apps/users/is_user_logged_in', 'GET /apps/users/get_base_info'])
    for (const name of sample(
      (Object.keys(calls) as CallName[]).filter((each) => !open.has(each)),
      20,
    )) {
      const { body } = await outsider.send(name, valuesOf(calls[name].request))
      const text = JSON.stringify(body)
      assert.equal(text.includes(teacher.login), false, name)
      assert.equal(text.includes('"success":true') && /"(item|items|children|user)":/.test(text), false, name)
    }
    await outsider.refused('GET /apps/files/file_list_for_collabs', {}, 'login_expired')
    const asAuth = new Client(server.url)
    asAuth.headers = { 'auth-token': token }
    assert.equal((await asAuth.send('GET /apps/files/get_info', { item_typed_id: `file_${file.id}` })).status, 401)
  })

  test('pages of other origins cannot call with any token, our own pages can', async () => {
    const withoutOrigin = new OpenClient(server.url, await visitor().token(credentials, teacher))
    for (const holder of [await clientFor(teacher), withoutOrigin]) {
      for (const origin of [ORIGIN, 'null', 'https://evil.example', `${server.url}.evil.example`])
        await holder.refused('GET /v2/user/info', {}, 403, 'permission_denied', { origin })
      await holder.call('GET /v2/user/info', {}, { origin: server.url })
    }
  })

  test('wrong secrets and unknown tokens are counted per network', async () => {
    // The limit counts per minute of the clock, and this minute does not end.
    const now = new Date()
    const crowd = await startTestServer({ clock: () => now, config: { trustedProxies: 1 } })
    try {
      const wrong = { clientId: 'app_x', secret: 'x' }
      const secret = (address: string) => strangerAt(crowd.url, address).tokenAnswer(wrong, { user: 'x' })
      for (let tried = 0; tried < 30; tried += 1) await refusedWith(await secret('203.0.113.1'), 401, 'unauthorized')
      await refusedWith(await secret('203.0.113.1'), 429, 'rate_limit')
      await refusedWith(await secret('203.0.113.2'), 401, 'unauthorized')
      const token = (address: string, n: number) =>
        strangerAt(crowd.url, address).send('GET /v2/user/info', {}, { authorization: `Bearer unknown-${n}` })
      for (let tried = 0; tried < 120; tried += 1)
        await refusedWith(await token('2001:db8:1:100::1', tried), 401, 'invalid_token')
      // Another address of the same /56.
      await refusedWith(await token('2001:db8:1:1ff::1', 120), 429, 'rate_limit')
      await refusedWith(await token('2001:db8:1:200::1', 121), 401, 'invalid_token')
      const without = strangerAt(crowd.url, '2001:db8:1:100::1')
      await without.refused('GET /v2/user/info', {}, 401, 'unauthorized')
    } finally {
      await crowd.close()
    }
  })
})

test('[OPEN-06] previews that wait for their rendition do not block other users’ calls', async () => {
  const crowd = await startTestServer()
  const leaving = new AbortController()
  try {
    await crowd.deps.jobs.stop()
    const { waits } = crowd.deps.previews
    const wait = waits.wait.bind(waits) as typeof waits.wait
    let begun = 0
    waits.wait = (key, run) => {
      begun += 1
      return wait(key, run)
    }
    const made = factories(crowd.deps)
    const enterprise = await made.enterprise()
    const head = await made.user({ enterprise, isAdministrator: true })
    const of = await makeApplication(crowd, head)
    const tokenOf = async (user: UserRow) => new OpenClient(crowd.url).token(of, user)
    let answered = 0
    for (const looking of [await made.user({ enterprise }), await made.user({ enterprise })]) {
      const token = await tokenOf(looking)
      const { id } = await made.file({ owner: looking }, { name: 'many.zip', content: 'zip' })
      const input = { file_id: id, period: 3600 }
      const { preview_token: shown } = await new OpenClient(crowd.url, token).call('GET /v2/file/preview_token', input)
      const headers = { authorization: `Bearer ${token}`, 'x-preview-token': shown, 'content-type': 'application/json' }
      const request = { method: 'POST', headers, body: '{}', signal: leaving.signal }
      for (let at = 0; at < 4; at += 1)
        void fetch(`${crowd.url}/api/v2/preview/entries`, request).then(
          () => void (answered += 1),
          () => undefined,
        )
    }
    await until('all wait', () => begun === 8)
    const other = await made.user({ enterprise })
    await new OpenClient(crowd.url, await tokenOf(other)).call('POST /v2/folder/create', { parent_id: 0, name: 'now' })
    assert.equal(answered, 0)
  } finally {
    leaving.abort()
    await crowd.close()
  }
})

describe('[OPEN-06] users that an application acts for', () => {
  test('an application never acts for users of another enterprise, missing users, or users that were not named', async () => {
    const stranger = await make.user()
    const named = await makeApplication(server, administrator, { users: [teacher.id] })
    for (const [of, login] of [
      [credentials, stranger.login],
      [credentials, 'nobody@test'],
      [named, administrator.login],
    ] as const)
      await refusedWith(await visitor().tokenAnswer(of, { user: login }), 403, 'permission_denied')
    await visitor().token(named, teacher)
  })

  test('an application cannot act for a deactivated user, or one whose enterprise expired', async () => {
    const enterprise = await make.enterprise()
    const head = await make.user({ enterprise, isAdministrator: true })
    const leaver = await make.user({ enterprise })
    const of = await makeApplication(server, head)
    const theirs = await clientFor(leaver, {}, of)
    const heads = await clientFor(head, {}, of)
    await server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', leaver.id).execute()
    await theirs.refused('GET /v2/user/info', {}, 401, 'invalid_token')
    await refusedWith(await visitor().tokenAnswer(of, { user: leaver.login }), 403, 'permission_denied')
    await server.deps.db
      .updateTable('enterprises')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', enterprise.id)
      .execute()
    await heads.refused('GET /v2/user/info', {}, 401, 'invalid_token')
    await refusedWith(await visitor().tokenAnswer(of, { user: head.login }), 403, 'permission_denied')
  })

  test('a deactivated application has no working token or address', async () => {
    const of = await makeApplication(server, administrator)
    const theirs = await clientFor(teacher, {}, of)
    const { download_url: address } = await theirs.call('GET /v2/file/{id}/download', { id: file.id })
    const { presign_url: upload } = await theirs.call('POST /v2/file/upload', {
      parent_id: folder.id,
      name: 'late.txt',
      upload_type: 'api',
    })
    assert.equal((await fetch(address)).status, 200)
    const head = (await findUser(server.deps.db, administrator.id))!
    const id = (await applicationIdOf(server.deps.db, head.enterprise.id, of.clientId))!
    await endApplication(server.deps, head, id)
    await theirs.refused('GET /v2/user/info', {}, 401, 'invalid_token')
    assert.equal((await fetch(address)).status, 403)
    await refusedWith(await theirs.post(upload, 'late'), 401, 'invalid_token')
    await refusedWith(await visitor().tokenAnswer(of, { user: teacher.login }), 401, 'unauthorized')
  })

  test('only an administrator creates an application, for members of the own enterprise', async () => {
    const stranger = await make.user()
    const input = { name: 'x', origins: [ORIGIN], scopes: allScopes, users: 'all' } as const
    const actor = (await findUser(server.deps.db, teacher.id))!
    await assert.rejects(createApplication(server.deps, actor, input), { code: 'permission_denied' })
    const head = (await findUser(server.deps.db, administrator.id))!
    await assert.rejects(createApplication(server.deps, head, { ...input, users: [stranger.id] }), {
      code: 'person_not_found',
    })
    for (const origin of [
      'null',
      '*',
      'https://*.example',
      'http://app.example',
      'https://app.example/',
      'https://APP.example',
      'https://app.example:443',
      'https://a.example https://b.example',
      'https://app.example;script-src',
      'https://user@app.example',
      'javascript:alert(1)',
      'app.example',
    ])
      await assert.rejects(
        createApplication(server.deps, head, { ...input, origins: [origin] }),
        { code: 'application_origin' },
        origin,
      )
  })
})

describe('[OPEN-01] [RT-07] pages that may frame ours', () => {
  const pages = ['/select_files', '/select_destination/folder/1', '/open_upload', '/open_preview', '/h5/open_upload']
  const ancestorsOf = (answer: Response) =>
    /frame-ancestors ([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
  const pageWith = (path: string, query: Record<string, string>, headers = {}) =>
    fetch(`${server.url}${path}?${new URLSearchParams(query)}`, { headers })

  for (const path of pages) {
    test(`${path} can be framed by the origin of its token, or by the application’s single origin`, async () => {
      const token = await tokenFor(teacher)
      assert.equal(ancestorsOf(await pageWith(path, { accessToken: token })), ORIGIN)
      // The address of the page cannot name another one.
      assert.equal(ancestorsOf(await pageWith(path, { accessToken: token, origin: 'https://evil.example' })), ORIGIN)
      const named = { client_id: credentials.clientId, origin: ORIGIN }
      const answer = await pageWith(path, named)
      assert.equal(ancestorsOf(answer), ORIGIN)
      assert.equal(answer.headers.get('x-frame-options'), null)
      assert.equal(answer.headers.get('referrer-policy'), 'no-referrer')
    })
  }

  test('nobody can frame a page unless token and origin match the application exactly', async () => {
    const without = await visitor().token(credentials, teacher)
    for (const query of [
      {},
      { accessToken: 'x' },
      { accessToken: without },
      ...[
        'null',
        '',
        '*',
        'https://app.example:443',
        'https://app.example:8443',
        'http://app.example',
        'https://APP.example',
        'https://app.example/',
        'https://evil.app.example',
        'https://app.example.evil.example',
        'https://app.example https://evil.example',
        "https://app.example; script-src 'unsafe-inline'",
      ].map((origin) => ({ client_id: credentials.clientId, origin })),
      { client_id: 'app_x', origin: ORIGIN },
    ] as Record<string, string>[])
      assert.equal(ancestorsOf(await pageWith('/open_upload', query)), "'none'", JSON.stringify(query))
  })

  test('no other origin can frame any other page, whatever token the page is opened with', async () => {
    const token = await tokenFor(teacher)
    const query = { accessToken: token, client_id: credentials.clientId, origin: ORIGIN }
    for (const path of [
      '/',
      '/files/own',
      '/login',
      '/select_filesx',
      '/open_upload/x',
      '/files/select_files',
      '/open',
    ])
      assert.equal(ancestorsOf(await pageWith(path, query)), "'self'", path)
  })

  test('a framed page ignores the browser’s session', async () => {
    const cookie = await client(server).as(teacher.login)
    const named = { client_id: credentials.clientId, origin: ORIGIN }
    const pageText = await (await pageWith('/open_upload', named, { cookie: cookie.headers.cookie! })).text()
    assert.match(pageText, /"is_user_logged_in":false/)
    assert.equal(pageText.includes(teacher.login), false)
    const other = await (await pageWith('/files/own', {}, { cookie: cookie.headers.cookie! })).text()
    assert.match(other, /"is_user_logged_in":true/)
  })

  test('a token can only be requested with an origin of the application', async () => {
    for (const origin of ['https://evil.example', 'null', 'https://app.example/', 'https://APP.example'])
      await refusedWith(
        await visitor().tokenAnswer(credentials, { user: teacher.login, origin }),
        403,
        'permission_denied',
      )
  })
})
