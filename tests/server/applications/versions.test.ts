import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { makeApplication, OpenClient } from '../../support/applications/applications'
import { client as web } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let teacher: UserRow
let colleague: UserRow
let folder: ItemRow
let client: OpenClient
let theirs: OpenClient

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
  const school = await make.enterprise()
  const administrator = await make.user({ enterprise: school, isAdministrator: true })
  teacher = await make.user({ enterprise: school })
  colleague = await make.user({ enterprise: school })
  folder = await make.folder({ owner: teacher })
  await make.collab(folder, { user: colleague }, 'editor')
  const credentials = await makeApplication(server, administrator)
  const clientFor = async (user: UserRow) =>
    new OpenClient(server.url, await new OpenClient(server.url).token(credentials, user))
  client = await clientFor(teacher)
  theirs = await clientFor(colleague)
})
after(() => server.close())

/** A file with two versions, the older first. */
async function twice(of = client) {
  const { id } = await make.file({ parent: folder }, { content: 'old' })
  const asked = { id, name: 'x.txt', upload_type: 'api', remark: 'why' } as const
  const { presign_url: address } = await of.call('POST /v2/file/{id}/new_version', asked)
  assert.equal((await of.post(address, 'newer')).status, 200)
  const { file_versions: versions } = await of.call('GET /v2/file/{id}/versions', { id })
  return { id, newer: versions[0]!, older: versions[1]! }
}
const listed = async (id: number) => (await client.call('GET /v2/file/{id}/versions', { id })).file_versions
const bytes = async (id: number) =>
  (await fetch((await client.call('GET /v2/file/{id}/download', { id })).download_url)).text()
const usedBytes = async () =>
  (
    await server.deps.db
      .selectFrom('items')
      .select('used_bytes')
      .where('personal_of', '=', teacher.id)
      .executeTakeFirstOrThrow()
  ).used_bytes

describe('[OAPI-03] versions', () => {
  test('versions are listed newest first with hash, person and remark, and read one by one', async () => {
    const { id, newer, older } = await twice()
    assert.deepEqual([newer.current, older.current], [true, false])
    assert.deepEqual([newer.size, newer.remark, newer.description, newer.file_id], [5, 'why', 'why', id])
    assert.equal(newer.sha1, createHash('sha1').update('newer').digest('hex'))
    assert.equal(newer.modified_by.login, teacher.login)
    const info = 'GET /v2/file/{id}/version/{version_id}/info'
    assert.deepEqual(await client.call(info, { id, version_id: older.id }), older)
    const other = await twice()
    await client.refused(info, { id, version_id: other.older.id }, 404, 'file_not_found')
  })

  test('promoting puts the older bytes on top, once, and the drive shows them', async () => {
    const { id, older, newer } = await twice()
    const promote = 'POST /v2/file/{id}/version/{version_id}/promote'
    const file = await client.call(promote, { id, version_id: older.id })
    assert.deepEqual([file.size, file.sha1, file.sequence_id], [3, older.sha1, 3])
    assert.equal(await bytes(id), 'old')
    const versions = await listed(id)
    assert.deepEqual(
      versions.map((version) => [version.current, version.sha1]),
      [
        [true, older.sha1],
        [false, newer.sha1],
        [false, older.sha1],
      ],
    )
    await client.call(promote, { id, version_id: versions[0]!.id })
    assert.equal((await listed(id)).length, 3)
    const they = await web(server).as(teacher.login)
    const { item } = await they.call('GET /apps/files/get_info', { item_typed_id: `file_${id}` })
    assert.deepEqual([item?.version, item?.size], [3, 3])
  })

  test('an older version is deleted with its bytes, the current and a pinned one never', async () => {
    const { id, older, newer } = await twice()
    const remove = 'POST /v2/file/{id}/version/{version_id}/delete'
    await client.refused(remove, { id, version_id: newer.id }, 403, 'permission_denied')
    const before = await usedBytes()
    assert.deepEqual(await client.call(remove, { id, version_id: older.id }), { success: true })
    assert.equal(await usedBytes(), before - 3)
    await client.refused(remove, { id, version_id: older.id }, 404, 'file_not_found')
    assert.deepEqual(
      (await listed(id)).map((version) => version.id),
      [newer.id],
    )
    const [deed] = await server.deps.db
      .selectFrom('audit_log')
      .select(['deed', 'detail'])
      .where('item_id', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    assert.deepEqual(deed, { deed: 'version_deleted', detail: { before: { version: 1 }, application: 'Lessons' } })
    const pinned = await twice()
    await server.deps.db
      .insertInto('share_links')
      .values({
        unique_name: randomBytes(16).toString('base64url'),
        serial_number: `pinned${pinned.id}`,
        maker_id: teacher.id,
        enterprise_id: teacher.enterprise_id,
        access: 'public',
        description: '',
        due_at: null,
        disable_download: false,
        disable_forward: false,
        password_hash: null,
        password_sealed: null,
        preview_limit: null,
        download_limit: null,
        watermark_content: '',
        is_watermark_visitor: false,
        is_first_visit_told: false,
        approval_state: 2,
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .then(({ id: link_id }) =>
        server.deps.db
          .insertInto('share_link_items')
          .values({
            link_id,
            position: 1,
            item_id: pinned.id,
            is_folder: false,
            name: 'x',
            extension: '',
            size: 3,
            pinned_version_id: pinned.older.id,
          })
          .execute(),
      )
    await client.refused(remove, { id: pinned.id, version_id: pinned.older.id }, 403, 'permission_denied')
  })

  test('an editor deletes versions of their own only, and strangers see none', async () => {
    const { id, older } = await twice(theirs)
    const remove = 'POST /v2/file/{id}/version/{version_id}/delete'
    await theirs.refused(remove, { id, version_id: older.id }, 403, 'permission_denied')
    const secret = await make.file({ owner: teacher })
    await theirs.refused('GET /v2/file/{id}/versions', { id: secret.id }, 404, 'file_not_found')
    await client.refused('GET /v2/file/{id}/versions', { id: folder.id }, 404, 'file_not_found')
  })
})
