import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

const DETAILS = 'GET /apps/files/details'

describe('[ROW-05] details of an item', () => {
  let server: TestServer
  let make: ReturnType<typeof factories>

  before(async () => {
    server = await startTestServer()
    make = factories(server.deps)
  })
  after(() => server.close())

  const signIn = ({ login }: { login: string }) => client(server).as(login)

  test('details name the creator and the time, and count the direct children of a folder and the folders among them', async () => {
    const enterprise = await make.enterprise()
    const [owner, editor] = [await make.user({ enterprise }), await make.user({ enterprise, name: '李蔚' })]
    const folder = await make.folder({ owner })
    await make.collab(folder, { user: editor }, 'editor')
    const asEditor = await signIn(editor)
    const before = Math.floor(Date.now() / 1000)
    const { new_folder: made } = await asEditor.call('POST /apps/files/new_folder', {
      parent_folder_id: folder.id,
      name: '新的',
    })
    await make.file({ parent: folder })
    await make.file({ parent: folder })
    const asOwner = await signIn(owner)
    const { details } = await asOwner.call(DETAILS, { item_typed_id: made.typed_id })
    assert.deepEqual(
      [details.creator, details.item_count, details.folder_count],
      [{ id: editor.id, name: '李蔚' }, 0, 0],
    )
    assert.ok(details.created_at >= before && details.created_at <= Date.now() / 1000 + 1, String(details.created_at))
    const outer = await asOwner.call(DETAILS, { item_typed_id: `folder_${folder.id}` })
    assert.deepEqual([outer.details.item_count, outer.details.folder_count], [3, 1])
  })

  test('a file has no counts', async () => {
    const owner = await make.user()
    const file = await make.file({ owner })
    const { details } = await (await signIn(owner)).call(DETAILS, { item_typed_id: `file_${file.id}` })
    assert.deepEqual([details.item_count, details.folder_count], [null, null])
  })

  test('children that the user cannot see are not counted', async () => {
    const enterprise = await make.enterprise()
    const [owner, guest] = [await make.user({ enterprise }), await make.user({ enterprise })]
    const folder = await make.folder({ owner })
    await make.collab(folder, { user: guest }, 'viewer')
    await make.file({ parent: folder })
    for (const hidden of [await make.file({ parent: folder }), await make.folder({ parent: folder })])
      await make.collab(hidden, { user: guest }, 'reset')
    const { details } = await (await signIn(guest)).call(DETAILS, { item_typed_id: `folder_${folder.id}` })
    assert.deepEqual([details.item_count, details.folder_count], [1, 0])
  })

  test('a stranger’s and a missing item answer alike; a deleted item answers no details', async () => {
    const [owner, stranger] = [await make.user(), await make.user()]
    const file = await make.file({ owner })
    const [me, other] = [await signIn(owner), await signIn(stranger)]
    await other.refused(DETAILS, { item_typed_id: `file_${file.id}` }, 'item_not_found')
    await other.refused(DETAILS, { item_typed_id: 'file_999999999' }, 'item_not_found')
    await me.refused(DETAILS, { item_typed_id: `folder_${file.id}` }, 'item_not_found')
    await me.call('POST /apps/files/delete', { item_typed_ids: [`file_${file.id}`] })
    await me.refused(DETAILS, { item_typed_id: `file_${file.id}` }, 'item_is_deleted')
  })
})
