import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findPreviewFile } from '../../../server/previews/previewFiles'
import { client } from '../../support/client'
import { factories } from '../../support/factories'
import { packed } from '../../support/samples/archives'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer

before(async () => {
  server = await startTestServer()
  // No job changes the state that a test has set.
  await server.deps.jobs.stop()
})
after(() => server.close())

test('[PREV-18] decisions 61: the reported progress is a percentage, in whole numbers', async () => {
  const { db } = server.deps
  const make = factories(server.deps)
  const owner = await make.user()
  const me = await client(server).as(owner.login)
  const content = await packed('x.7z', [], { 'a.txt': Buffer.from('a') })
  const file = await make.file({ owner }, { name: '资料.7z', content })
  const { bodyId } = (await findPreviewFile(db, file.id))!
  const info = () => me.call('GET /apps/representations/info', { file_id: file.id })
  assert.equal((await info()).progress, 0)
  for (const [stored, shown] of [
    [0.004, 0],
    [0.374, 37],
    [1, 100],
  ] as const) {
    const change = { status: 'extract_processing' as const, progress: stored }
    await db.updateTable('representations').set(change).where('body_id', '=', bodyId).execute()
    const { status, progress } = await info()
    assert.deepEqual([status, progress], ['extract_processing', shown])
  }
})
