import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { runAdmin } from '../../support/administration/runAdmin'
import { client } from '../../support/client'
import { deepTest, isDeep } from '../../support/deep'
import { makeEmptyServer, type EmptyServer } from '../../support/operation/emptyServer'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'
import { FaultyStore } from '../../support/storage/FaultyStore'
import { settingsOf, startSwift, swiftBucket, withoutSwift } from '../../support/storage/Swift'
import { upload } from '../../support/uploads/upload'

const FILES = 12
const password = 'a long own password'

describe('[RUN-06] a server moves to a PostgreSQL of its own and to an S3 store', { skip: withoutSwift }, () => {
  let folder: string
  let store: FaultyStore
  let empty: EmptyServer
  const at = (name: string) => join(folder, name)
  /** The settings of both. */
  let old: Record<string, string>
  let moved: Record<string, string>

  before(async () => {
    if (!isDeep) return
    folder = await mkdtemp(join(tmpdir(), 'satchel-moving-'))
    // The account that runs PostgreSQL must reach its folder.
    await chmod(folder, 0o711)
    store = await FaultyStore.start(await startSwift())
    empty = await makeEmptyServer()
    old = { DATA_DIR: at('old'), DEMO: '0' }
    const bucket = await swiftBucket('moved', { url: store.url })
    const { DATABASE_URL, DATA_DIR } = empty.settings
    moved = { DATABASE_URL: DATABASE_URL!, DATA_DIR: DATA_DIR!, DEMO: '0', ...settingsOf(bucket) }
  })
  after(async () => {
    if (!isDeep) return
    await empty.remove()
    await store.close()
    await rm(folder, { recursive: true })
  })

  async function run<T>(args: string[], settings: Record<string, string>, code = 0): Promise<T> {
    const answer = await runAdmin([...args, '--json'], settings)
    assert.equal(answer.code, code, `${answer.out}${answer.err}`)
    return JSON.parse(answer.out || '{}') as T
  }

  /** Runs a server of these settings meanwhile. */
  async function whileServing<T>(
    settings: Record<string, string>,
    use: (server: ServerProcess) => Promise<T>,
  ): Promise<T> {
    const server = await startServerProcess(settings)
    try {
      return await use(server)
    } finally {
      await server.stop()
    }
  }

  /** Makes the organisation and its files. */
  const fill = async (server: ServerProcess) => {
    const token = /\/setup#([\w-]{43})$/m.exec(server.output())![1]!
    const { visitor } = client(server)
    const { csrf_token } = await visitor.call('GET /apps/users/get_base_info', {})
    visitor.headers = { requesttoken: csrf_token }
    await visitor.call('POST /setup/create', {
      token,
      organisation: { name: '实验学校', kind: 'school', language: 'zh-CN' },
      administrator: { name: '王珂', login: 'owner@school', password },
    })
    const me = await client(server).as('owner@school', password)
    for (const at of Array(FILES).keys()) await upload(me, `${at}.bin`, randomBytes(5000 + at), { folder_id: 0 })
  }

  /** The names and contents of the files. */
  const read = async (server: ServerProcess) => {
    const me = await client(server).as('owner@school', password)
    const { items = [] } = await me.call('GET /apps/files/file_list/{folderId}', { folderId: 0, folder_type: 'own' })
    return Promise.all(
      items.map(async ({ name, id }): Promise<[string, string]> => {
        const { download_url } = await me.call('GET /apps/files/download', { file_id: id, no_redirect: true })
        const bytes = await (await fetch(new URL(download_url, server.url))).arrayBuffer()
        return [name, Buffer.from(bytes).toString('base64')]
      }),
    )
  }

  deepTest(
    'a backup of the one is restored into the other; a cut in between is continued, and both are compared',
    async () => {
      await whileServing(old, fill)
      const files = await whileServing(old, read)
      assert.equal(files.length, FILES)
      const backup = await run<{ files: number }>(['backup', at('backup')], old)
      let stored = 0
      store.inflict(({ method, path }) => {
        if (method !== 'PUT' || !path.includes('blobs')) return null
        stored += 1
        return stored > backup.files / 2 ? 'cutRequest' : null
      })
      await run(['restore', at('backup')], moved, 1)
      store.heal()
      const { written } = await run<{ written: number }>(['restore', at('backup')], moved)
      assert.ok(written > 0 && written < backup.files, `${written} of ${backup.files}`)
      assert.deepEqual((await run<{ differences: unknown[] }>(['compare', at('backup')], moved)).differences, [])
      assert.deepEqual(await whileServing(moved, read), files)
    },
  )
})
