import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createApp } from '@/stores/app/AppServices'
import { uploadsOf } from '@/stores/uploads/UploadStore'
import { password } from '../support/client'
import { factories } from '../support/factories'
import { startTestServer, type TestServer } from '../support/testServer'
import { until } from '../stores/support/until'
import { HttpPlatform } from './httpPlatform'

let server: TestServer
let make: ReturnType<typeof factories>

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
})
after(() => server.close())

const bytes = new TextEncoder().encode('0123456789'.repeat(10))
const file = { name: '课件.txt', size: bytes.length, source: bytes }

/** A user's queue that sends parts of 40 bytes into a folder shared with the user; `between` runs before the second part. */
async function uploading(
  between: (world: { folder: { id: number }; ownerId: number; userId: number }) => Promise<unknown>,
) {
  const enterprise = await make.enterprise()
  const [owner, user] = [await make.user({ enterprise }), await make.user({ enterprise })]
  const folder = await make.folder({ owner }, { name: '作业' })
  await make.collab(folder, { user }, 'editor')
  const platform = new HttpPlatform(server.url)
  Object.assign(platform, { firstPartSize: 40, partSize: 40 })
  const send = platform.sendPart
  platform.sendPart = async (request) => {
    if (request.part?.from === 40) await between({ folder, ownerId: owner.id, userId: user.id })
    return send(request)
  }
  const app = createApp(platform)
  await app.session.start()
  await app.session.signIn(user.login, password)
  const uploads = uploadsOf(app)
  uploads.add([file], `folder_${folder.id}`)
  await until(() => uploads.entries[0]?.upload.state === 'failed')
  return { folder, platform, uploads, send, entry: uploads.entries[0]! }
}

describe('[UPL-04] a change during an upload is explained, and the received bytes are kept', () => {
  test('after deleting and restoring the folder, a tap continues the upload', async () => {
    const { folder, platform, uploads, send, entry } = await uploading(({ folder: { id } }) =>
      server.deps.db.updateTable('items').set({ deleted_at: new Date() }).where('id', '=', id).execute(),
    )
    assert.ok(entry.message && 'text' in entry.message && entry.message.text.length > 0, JSON.stringify(entry.message))
    await server.deps.db.updateTable('items').set({ deleted_at: null }).where('id', '=', folder.id).execute()
    const parts: number[] = []
    platform.sendPart = (request) => {
      if (request.part) parts.push(request.part.from)
      return send(request)
    }
    uploads.retry()
    await until(() => entry.upload.state === 'uploaded')
    assert.deepEqual(parts, [40, 80])
  })

  test('a lowered role stops the upload', async () => {
    const { entry } = await uploading(({ userId }) =>
      server.deps.db.updateTable('collabs').set({ role: 'viewer' }).where('user_id', '=', userId).execute(),
    )
    assert.deepEqual([entry.message, entry.upload.loaded], [{ key: 'upload.fault.noPermission' }, 40])
  })

  test('a space that became full stops the upload', async () => {
    const { entry } = await uploading(({ ownerId }) =>
      server.deps.db.updateTable('users').set({ quota_bytes: 1 }).where('id', '=', ownerId).execute(),
    )
    assert.ok(
      entry.message && 'text' in entry.message && /空间|容量/.test(entry.message.text),
      JSON.stringify(entry.message),
    )
  })
})
