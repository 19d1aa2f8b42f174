import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Item } from '@/contract/entities'
import { findPostmaster } from '../../../server/database/postmaster'
import { addOwner } from '../../support/administration/addOwner'
import { client, type Client } from '../../support/client'
import { deepTest, isDeep } from '../../support/deep'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'
import { hasStrace } from '../../support/strace'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'

const rounds = isDeep ? 12 : 1
const writers = 4
const account = 'owner@school'

interface Acknowledged {
  name: string
  /** Hexadecimal SHA-256 of a file; absent for a folder. */
  sha256?: string
}

let folder: string
let server: ServerProcess | undefined

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-crash-'))
  await chmod(folder, 0o711)
})
after(async () => {
  await server?.kill()
  const left = findPostmaster(join(folder, 'postgresql'))
  if (left) process.kill(left, 'SIGINT')
  await until('the engine to end', () => !findPostmaster(join(folder, 'postgresql')), 30_000)
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<{ server: ServerProcess; user: Client }> {
  const isFirst = server === undefined
  server = await startServerProcess({ DATA_DIR: folder, DEMO: '0' })
  if (isFirst) await addOwner(server, { DATA_DIR: folder }, account)
  return { server, user: await client(server).as(account) }
}

/** Writes until the server is gone; records what the server acknowledged. */
async function writeUntilGone(user: Client, label: string, kept: Acknowledged[]) {
  for (let count = 0; ; count += 1) {
    const name = `${label}-${count}`
    try {
      if (count % 2 === 0) {
        await user.call('POST /apps/files/new_folder', { parent_folder_id: 0, name })
        kept.push({ name })
      } else {
        const bytes = randomBytes(20_000 + count)
        await upload(user, `${name}.bin`, bytes, { folder_id: 0 })
        kept.push({ name: `${name}.bin`, sha256: createHash('sha256').update(bytes).digest('hex') })
      }
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      return
    }
  }
}

async function ownItems(user: Client): Promise<Map<string, Item>> {
  const items = new Map<string, Item>()
  for (let offset = 0; ; offset += 200) {
    const page = await user.call('GET /apps/files/file_list/{folderId}', {
      folderId: 0,
      folder_type: 'own',
      offset,
      limit: 200,
      sort_by: 'name',
      sort_direction: 'asc',
    })
    for (const item of page.items ?? []) items.set(item.name, item)
    if ((page.items ?? []).length < 200) return items
  }
}

async function sha256Of(user: Client, item: Item): Promise<string> {
  const { download_url: address } = await user.call('GET /apps/files/download', { file_id: item.id })
  const answer = await fetch(new URL(address, user.url))
  assert.equal(answer.status, 200, item.name)
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')
}

describe('a server that is killed while writing', () => {
  test(
    `it loses nothing that it acknowledged (${rounds} rounds), and leaves no engine behind`,
    { timeout: rounds * 60_000 },
    async () => {
      const acknowledged: Acknowledged[] = []
      const halfWritten = async () => readdir(join(folder, 'files/incoming'))
      const ofKilled: string[] = []
      for (let round = 0; round < rounds; round += 1) {
        const { server: running, user } = await start()
        const before = acknowledged.length
        const writing = Array.from({ length: writers }, (_, writer) =>
          writeUntilGone(user, `r${round}w${writer}`, acknowledged),
        )
        await until('some writes', () => acknowledged.length >= before + 20 + Math.floor(Math.random() * 20), 30_000)
        await running.kill()
        await Promise.all(writing)
        ofKilled.push(...(await halfWritten()))
      }

      const { server: running, user } = await start()
      const items = await ownItems(user)
      for (const { name, sha256 } of acknowledged) {
        const item = items.get(name)
        assert.ok(item, `${name} was acknowledged and is gone`)
        if (sha256) assert.equal(await sha256Of(user, item), sha256, name)
      }
      const left = (await halfWritten()).filter((name) => ofKilled.includes(name))
      assert.deepEqual(left, [], 'half-written blobs of the killed; the living one may be writing previews')

      assert.equal(await running.stop(), 0)
      assert.equal(findPostmaster(join(folder, 'postgresql')), undefined)
      assert.deepEqual(enginesOn(folder), [])
    },
  )

  deepTest(
    'it syncs the blob and its folder before it acknowledges an upload',
    { skip: hasStrace() ? false : 'strace is not installed' },
    async () => {
      const { server: running, user } = await start()
      const log = join(folder, 'strace.log')
      const strace = spawn(
        'strace',
        [
          '-f',
          '-y',
          '-e',
          'trace=fsync,fdatasync,rename,renameat,renameat2',
          '-o',
          log,
          '-p',
          String(running.child.pid),
        ],
        { stdio: ['ignore', 'ignore', 'pipe'] },
      )
      let traced = ''
      strace.stderr.on('data', (chunk: Buffer) => {
        traced += chunk
      })
      await until('strace', () => /attached/.test(traced) || strace.exitCode !== null, 20_000)
      assert.equal(strace.exitCode, null, traced)
      await upload(user, 'traced.bin', randomBytes(50_000), { folder_id: 0 })
      strace.kill('SIGINT')
      await once(strace, 'exit')
      const calls = (await readFile(log, 'utf8')).split('\n').filter((line) => line.includes(join(folder, 'files')))
      const syncs = calls.filter((line) => /f(data)?sync\(/.test(line))
      const renamed = calls.findIndex((line) => /rename/.test(line))
      const bodySynced = calls.findIndex((line) => /f(data)?sync\(/.test(line))
      assert.ok(
        bodySynced >= 0 && renamed > bodySynced,
        `the body is synced before it is renamed:\n${calls.join('\n')}`,
      )
      assert.ok(
        calls.slice(renamed).some((line) => /f(data)?sync\(/.test(line)),
        `the folder is synced after it:\n${calls.join('\n')}`,
      )
      assert.ok(syncs.length >= 2)
      assert.equal(await running.stop(), 0)
    },
  )
})

/** PostgreSQL processes with a working folder inside the data folder. */
function enginesOn(data: string): string[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => line.includes('postgres') && line.includes(data))
}
