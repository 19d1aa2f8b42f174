import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Item } from '@/contract/entities'
import { findPostmaster } from '../../../server/database/postmaster'
import { addOwner } from '../../support/administration/addOwner'
import { client, password, type Client } from '../../support/client'
import { deepTest, isDeep, randomOf, seed } from '../../support/deep'
import { faults, startFaultyProxy, type Fault } from '../../support/faultyProxy'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'
import { hasStrace } from '../../support/strace'
import { begin, offsetOf, openPatch, openTus, patch, tus } from '../../support/uploads/tus'
import { UploadingApp } from '../../support/uploads/uploadingApp'
import { until } from '../../support/until'

/** Number of uploads with faults, and of kills of the server meanwhile. */
const rounds = isDeep ? 600 : 10
const kills = Math.ceil(rounds / 100)
const atOnce = 8
/** Share of requests with a fault. */
const faultShare = 0.3
const account = 'owner@school'

let folder: string
let server: ServerProcess
const servers: ServerProcess[] = []
let user: Client
/** The user's client with the URL of the current server or of the proxy. */
const through = (url: string) => Object.assign(Object.create(user) as Client, { url })

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-tus-'))
  await chmod(folder, 0o711)
  await start()
  await addOwner(server, { DATA_DIR: folder }, account)
  user = await client(server).as(account)
})
after(async () => {
  await server.kill()
  const left = findPostmaster(join(folder, 'postgresql'))
  if (left) process.kill(left, 'SIGINT')
  await until('the engine to end', () => !findPostmaster(join(folder, 'postgresql')), 30_000)
  await rm(folder, { recursive: true, force: true })
})

async function start() {
  server = await startServerProcess({ DATA_DIR: folder, DEMO: '0', LOG_LEVEL: 'info' })
  servers.push(server)
}

/** The reason that a job gets when its process was killed repeatedly. */
const killed = '"reason":"the process that ran it ended"'

/** Log lines of all servers at level error, except those caused by the kills. */
const errorsLogged = () =>
  servers
    .flatMap(({ output }) => output().match(/^\{"level":[5-9]0.*$/gm) ?? [])
    .filter((line) => !line.includes(killed))

async function killAndStart() {
  await server.kill()
  await start()
  user = through(server.url)
}

async function itemsIn(folderId: number): Promise<Item[]> {
  const items: Item[] = []
  for (;;) {
    const page = await user.call('GET /apps/files/file_list/{folderId}', {
      folderId,
      folder_type: 'folder',
      offset: items.length,
      limit: 200,
    })
    items.push(...(page.children ?? []))
    if ((page.children ?? []).length < 200) return items
  }
}

async function sha256Of({ id, name }: Item): Promise<string> {
  const { download_url: address } = await user.call('GET /apps/files/download', { file_id: id })
  const answer = await fetch(new URL(address, server.url))
  assert.equal(answer.status, 200, name)
  return sha256(Buffer.from(await answer.arrayBuffer()))
}

/** Skips files that disappear meanwhile. */
async function bytesStored(): Promise<number> {
  const names = await readdir(join(folder, 'files'), { recursive: true })
  const files = await Promise.all(names.map((name) => stat(join(folder, 'files', name)).catch(() => undefined)))
  return files.reduce((sum, file) => sum + (file?.isFile() ? file.size : 0), 0)
}

const finish = async (id: string) => (await user.call('POST /apps/files/upload_finish', { upload_id: id })).new_file

describe('[AH-02] resumable uploads with kills and network faults', () => {
  test('after kill -9 acknowledged bytes are there, at most one part is sent again, and finish gives the same file before and after', async () => {
    const bytes = randomBytes(30_000_000)
    const part = 5_000_000
    const { path, id } = await begin(user, bytes.length, { name: 'killed.bin' })
    for (let at = 0; at < 2 * part; at += part)
      assert.equal((await patch(user, path, at, bytes.subarray(at, at + part))).status, 204)
    const sending = openPatch(user, path, 2 * part, bytes.length - 2 * part)
    let written = 2 * part
    const trickle = setInterval(() => {
      if (written < bytes.length - part) sending.write(bytes.subarray(written, (written += 1_100_000)))
    }, 250)
    await until('more to come', async () => (await offsetOf(user, path))! > 2 * part, 30_000)
    clearInterval(trickle)
    await killAndStart()
    const at = (await offsetOf(user, path))!
    assert.ok(at > 2 * part && at <= bytes.length, String(at))
    assert.equal((await patch(user, path, at, bytes.subarray(at))).status, 204)
    await killAndStart()
    const item = await finish(id)
    await killAndStart()
    assert.equal((await finish(id)).id, item.id)
    assert.equal(await sha256Of(item), sha256(bytes))
    assert.deepEqual((await user.call('GET /apps/files/uploads', {})).uploads, [])
  })

  deepTest('a sender that disconnects causes no server error, in either form of upload', async () => {
    const size = 1_000_000
    const address = async () => (await user.call('POST /apps/files/presign_upload', { file_size: size })).upload_url
    const { path } = await begin(user, size, { name: 'broken-off.bin' })
    const boundary = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
    const requests = {
      raw: openTus(user, 'POST', await address(), { 'x-file-name': 'a.bin', 'content-length': String(size) }),
      form: openTus(user, 'POST', await address(), { 'content-type': 'multipart/form-data; boundary=x' }),
      part: openPatch(user, path, 0, size),
    }
    requests.form.write(boundary)
    const sending = /^(?=.*"url":"\/api\/apps\/files\/(upload|tus))(?=.*"method":"(POST|PATCH)").*$/gm
    const before = server.output().length
    const startedLines = () => server.output().slice(before).match(sending) ?? []
    for (const request of Object.values(requests)) {
      request.on('error', () => {})
      request.write(randomBytes(300_000))
    }
    await until('their beginnings', () => startedLines().length === 3)
    for (const request of Object.values(requests)) request.destroy()
    await until('their ends', () => server.output().slice(before).split('the client went away').length > 2)
    await until('the received bytes of the part', async () => (await offsetOf(user, path))! > 0)
    assert.deepEqual(errorsLogged(), [])
    assert.equal((await tus(user, 'DELETE', path)).status, 204)
  })

  deepTest('a stopped server ends immediately and keeps the received bytes', async () => {
    const { path, id } = await begin(user, 10_000_000, { name: 'stopped.bin' })
    const before = await bytesStored()
    const sending = openPatch(user, path, 0, 10_000_000)
    const answered = once(sending, 'response')
    sending.write(randomBytes(3_000_000))
    await until('bytes', async () => (await bytesStored()) >= before + 2_000_000)
    assert.equal(await server.stop(), 0)
    const [{ statusCode }] = (await answered) as [{ statusCode: number }]
    assert.equal(statusCode, 409)
    await start()
    user = through(server.url)
    assert.ok((await offsetOf(user, path))! >= 2_000_000)
    assert.equal((await tus(user, 'DELETE', path)).status, 204)
    await user.refused('POST /apps/files/upload_finish', { upload_id: id }, 'upload_address')
  })

  deepTest(
    'a part is synced before it is acknowledged',
    { skip: hasStrace() ? false : 'strace is not installed' },
    async () => {
      const { path } = await begin(user, 100_000, { name: 'traced.bin' })
      await patch(user, path, 0, randomBytes(50_000))
      const log = join(folder, 'strace.log')
      const strace = spawn(
        'strace',
        [
          '-f',
          '-y',
          '-e',
          'trace=fdatasync,fsync,pwritev,writev,write',
          '-s',
          '40',
          '-o',
          log,
          '-p',
          String(server.child.pid),
        ],
        {
          stdio: ['ignore', 'ignore', 'pipe'],
        },
      )
      let traced = ''
      strace.stderr.on('data', (chunk: Buffer) => {
        traced += chunk
      })
      await until('strace', () => /attached/.test(traced) || strace.exitCode !== null, 20_000)
      assert.equal((await patch(user, path, 50_000, randomBytes(50_000))).status, 204)
      strace.kill('SIGINT')
      await once(strace, 'exit')
      const calls = (await readFile(log, 'utf8')).split('\n')
      const synced = calls.findIndex((line) => /f(data)?sync\(/.test(line) && line.includes(join(folder, 'files')))
      const acknowledged = calls.findIndex((line) => line.includes('HTTP/1.1 204'))
      assert.ok(synced >= 0 && acknowledged > synced, `${synced}, ${acknowledged}`)
    },
  )

  deepTest(
    `${rounds} uploads survive cuts, stalls, resets, 5xx, lost, duplicate and late requests and ${kills} kills: none lost, corrupt or doubled`,
    {
      timeout: 120_000 + rounds * 2000,
    },
    async (t) => {
      const { new_folder: place } = await user.call('POST /apps/files/new_folder', {
        parent_folder_id: 0,
        name: `faults-${rounds}`,
      })
      const folderId = place!.id
      const random = randomOf(seed)
      const proxy = await startFaultyProxy(server.url, faultChooser(random), random)
      const sent = new Map<string, string>()
      let [next, total] = [0, 0]
      // Each app sends two uploads at once.
      const apps: UploadingApp[] = []
      while (apps.length < atOnce / 2)
        apps.push(await UploadingApp.open({ login: account, password, url: server.url, via: proxy.url, giveUp: 1500 }))
      const work = async (app: UploadingApp) => {
        while (next < rounds) {
          const name = `round-${next++}.bin`
          const bytes = randomBytes(Math.floor(random() * 600_000))
          await app.send(name, bytes, folderId)
          sent.set(name, sha256(bytes))
          total += bytes.length
        }
      }
      const killing = async () => {
        for (let kill = 1; kill <= kills; kill += 1) {
          await until('the next kill', () => sent.size >= (kill * rounds) / (kills + 1), 120_000 + rounds * 2000)
          await killAndStart()
          proxy.target = server.url
        }
      }
      await Promise.all([killing(), ...apps.flatMap((app) => [work(app), work(app)])])
      await proxy.deliverLate()
      await proxy.close()

      const items = await itemsIn(folderId)
      assert.deepEqual(items.map(({ name }) => name).sort(), [...sent.keys()].sort())
      for (const item of items) assert.equal(await sha256Of(item), sent.get(item.name), item.name)
      assert.deepEqual(
        (await user.call('GET /apps/files/uploads', {})).uploads.filter(({ folder_id }) => folder_id === folderId),
        [],
      )
      for (const fault of faults) assert.ok(proxy.counts[fault] > 0, fault)
      assert.deepEqual(errorsLogged(), [])
      t.diagnostic(
        JSON.stringify({
          ...proxy.counts,
          kills,
          megabytes: total / 1e6,
          again: apps.reduce((sum, { again }) => sum + again, 0) / 1e6,
        }),
      )
    },
  )
})

/** Every fault occurs once, in random order, before any is repeated. */
function faultChooser(random: () => number): () => Fault | null {
  let left: Fault[] = []
  return () => {
    if (random() >= faultShare) return null
    if (left.length === 0) left = [...faults]
    return left.splice(Math.floor(random() * left.length), 1)[0]!
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
