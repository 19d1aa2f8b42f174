import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { makeApplication, OpenClient } from '../../support/applications/applications'
import { client as web } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let teacher: UserRow
let colleague: UserRow
let folder: ItemRow
let client: OpenClient
let theirs: OpenClient
let now: number

before(async () => {
  now = Math.floor(Date.now() / 1000) * 1000
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
  school = await make.enterprise()
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

describe('[OAPI-04] comments', () => {
  test('a comment is made, listed with its file and author, counted, and seen in the drive', async () => {
    const { id } = await make.file({ parent: folder }, { name: 'one.txt' })
    const made = await client.call('POST /v2/comment/create', { file_id: id, content: ' 很好 ' })
    assert.deepEqual(made, {
      id: made.id,
      comment_id: made.id,
      file_id: id,
      content: '很好',
      created_at: now / 1000,
      user: {
        id: teacher.id,
        name: teacher.name,
        login: teacher.login,
        enterprise_id: school.id,
        miniDepartmentList: [],
      },
      item: { type: 'file', id, name: 'one.txt', user_count: null },
    })
    const second = await theirs.call('POST /v2/comment/create', { file_id: id, content: `@[${teacher.id}:x] 谢谢` })
    assert.equal(second.content, `@[${teacher.id}:${teacher.name}] 谢谢`)
    const { comments } = await client.call('GET /v2/file/{id}/comments', { id })
    assert.deepEqual(comments, [made, second])
    assert.equal((await client.call('GET /v2/file/{id}/info', { id })).comments_count, 2)
    const they = await web(server).as(teacher.login)
    const inDrive = await they.call('GET /apps/files/comments', { item_typed_id: `file_${id}` })
    assert.deepEqual(
      inDrive.comments.map((comment) => comment.content),
      ['很好', second.content],
    )
  })

  test('a comment has up to 1,001 characters', async () => {
    const { id } = await make.file({ parent: folder })
    const create = (content: string) => ({ file_id: id, content })
    assert.equal((await client.call('POST /v2/comment/create', create('长'.repeat(1001)))).content.length, 1001)
    for (const wrong of ['长'.repeat(1002), '', ' \n', 'x'.repeat(20_001)])
      await client.refused('POST /v2/comment/create', create(wrong), 400, 'request_data_invalid')
    await client.refused('POST /v2/comment/create', { file_id: id }, 400, 'request_data_invalid')
  })

  test('a comment is deleted by its author and the owner of the file, once', async () => {
    const { id } = await make.file({ parent: folder })
    const create = (of: OpenClient) => of.call('POST /v2/comment/create', { file_id: id, content: 'x' })
    const [own, others, another] = [await create(theirs), await create(client), await create(theirs)]
    const remove = 'POST /v2/comment/{id}/delete'
    await theirs.refused(remove, { id: others.id }, 403, 'permission_denied')
    assert.deepEqual(await theirs.call(remove, { id: own.id }), { success: true })
    await theirs.refused(remove, { id: own.id }, 404, 'comment_not_found')
    await client.call(remove, { id: another.id })
    const { comments } = await client.call('GET /v2/file/{id}/comments', { id })
    assert.deepEqual(
      comments.map((comment) => comment.id),
      [others.id],
    )
  })

  test('files and comments that the user may not read are missing, deleted or withheld', async () => {
    const secret = await make.file({ owner: teacher })
    const { id } = await client.call('POST /v2/comment/create', { file_id: secret.id, content: 'x' })
    await theirs.refused('GET /v2/file/{id}/comments', { id: secret.id }, 404, 'file_not_found')
    await theirs.refused('POST /v2/comment/create', { file_id: secret.id, content: 'x' }, 404, 'file_not_found')
    await theirs.refused('POST /v2/comment/{id}/delete', { id }, 404, 'comment_not_found')
    await theirs.refused('POST /v2/comment/{id}/delete', { id: 900_000_000 }, 404, 'comment_not_found')
    await client.refused('GET /v2/file/{id}/comments', { id: folder.id }, 404, 'file_not_found')
    const box = await make.folder({ owner: teacher })
    await make.collab(box, { user: colleague }, 'uploader')
    const inBox = await make.file({ parent: box }, { creator: colleague })
    await theirs.refused('GET /v2/file/{id}/comments', { id: inBox.id }, 403, 'permission_denied')
    await client.call('POST /v2/file/{id}/delete', { id: secret.id })
    await client.refused('GET /v2/file/{id}/comments', { id: secret.id }, 400, 'file_deleted')
    await client.refused('POST /v2/comment/{id}/delete', { id }, 400, 'file_deleted')
  })
})
