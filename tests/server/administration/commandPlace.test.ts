import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { after, before, describe, test } from 'node:test'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'

/*
 * Commands without settings, in a folder with the data of `npm start` and of `npm start -- --empty`.
 */

const root = fileURLToPath(new URL('../../..', import.meta.url))
const main = join(root, 'server/admin/main.ts')
let folder: string
let demo: ServerProcess
let own: ServerProcess

const startIn = (name: string) => startServerProcess({ DATA_DIR: join(folder, name), DEMO: '0' })

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-place-'))
  // The account that runs PostgreSQL must reach its folder.
  await chmod(folder, 0o711)
  own = await startIn('data-own')
})
after(async () => {
  await Promise.all([own.stop(), demo?.stop()])
  await rm(folder, { recursive: true, force: true })
})

async function admin(settings: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), main, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, TSX_TSCONFIG_PATH: resolve(root, 'tsconfig.json'), ...settings },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk))
  await once(child, 'close')
  return { code: child.exitCode, out, err }
}

const create = ['organisation', 'create', '--name', '实验学校', '--administrator'] as const

describe('a command without settings', () => {
  test('[ADM-13] it works on the server that runs, and its link begins with the address of that server', async () => {
    const made = await admin({}, ...create, 'owner@school')
    assert.equal(made.code, 0, made.err)
    assert.ok(made.out.includes(`${own.url}/welcome#`), made.out)
    const other = await admin({ PORT: '3999' }, 'person', 'create', '--login', 'lin@school', '--name', '林小满')
    assert.match(other.out, /^http:\/\/127\.0\.0\.1:3999\/welcome#/m)
  })

  test('[ADM-13] it prefers the server that runs to data that lies there, and asks for a folder if both run', async () => {
    demo = await startIn('data')
    const both = await admin({}, 'person', 'list')
    assert.equal(both.code, 2, both.err)
    assert.match(both.err, /data-own.*DATA_DIR=/)
    await demo.stop()
    assert.match((await admin({}, 'person', 'list')).out, /owner@school/)
    await own.stop()
    assert.equal((await admin({}, 'person', 'list')).code, 2)
    assert.match((await admin({ DATA_DIR: 'data-own' }, 'person', 'list')).out, /owner@school/)
  })
})
