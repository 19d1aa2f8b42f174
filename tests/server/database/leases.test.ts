import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { after, afterEach, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { takeLease, type Lease } from '../../../server/database/lease'
import { TempWorkspace } from '../../../server/previews/sandbox/TempWorkspace'
import { DiskStorage } from '../../../server/storage/DiskStorage'
import { createTestDatabase, type TestDatabase } from '../../support/cluster'
import { until } from '../../support/until'
import { gate } from '../../support/uploads/upload'

let database: TestDatabase
let root: string
const leases: Lease[] = []

before(async () => {
  database = await createTestDatabase()
  root = await mkdtemp(join(tmpdir(), 'satchel-leases-'))
})
afterEach(async () => {
  for (const lease of leases.splice(0)) await lease.end()
})
after(async () => {
  await database.drop()
  await rm(root, { recursive: true })
})

async function lease(options?: Parameters<typeof takeLease>[2]) {
  const taken = await takeLease(database.db, console, options)
  leases.push(taken)
  return taken
}
const expire = ({ holder }: Lease) =>
  sql`update leases set expires_at = now() - interval '1 second' where holder = ${holder}`.execute(database.db)
const temporaries = () => readdir(join(root, 'incoming'))

describe('leases', () => {
  test('a lease lives until it ends or expires', async () => {
    const [one, other] = [await lease(), await lease()]
    assert.deepEqual(await one.living(), new Set([one.holder, other.holder]))
    await expire(other)
    assert.deepEqual(await one.living(), new Set([one.holder]))
    await one.end()
    assert.deepEqual(await other.living(), new Set())
  })

  test('a lease can be renewed, even after it expired', async () => {
    const renewed = await lease({ settings: { duration: 60, renewal: 20 } })
    await expire(renewed)
    await until('the renewal', async () => (await renewed.living()).has(renewed.holder))
  })

  test('a lease ends immediately when nobody else can use the database', async () => {
    const killed = await lease()
    const next = await lease({ isAlone: true })
    assert.equal((await next.living()).has(killed.holder), false)
  })
})

describe('temporary files of processes that share a folder', () => {
  test('a starting process leaves the files of another writer alone, though both have the same process number', async () => {
    const one = await DiskStorage.open(root, await lease())
    const { opened: mayEnd, open: end } = gate()
    const written = one.write(
      Readable.from(
        (async function* () {
          yield Buffer.from('half')
          await mayEnd
          yield Buffer.from('half')
        })(),
      ),
      { size: 8 },
    )
    await until('the first half', async () => (await temporaries()).length === 1)
    const other = await DiskStorage.open(root, await lease())
    await other.removeTemporaries()
    end()
    const { key } = await written
    assert.deepEqual(await other.stat(key), { size: 8, isComplete: true })
  })

  test('the next reader removes the files of an ended lease', async () => {
    const [one, other] = [await lease(), await lease()]
    const store = await DiskStorage.open(root, other)
    const [ended, living] = [`${one.holder}-aa`, `${other.holder}-bb`]
    await Promise.all([ended, living, '4711-cc'].map((name) => writeFile(join(root, 'incoming', name), 'half')))
    await store.removeTemporaries()
    assert.deepEqual((await temporaries()).sort(), [ended, living].sort())
    await expire(one)
    await store.removeTemporaries()
    assert.deepEqual(await temporaries(), [living])
  })
})

describe('working folders of servers that share the system’s temporary folder', () => {
  const storage = {} as DiskStorage
  const options = { sandbox: null, enterpriseOf: async () => 1 }
  const folderOf = (workspace: TempWorkspace) => workspace.use(1, async (folder) => dirname(dirname(folder)))

  test('the folder of a server with an unknown process number stays while its lease lives', async () => {
    const [elsewhere, here] = [await lease(), await lease()]
    const module = pathToFileURL(resolve('server/previews/sandbox/TempWorkspace.ts')).href
    const code = `
      import { dirname } from 'node:path'
      const { TempWorkspace } = await import('${module}')
      const owner = { holder: '${elsewhere.holder}', living: async () => new Set(['${elsewhere.holder}', '${here.holder}']) }
      const workspace = await TempWorkspace.open({}, owner, '${root}', { sandbox: null, enterpriseOf: async () => 1 })
      await workspace.use(1, async (folder) => process.stdout.write(dirname(dirname(folder))))`
    const { stdout: left } = await promisify(execFile)(process.execPath, [
      '--import',
      'tsx',
      '--input-type=module',
      '--eval',
      code,
    ])
    const workspace = await TempWorkspace.open(storage, here, root, options)
    assert.equal(existsSync(left), true)
    await expire(elsewhere)
    await workspace.removeLeftovers()
    assert.equal(existsSync(left), false)
    await workspace.close()
  })

  test('the folder of a killed server is removed once its lease ends, though a living process has its number', async () => {
    const [killed, next] = [await lease(), await lease()]
    const left = await folderOf(await TempWorkspace.open(storage, killed, root, options))
    await expire(killed)
    const workspace = await TempWorkspace.open(storage, next, root, options)
    assert.equal(existsSync(left), false)
    assert.equal(existsSync(await folderOf(workspace)), true)
    await workspace.close()
  })

  test('the folder of another installation, whose leases are unknown here, stays', async () => {
    const stranger = { holder: 'stranger', living: async () => new Set(['stranger']) }
    const other = await TempWorkspace.open(storage, stranger, `${root}-other`, options)
    const workspace = await TempWorkspace.open(storage, await lease(), root, options)
    assert.equal(existsSync(await folderOf(other)), true)
    await workspace.close()
    await other.close()
  })
})
