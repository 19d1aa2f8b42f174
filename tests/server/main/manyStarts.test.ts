import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { runAdmin } from '../../support/administration/runAdmin'
import { client } from '../../support/client'
import { startManyServers, type ManyServers } from '../../support/manyServers'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'
import { upload } from '../../support/uploads/upload'

let many: ManyServers
const started: ServerProcess[] = []
before(async () => {
  many = await startManyServers(1)
})
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop()
})
after(() => many.close())

/** Starts another server on the database. @returns the server, or what it printed before it ended */
async function start(settings: Record<string, string> = {}): Promise<ServerProcess | string> {
  try {
    const server = await startServerProcess({ ...many.settings, ...settings })
    started.push(server)
    return server
  } catch (error) {
    return (error as Error).message
  }
}

const isStarted = (outcome: ServerProcess | string) => typeof outcome !== 'string'
/** Another data folder, inside the first so that it is removed with it. */
async function anotherFolder(name: string): Promise<string> {
  const folder = join(many.folder, name)
  await mkdir(folder, { mode: 0o711 })
  await chmod(folder, 0o711)
  return folder
}

describe('[RUN-02] a server that does not fit the others of its database refuses to start', () => {
  test('with another sealing key, in a folder of its own or as a setting, and the key is not created', async () => {
    const folder = await anotherFolder('elsewhere')
    assert.match(
      String(await start({ DATA_DIR: folder })),
      /sealing\.key is missing\. Every server .* needs the same key/,
    )
    await assert.rejects(readFile(join(folder, 'sealing.key')), { code: 'ENOENT' })
    await writeFile(join(folder, 'sealing.key'), randomBytes(32).toString('base64'))
    assert.match(String(await start({ DATA_DIR: folder })), /sealing\.key is not the key of this database/)
    const SEALING_KEY = randomBytes(32).toString('base64')
    assert.match(String(await start({ SEALING_KEY })), /SEALING_KEY is not the key of this database/)
  })

  test('with other files: a folder that is new, or that belongs to another database', async () => {
    const SEALING_KEY = (await readFile(join(many.folder, 'sealing.key'), 'utf8')).trim()
    const folder = await anotherFolder('files-elsewhere')
    const name = (await readFile(join(many.folder, 'files/storage.name'), 'utf8')).trim()
    const refused = String(await start({ DATA_DIR: folder, SEALING_KEY }))
    assert.match(
      refused,
      /does not hold the files of this database: its name is missing, the database knows [0-9a-f]{32}/,
    )
    await mkdir(join(folder, 'files'), { recursive: true })
    await writeFile(join(folder, 'files/storage.name'), 'another\n')
    assert.match(String(await start({ DATA_DIR: folder, SEALING_KEY })), /its name is another/)
    // What the message says.
    await writeFile(join(folder, 'files/storage.name'), name)
    assert.ok(isStarted(await start({ DATA_DIR: folder, SEALING_KEY })))
  })

  test('a lost key is replaced only on request, and the command asks for --yes', async () => {
    const path = join(many.folder, 'sealing.key')
    await rename(path, `${path}.lost`)
    try {
      assert.match(String(await start()), /sealing\.key is missing.*sealing-key accept --yes/)
      assert.equal((await runAdmin(['sealing-key', 'accept'], many.settings)).code, 2)
      const { code, err } = await runAdmin(['sealing-key', 'accept', '--yes'], many.settings)
      assert.equal(code, 0, err)
      assert.ok(isStarted(await start()))
      assert.notEqual(await readFile(path, 'utf8'), await readFile(`${path}.lost`, 'utf8'))
    } finally {
      await rename(`${path}.lost`, path)
      await runAdmin(['sealing-key', 'accept', '--yes'], many.settings)
    }
  })
})

describe('[RUN-02] starting together', () => {
  test('three servers that start at once on an empty database and an empty folder serve the same drive', async () => {
    await sql`drop schema public cascade`.execute(many.database.db)
    await sql`create schema public`.execute(many.database.db)
    const DATA_DIR = await anotherFolder('fresh')
    const outcomes = await Promise.all([1, 2, 3].map(() => start({ DATA_DIR })))
    assert.deepEqual(
      outcomes.map((each) => (isStarted(each) ? '' : each)),
      ['', '', ''],
    )
    const servers = outcomes as ServerProcess[]
    const user = await many.make.user()
    const [first, , third] = many.everywhere(await client(servers[1]!).as(user.login), servers)
    await upload(first!, '一起.txt', Buffer.from('一起'), { folder_id: 0 })
    const { items } = await third!.call('GET /apps/files/file_list/{folderId}', { folderId: 0, folder_type: 'own' })
    assert.deepEqual(
      items?.map(({ name }) => name),
      ['一起.txt'],
    )
  })
})
