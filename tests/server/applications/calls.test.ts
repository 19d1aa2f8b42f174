import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openCalls, scopes, type OpenItem } from '@/contract/applications'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import type { ClientCredentials } from '../../../server/queries/applications/tokens'
import { makeApplication, OpenClient, ORIGIN, refusedWith } from '../../support/applications/applications'
import { checked, client as web } from '../../support/client'
import { deepTest } from '../../support/deep'
import { factories } from '../../support/factories'
import { zip } from '../../support/samples/zip'
import { startTestServer, type TestServer } from '../../support/testServer'
import { upload } from '../../support/uploads/upload'

let server: TestServer
let make: ReturnType<typeof factories>
let now: number
let school: EnterpriseRow
let administrator: UserRow
let teacher: UserRow
let credentials: ClientCredentials
let client: OpenClient

before(async () => {
  now = Date.now()
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
  school = await make.enterprise()
  administrator = await make.user({ enterprise: school, isAdministrator: true })
  teacher = await make.user({ enterprise: school })
  credentials = await makeApplication(server, administrator)
  client = await clientFor(teacher)
})
after(() => server.close())

async function clientFor(user: UserRow, input: Record<string, string> = {}) {
  const visitor = new OpenClient(server.url)
  return new OpenClient(server.url, await visitor.token(credentials, user, { origin: ORIGIN, ...input }))
}

async function fileOf(answer: Response): Promise<OpenItem> {
  const body: unknown = await answer.json()
  assert.equal(answer.status, 200, JSON.stringify(body))
  return checked(openCalls['GET /v2/file/{id}/info'].reply, body, 'an upload') as OpenItem
}

async function contentOf(url: string) {
  return (await fetch(url)).text()
}

describe('[OPEN-06] tokens', () => {
  test('user/info answers the user, the scopes and the allowed origin of a token', async () => {
    const info = await client.call('GET /v2/user/info', {})
    assert.equal(info.login, teacher.login)
    assert.equal(info.enterprise.id, school.id)
    assert.equal(info.origin, ORIGIN)
    assert.deepEqual(info.scopes, scopes)
    assert.equal(info.application.name, 'Lessons')
  })

  test('a token can narrow its scopes, never widen them', async () => {
    const narrow = await clientFor(teacher, { scope: 'item_read' })
    assert.deepEqual((await narrow.call('GET /v2/user/info', {})).scopes, ['item_read'])
    const answer = await client.tokenAnswer(credentials, { user: teacher.login, scope: 'item_read everything' })
    await refusedWith(answer, 403, 'permission_denied')
  })

  test('the token call also accepts JSON', async () => {
    const basic = Buffer.from(`${credentials.clientId}:${credentials.secret}`).toString('base64')
    const answer = await fetch(`${server.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials', user: teacher.login }),
    })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
  })

  test('a wrong secret, an unknown application and another grant type are refused', async () => {
    const input = { user: teacher.login }
    await refusedWith(await client.tokenAnswer({ ...credentials, secret: 'x' }, input), 401, 'unauthorized')
    await refusedWith(await client.tokenAnswer({ clientId: 'app_x', secret: '' }, input), 401, 'unauthorized')
    const implicit = await client.tokenAnswer(credentials, { ...input, grant_type: 'implicit' })
    await refusedWith(implicit, 400, 'request_data_invalid')
  })

  test('the database stores the secret only as a hash', async () => {
    const rows = await server.deps.db.selectFrom('applications').selectAll().execute()
    assert.equal(JSON.stringify(rows).includes(credentials.secret), false)
    assert.equal(rows[0]!.secret_hash.includes(Buffer.from(credentials.secret)), false)
  })

  test('a token expires after an hour', async () => {
    const short = await clientFor(teacher)
    now += 3_599_000
    await short.call('GET /v2/user/info', {})
    now += 2000
    await short.refused('GET /v2/user/info', {}, 401, 'invalid_token')
    client = await clientFor(teacher)
  })
})

describe('[OPEN-06] [API-01] upload and upload_by_path', () => {
  test('a file is announced by its name only and posted as a form', async () => {
    const { presign_url: url } = await client.call('POST /v2/file/upload', {
      parent_id: 0,
      name: '教案.txt',
      upload_type: 'api',
    })
    const file = await fileOf(await client.post(url, 'lesson'))
    assert.equal(file.name, '教案.txt')
    assert.equal(file.size, 6)
    assert.equal(file.parent?.id, 0)
    assert.equal(file.owned_by.login, teacher.login)
    const { download_url: address } = await client.call('GET /v2/file/{id}/download', { id: file.id })
    assert.equal(await contentOf(address), 'lesson')
  })

  test('[UPL-07] the form carries the token in a field; the server refuses another user’s token', async () => {
    const input = { parent_id: 0, name: 'with token.txt', upload_type: 'api', file_size: 3, is_numbered: true } as const
    const token = client.headers.authorization!.slice('Bearer '.length)
    const { presign_url: url } = await client.call('POST /v2/file/upload', input)
    assert.equal((await fileOf(await client.post(url, 'abc', { token }))).size, 3)

    const other = (await clientFor(administrator)).headers.authorization!.slice('Bearer '.length)
    const { presign_url: next } = await client.call('POST /v2/file/upload', input)
    await refusedWith(await client.post(next, 'abc', { token: other }), 401, 'invalid_token')
  })

  test('an upload address works once, and only for the announced length', async () => {
    const input = { parent_id: 0, name: 'once.txt', upload_type: 'api', file_size: 3, is_numbered: true } as const
    const { presign_url: url } = await client.call('POST /v2/file/upload', input)
    await fileOf(await client.post(url, 'abc'))
    await refusedWith(await client.post(url, 'abc'), 404, 'upload_address')
    const { presign_url: next } = await client.call('POST /v2/file/upload', input)
    await refusedWith(await client.post(next, 'abcd'), 400, 'upload_length')
  })

  test('an upload by path creates the missing folders once', async () => {
    const input = { target_folder_path: '课件/第一章/', upload_type: 'api' } as const
    for (const name of ['a.txt', 'b.txt']) {
      const { presign_url: url } = await client.call('POST /v2/file/upload_by_path', { ...input, name })
      const file = await fileOf(await client.post(url, name))
      assert.deepEqual(
        file.path.map((each) => each.name),
        ['', '课件', '第一章'],
      )
    }
    const { folders } = await client.call('GET /v2/folder/{id}/children', { id: 0 })
    assert.equal(folders.filter(({ name }) => name === '课件').length, 1)
  })

  test('two uploads at once create one folder', async () => {
    const input = { target_folder_path: 'together', name: 'x.txt', upload_type: 'api' } as const
    await Promise.all([1, 2, 3].map(() => client.call('POST /v2/file/upload_by_path', input)))
    const { folders } = await client.call('GET /v2/folder/{id}/children', { id: 0, page_capacity: 100 })
    assert.equal(folders.filter(({ name }) => name.startsWith('together')).length, 1)
  })

  test('a path that leads out and an invalid name are refused and leave nothing behind', async () => {
    const before = (await client.call('GET /v2/folder/{id}/children', { id: 0 })).total_count
    for (const path of ['../..', 'new/..', './x', 'new\\..\\x', 'a\u0000b', '%2e%2e/x:', '‮x']) {
      const input = { target_folder_path: path, name: 'x.txt', upload_type: 'api' }
      const answer = await client.send('POST /v2/file/upload_by_path', input)
      assert.equal(answer.status, 400, path)
    }
    const input = { target_folder_path: 'new', name: '../x.txt', upload_type: 'api' }
    assert.equal((await client.send('POST /v2/file/upload_by_path', input)).status, 400)
    assert.equal((await client.call('GET /v2/folder/{id}/children', { id: 0 })).total_count, before)
  })
})

describe('[OPEN-04] [API-01] file info and preview', () => {
  test('info answers the file and its place', async () => {
    const folder = await make.folder({ owner: teacher }, { name: 'lessons' })
    const file = await make.file({ parent: folder }, { name: 'one.txt', content: 'one' })
    const details = await client.call('GET /v2/file/{id}/info', { id: file.id })
    assert.deepEqual([details.id, details.type, details.name, details.size], [file.id, 'file', 'one.txt', 3])
    assert.deepEqual(details.parent, {
      id: folder.id,
      type: 'folder',
      name: 'lessons',
      typed_id: `folder_${folder.id}`,
      path_ids: `0/${folder.id}`,
    })
    assert.equal(details.sequence_id, 1)
    assert.equal(details.created_at, Math.floor(file.created_at.getTime() / 1000))
    await client.refused('GET /v2/file/{id}/info', { id: folder.id }, 404, 'file_not_found')
  })

  test('a preview token shows its file until the token expires, to a token of the same user', async () => {
    const file = await make.file({ owner: teacher }, { name: 'shown.txt', content: 'shown' })
    const { preview_token: token } = await client.call('GET /v2/file/preview_token', { file_id: file.id, period: 60 })
    const headers = { 'x-preview-token': token }
    const shown = await client.call('POST /v2/preview/info', { is_first: true }, headers)
    assert.equal(shown.preview_type, 'pdf')
    assert.equal(shown.reason, null)
    const other = await clientFor(administrator)
    await other.refused('POST /v2/preview/info', {}, 401, 'invalid_token', headers)
    await client.refused('POST /v2/preview/info', { file_id: file.id + 1 }, 400, 'request_data_invalid', headers)
    now += 61_000
    await client.refused('POST /v2/preview/info', {}, 401, 'invalid_token', headers)
  })

  test('the entries call waits until a new archive has been read', async () => {
    const content = zip({ '一.txt': 'one', '二.txt': 'two' })
    const file = await make.file({ owner: teacher }, { name: '作业.zip', content })
    const { preview_token: token } = await client.call('GET /v2/file/preview_token', { file_id: file.id })
    const list = await client.call('POST /v2/preview/entries', {}, { 'x-preview-token': token })
    assert.deepEqual([list.reason, list.entries.map(({ name }) => name).sort()], [null, ['一.txt', '二.txt']])
  })

  test('a token for an older version shows that version', async () => {
    const me = await web(server).as(teacher.login)
    const first = await upload(me, 'twice.txt', Buffer.from('first'))
    await upload(me, 'twice.txt', Buffer.from('second'), { target_file_id: first.id })
    const shown = async (input: { file_version_id?: number }) => {
      const { preview_token: token } = await client.call('GET /v2/file/preview_token', { file_id: first.id, ...input })
      const { download_url } = await client.call('POST /v2/preview/info', {}, { 'x-preview-token': token })
      return contentOf(new URL(download_url!, server.url).href)
    }
    assert.equal(await shown({}), 'second')
    assert.equal(await shown({ file_version_id: first.file_version_id! }), 'first')
  })

  test('a preview token is valid for 3600 seconds by default and at most', async () => {
    const file = await make.file({ owner: teacher }, { name: 'long.txt', content: 'long' })
    const { preview_token: token } = await client.call('GET /v2/file/preview_token', { file_id: file.id })
    now += 3_500_000
    client = await clientFor(teacher)
    await client.call('POST /v2/preview/info', {}, { 'x-preview-token': token })
    now += 101_000
    await client.refused('POST /v2/preview/info', {}, 401, 'invalid_token', { 'x-preview-token': token })
    await client.refused('GET /v2/file/preview_token', { file_id: file.id, period: 3601 }, 400, 'request_data_invalid')
  })

  test('[OPEN-02] the watermark names the viewer when the viewer is another user', async () => {
    const file = await make.file({ owner: teacher }, { name: 'marked.txt', content: 'marked' })
    const { preview_token: token } = await client.call('GET /v2/file/preview_token', { file_id: file.id })
    const headers = { 'x-preview-token': token }
    assert.equal((await client.call('POST /v2/preview/info', {}, headers)).category, null)
    const student = await make.user({ enterprise: school })
    const userToken = (await clientFor(student)).headers.authorization!.slice('Bearer '.length)
    const marked = await client.call('POST /v2/preview/info', { preview_user_token: userToken }, headers)
    assert.equal(marked.category, 'watermark_preview')
    await client.refused('POST /v2/preview/info', { preview_user_token: 'x' }, 401, 'invalid_token', headers)
  })

  test('without the scope item_download the rendition carries a watermark, whatever scopes the application has', async () => {
    const file = await make.file({ owner: teacher }, { name: 'only.txt', content: 'only' })
    const looking = await clientFor(teacher, { scope: 'item_preview' })
    const { preview_token: token } = await looking.call('GET /v2/file/preview_token', { file_id: file.id })
    const shown = await looking.call('POST /v2/preview/info', {}, { 'x-preview-token': token })
    assert.equal(shown.download_url, null)
    assert.equal(shown.category, 'watermark_preview')
  })
})

describe('[OPEN-01] folders for the pickers', () => {
  test('the list starts with the own root, the departments and the folders shared by others', async () => {
    const colleague = await make.user({ enterprise: school })
    const shared = await make.folder({ owner: administrator }, { name: 'shared' })
    await make.collab(shared, { user: colleague }, 'viewer')
    const theirs = await clientFor(colleague)
    const { folders } = await theirs.call('GET /v2/folder/roots', {})
    assert.deepEqual(
      folders.map(({ id, name }) => [id, name]),
      [
        [0, ''],
        [shared.id, 'shared'],
      ],
    )
  })

  test('the list contains the user’s topmost departments, in their order', async () => {
    const [second, first] = [
      await make.department({ enterprise: school, name: '一年级', position: 2 }),
      await make.department({ enterprise: school, name: '二年级', position: 1 }),
    ]
    const room = await make.department({ parent: second, name: '一班' })
    const hidden = await make.department({ parent: first, name: '二班' })
    const within = await make.department({ parent: hidden, name: '第一组' })
    const head = await make.user({ enterprise: school })
    for (const department of [first, second, room, within]) await make.member(department, head)
    const theirs = await clientFor(head)
    const { folders } = await theirs.call('GET /v2/folder/roots', {})
    assert.deepEqual(
      folders.map(({ name }) => name),
      ['', '第一组', '二年级', '一年级'],
    )
    const below = await theirs.call('GET /v2/folder/{id}/children', { id: folders[3]!.id })
    assert.deepEqual(
      below.folders.map(({ name }) => name),
      ['一班'],
    )
  })

  test('pages of a folder follow the requested order', async () => {
    const folder = await make.folder({ owner: teacher })
    for (const name of ['b.txt', 'a.txt', 'c.txt']) await make.file({ parent: folder }, { name })
    const input = { id: folder.id, page_capacity: 2, sort_by: 'name', sort_direction: 'asc' } as const
    const first = await client.call('GET /v2/folder/{id}/children', { ...input, page_id: 0 })
    assert.deepEqual(
      first.files.map(({ name }) => name),
      ['a.txt', 'b.txt'],
    )
    assert.deepEqual([first.page_count, first.total_count], [2, 3])
    const second = await client.call('GET /v2/folder/{id}/children', { ...input, page_id: 1 })
    assert.deepEqual(
      second.files.map(({ name }) => name),
      ['c.txt'],
    )
  })

  test('a folder is created where the user may create one, and refused when its name is taken', async () => {
    const made = await client.call('POST /v2/folder/create', { parent_id: 0, name: 'fresh' })
    assert.equal(made.type, 'folder')
    await client.refused('POST /v2/folder/create', { parent_id: 0, name: 'fresh' }, 409, 'folder_name_conflict')
  })
})

describe('[OPEN-06] limits', () => {
  const me = 'GET /v2/user/info'
  const manyTimes = async (count: number, who: OpenClient) => {
    const statuses = new Set<number>()
    const ask = async () => {
      for (let left = count / 10; left > 0; left -= 1) statuses.add((await who.send(me, {})).status)
    }
    await Promise.all(Array.from({ length: 10 }, ask))
    return [...statuses]
  }

  deepTest(
    '600 calls a minute are allowed per user over all tokens; other users and the next minute are not affected',
    async () => {
      now += 60_000
      const busy = await make.user({ enterprise: school })
      const [one, two] = [await clientFor(busy), await clientFor(busy)]
      assert.deepEqual(await manyTimes(300, one), [200])
      assert.deepEqual(await manyTimes(300, two), [200])
      await one.refused(me, {}, 429, 'rate_limit')
      await two.refused(me, {}, 429, 'rate_limit')
      await client.call(me, {})
      now += 60_000
      await one.call(me, {})
    },
  )

  deepTest('120 unknown tokens a minute are allowed', async () => {
    now += 60_000
    assert.deepEqual(await manyTimes(120, new OpenClient(server.url, 'a'.repeat(43))), [401])
    await new OpenClient(server.url, 'b'.repeat(43)).refused(me, {}, 429, 'rate_limit')
    await new OpenClient(server.url, '').refused(me, {}, 401, 'unauthorized')
    await client.call(me, {})
  })
})
