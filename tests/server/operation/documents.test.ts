import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { counters, wrongCounts } from '../../../server/queries/operation/faults'
import { foldDocument } from '../../../server/services/documents/body'
import { makeVersion } from '../../../server/services/documents/versions'
import { client } from '../../support/client'
import { photo, sendPicture } from '../../support/documents/pictures'
import { endWriters, joinWriter, makeDocument, tokenOf } from '../../support/documents/writers'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
afterEach(endWriters)
after(() => server.close())

/** The counters that a check reports. */
async function wrong(): Promise<string[]> {
  const found: string[] = []
  for (const counter of counters)
    for (const { id, stored, right } of await wrongCounts(server.deps.db, counter))
      found.push(`${counter.name} of ${id} is ${stored}, not ${right}`)
  return found
}

test('[RUN-07] [DOC-05] a check finds the sizes right while a document changes, is copied, restored and deleted', async () => {
  const { deps } = server
  await deps.jobs.stop()
  const make = factories(deps)
  const owner = await make.user({ enterprise: await make.enterprise({ collaborative_document: true }) })
  const me = await client(server).as(owner.login)
  const { item } = await makeDocument(me)
  const access = await tokenOf(me, item.id)
  const mine = await joinWriter(server, { fileId: item.id, access })
  const write = async (text: string) => {
    mine.write(text)
    await mine.saved()
  }
  const sizeOf = async () => (await me.call('GET /apps/files/get_info', { item_typed_id: item.typed_id })).item!.size
  const copy = () => me.call('POST /apps/files/copy', { item_typed_ids: [item.typed_id], target_folder_id: 0 })

  await sendPicture(server, access, await photo())
  await write('一')
  assert.deepEqual(await wrong(), [], 'after a change')
  assert.equal(await foldDocument(deps.db, item.id), true)
  assert.ok((await sizeOf()) > item.size, 'the item shows the size of what was written')
  assert.deepEqual(await wrong(), [], 'after the change is in the state')
  await copy()
  assert.deepEqual(await wrong(), [], 'after a copy')
  const version = await makeVersion(deps, item.id)
  assert.deepEqual(await wrong(), [], 'after a version')
  await write('二')
  await makeVersion(deps, item.id)
  await foldDocument(deps.db, item.id)
  assert.deepEqual(await wrong(), [], 'after a version before the change is in the state')
  await me.call('POST /apps/documents/restore', { file_id: item.id, version_id: version! })
  await foldDocument(deps.db, item.id)
  assert.deepEqual(await wrong(), [], 'after an old version is restored')
  await write('三')
  await me.call('POST /apps/files/delete', { item_typed_ids: [item.typed_id] })
  await foldDocument(deps.db, item.id)
  assert.deepEqual(await wrong(), [], 'in the trash')
})
