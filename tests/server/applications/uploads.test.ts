import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { OpenItem } from '@/contract/applications'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { makeApplication, OpenClient } from '../../support/applications/applications'
import { client as web } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let teacher: UserRow
let folder: ItemRow
let client: OpenClient
let credentials: Awaited<ReturnType<typeof makeApplication>>

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
  school = await make.enterprise()
  const administrator = await make.user({ enterprise: school, isAdministrator: true })
  teacher = await make.user({ enterprise: school })
  folder = await make.folder({ owner: teacher }, { name: 'lessons' })
  credentials = await makeApplication(server, administrator)
  client = await clientFor(teacher)
})
after(() => server.close())

const clientFor = async (user: UserRow) =>
  new OpenClient(server.url, await new OpenClient(server.url).token(credentials, user))

/** Announces a file and posts its content. */
async function bring(name: string, content: string, changes: object = {}): Promise<OpenItem> {
  const input = { parent_id: folder.id, name, upload_type: 'api', ...changes } as const
  const { presign_url: address } = await client.call('POST /v2/file/upload', input)
  return posted(address, content)
}
async function posted(address: string, content: string): Promise<OpenItem> {
  const answer = await client.post(address, content)
  const body: unknown = await answer.json()
  assert.equal(answer.status, 200, JSON.stringify(body))
  return body as OpenItem
}
async function contentOf({ id }: { id: number }): Promise<string> {
  const { download_url: address } = await client.call('GET /v2/file/{id}/download', { id })
  return (await fetch(address)).text()
}

describe('[OAPI-03] a file of a name that the folder has', () => {
  test('is refused, becomes a new version, or gets a number, as the program asks', async () => {
    const first = await bring('one.txt', 'first')
    const input = { parent_id: folder.id, name: 'one.txt', upload_type: 'api' } as const
    await client.refused('POST /v2/file/upload', input, 409, 'file_name_conflict')
    await client.refused('POST /v2/file/upload_v2', { ...input, is_covered: 0 }, 409, 'file_name_conflict')
    const covered = await bring('one.txt', 'second', { is_covered: true })
    assert.deepEqual([covered.id, covered.name, covered.sequence_id], [first.id, 'one.txt', 2])
    assert.equal(await contentOf(first), 'second')
    const numbered = await bring('one.txt', 'third', { is_numbered: true })
    assert.notEqual(numbered.id, first.id)
    assert.equal(numbered.name, 'one (1).txt')
    assert.equal(await contentOf(first), 'second')
  })

  test('a new name is a new file, also where versions are asked for', async () => {
    const made = await bring('new.txt', 'new', { is_covered: true })
    assert.deepEqual([made.name, made.sequence_id], ['new.txt', 1])
  })

  test('a folder of that name gets no version, and a file in the trash does not count', async () => {
    await make.folder({ parent: folder }, { name: 'both.txt' })
    const input = { parent_id: folder.id, name: 'both.txt', upload_type: 'api', is_covered: true } as const
    await client.refused('POST /v2/file/upload', input, 409, 'file_name_conflict')
    const { id } = await bring('gone.txt', 'old')
    await client.call('POST /v2/file/{id}/delete', { id })
    assert.notEqual((await bring('gone.txt', 'new', { is_covered: true })).id, id)
  })

  test('a path leads to the same rules', async () => {
    const input = { target_folder_path: 'lessons', name: 'path.txt', upload_type: 'api' } as const
    const send = async (content: string, changes: object = {}) => {
      const { presign_url: address } = await client.call('POST /v2/file/upload_by_path', { ...input, ...changes })
      return posted(address, content)
    }
    const first = await send('first')
    await client.refused('POST /v2/file/upload_by_path', input, 409, 'file_name_conflict')
    assert.equal((await send('second', { is_covered: true })).id, first.id)
  })

  test('who may add files, but not write over those of others, covers nothing', async () => {
    const uploader = await make.user({ enterprise: school })
    const lent = await make.folder({ owner: teacher })
    await make.collab(lent, { user: uploader }, 'viewer_uploader')
    await make.file({ parent: lent }, { name: 'theirs.txt', content: 'theirs' })
    const input = { parent_id: lent.id, name: 'theirs.txt', upload_type: 'api' } as const
    const theirs = await clientFor(uploader)
    await theirs.refused('POST /v2/file/upload', { ...input, is_covered: true }, 403, 'permission_denied')
    await theirs.call('POST /v2/file/upload', { ...input, is_numbered: true })
  })
})

describe('[OAPI-03] a new version', () => {
  test('is announced by the file, keeps its name, and has the remark', async () => {
    const { id } = await bring('versions.txt', 'first')
    for (const [call, name, content] of [
      ['POST /v2/file/{id}/new_version', 'versions.txt', 'second'],
      ['POST /v2/file/{id}/new_version_v2', 'other.txt', 'third'],
    ] as const) {
      const input = { id, name, upload_type: 'api', remark: content } as const
      const { presign_url: address } = await client.call(call, input)
      const made = await posted(address, content)
      assert.deepEqual([made.id, made.name], [id, 'versions.txt'])
      assert.equal(await contentOf(made), content)
    }
    const they = await web(server).as(teacher.login)
    const { file_versions: versions } = await they.call('GET /apps/files/versions', { file_id: id })
    assert.deepEqual(
      versions.map(({ remark }) => remark),
      ['third', 'second', ''],
    )
  })

  test('has the kind of its file, needs a right to the file, and is none of a folder', async () => {
    const { id } = await bring('kind.txt', 'first')
    const announced = { name: 'kind.txt', upload_type: 'api' } as const
    const call = 'POST /v2/file/{id}/new_version_v2'
    await client.refused(call, { id, ...announced, name: 'kind.pdf' }, 400, 'version_extension')
    await client.refused(call, { id: folder.id, ...announced }, 404, 'file_not_found')
    await client.refused(call, { id, upload_type: 'api' }, 400, 'request_data_invalid')
    await client.refused(call, { id, ...announced, upload_type: 'web' }, 400, 'request_data_invalid')
    const stranger = await clientFor(await make.user({ enterprise: school }))
    await stranger.refused(call, { id, ...announced }, 404, 'file_not_found')
  })
})
