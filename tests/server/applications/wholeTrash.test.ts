import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { makeApplication, OpenClient } from '../../support/applications/applications'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let credentials: Awaited<ReturnType<typeof makeApplication>>

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
  school = await make.enterprise()
  credentials = await makeApplication(server, await make.user({ enterprise: school, isAdministrator: true }))
})
after(() => server.close())

interface Owner {
  user: UserRow
  client: OpenClient
  folder: ItemRow
}

async function owner(asked: Record<string, string> = {}): Promise<Owner> {
  const user = await make.user({ enterprise: school })
  const client = new OpenClient(server.url, await new OpenClient(server.url).token(credentials, user, asked))
  return { user, client, folder: await make.folder({ owner: user }) }
}

const remove = (client: OpenClient, kind: 'file' | 'folder', { id }: ItemRow) =>
  client.call(`POST /v2/${kind}/{id}/delete`, { id })
const text = async (client: OpenClient, call: 'clear' | 'restore_all', input: object = {}) =>
  (await client.send(`POST /v2/trash/${call}`, input)).text()
const countOf = async (client: OpenClient) => (await client.call('GET /v2/trash/list', {})).total_count
const ONLY = '{"success":true}'

describe('[OAPI-03] the whole recycle bin', () => {
  test('is emptied, at once or by kind, also where the kind is in the query; an empty one is, too', async () => {
    const { client, folder } = await owner()
    for (const kind of ['file', 'folder'] as const)
      await remove(
        client,
        kind,
        await (kind === 'file' ? make.file({ parent: folder }) : make.folder({ parent: folder })),
      )
    const headers = { ...client.headers, 'content-type': 'application/json' }
    const inQuery = await fetch(`${server.url}/api/v2/trash/clear?type=file`, { method: 'POST', headers, body: '' })
    assert.equal(await inQuery.text(), ONLY)
    const { files, folders } = await client.call('GET /v2/trash/list', {})
    assert.deepEqual([files.length, folders.length], [0, 1])
    assert.equal(await text(client, 'clear', { type: 'item' }), ONLY)
    assert.equal(await countOf(client), 0)
    assert.equal(await text(client, 'clear'), ONLY)
    assert.equal(await text(client, 'restore_all'), ONLY)
    await client.refused('POST /v2/trash/clear', { type: 'x' }, 400, 'request_data_invalid')
  })

  test('is restored, a folder before what was deleted in it, and what cannot come back stays', async () => {
    const { client, folder } = await owner()
    const outer = await make.folder({ parent: folder })
    const inner = await make.folder({ parent: outer })
    const file = await make.file({ parent: inner })
    await remove(client, 'file', file)
    await remove(client, 'folder', inner)
    await remove(client, 'folder', outer)
    assert.equal(await text(client, 'restore_all', { type: 'file' }), ONLY)
    assert.equal(await countOf(client), 3)
    assert.equal(await text(client, 'restore_all'), ONLY)
    assert.equal(await countOf(client), 0)
    assert.equal((await client.call('GET /v2/file/{id}/info', { id: file.id })).parent?.id, inner.id)
  })

  test('of a large one a job does the rest, and the answer says so', async () => {
    const { user, client } = await owner()
    const { db } = server.deps
    for (const call of ['restore_all', 'clear'] as const) {
      for (let n = 0; n < 205; n += 1) await make.file({ owner: user }, { name: `${call} ${n}.txt` })
      const mine = db.updateTable('items').where('creator_id', '=', user.id).where('is_folder', '=', false)
      const deleted = { deleted_at: new Date(), deleted_by: user.id, deleted_space_owner_id: user.id }
      await mine.set(deleted).execute()
      const before = await countOf(client)
      assert.ok(before > 200)
      assert.equal(await text(client, call), '{"success":true,"backend_processing":true}')
      await until('the rest', async () => (await countOf(client)) === 0)
    }
  })

  test('is the user’s alone: others’ items stay, and of those deleted in others’ spaces only the own entries go', async () => {
    const [mine, other] = [await owner(), await owner()]
    await make.collab(other.folder, { user: mine.user }, 'editor')
    const [theirs, lent] = [await make.file({ parent: other.folder }), await make.file({ parent: other.folder })]
    await remove(other.client, 'file', theirs)
    await remove(mine.client, 'file', lent)
    assert.equal(await text(mine.client, 'clear'), ONLY)
    assert.deepEqual([await countOf(mine.client), await countOf(other.client)], [0, 2])
    await other.client.call('POST /v2/file/{id}/restore_from_trash', { id: lent.id })
    const narrow = await owner({ scope: 'item_read item_upload item_edit' })
    await narrow.client.refused('POST /v2/trash/clear', {}, 403, 'permission_denied')
  })
})
