import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { runAdmin } from '../../support/administration/runAdmin'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'

/*
 * A command without settings, beside a server on a port of its own.
 */

let folder: string
let server: ServerProcess

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-place-'))
  // The account that runs PostgreSQL must reach its folder.
  await chmod(folder, 0o711)
  server = await startServerProcess({ DATA_DIR: join(folder, 'data-own'), DEMO: '0' })
})
after(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

function admin(settings: Record<string, string>, ...args: string[]) {
  return runAdmin(args, settings, folder)
}

const create = ['organisation', 'create', '--name', '实验学校', '--administrator'] as const

describe('a command without settings', () => {
  test('[ADM-13] its one-time link begins with the address that the server printed, unless PORT names another', async () => {
    const made = await admin({}, ...create, 'owner@school')
    assert.equal(made.code, 0, made.err)
    assert.ok(made.out.includes(`${server.url}/welcome#`), made.out)
    const other = await admin({ PORT: '3999' }, 'person', 'create', '--login', 'lin@school', '--name', '林小满')
    assert.match(other.out, /^http:\/\/127\.0\.0\.1:3999\/welcome#/m)
  })
})
