import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Item } from '@/contract/entities'
import { findPostmaster } from '../../../server/database/postmaster'
import { addOwner } from '../../support/administration/addOwner'
import { runAdmin } from '../../support/administration/runAdmin'
import { client, type Client } from '../../support/client'
import { makeLink } from '../../support/shares/shares'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'

const account = 'owner@school'
const writers = 3
const passwordOfLink = 'k7m3'

let data: string
let backup: string
let server: ServerProcess | undefined

before(async () => {
  data = await mkdtemp(join(tmpdir(), 'satchel-written-'))
  backup = await mkdtemp(join(tmpdir(), 'satchel-copy-'))
  await chmod(data, 0o711)
})
after(async () => {
  await server?.kill()
  const left = findPostmaster(join(data, 'postgresql'))
  if (left) process.kill(left, 'SIGINT')
  await until('the engine to end', () => !findPostmaster(join(data, 'postgresql')), 30_000)
  await rm(data, { recursive: true, force: true })
  await rm(backup, { recursive: true, force: true })
})

/** Runs a command beside the server, in a process of its own. */
async function admin(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  return runAdmin(args, { DATA_DIR: data })
}

/** Names and hashes of what the server acknowledged, in order. */
const acknowledged: { name: string; sha256: string }[] = []

async function write(user: Client, label: string, isEnded: () => boolean): Promise<void> {
  for (let count = 0; !isEnded(); count += 1) {
    const name = `${label}-${count}.bin`
    const bytes = randomBytes(30_000 + count)
    await upload(user, name, bytes, { folder_id: 0 })
    acknowledged.push({ name, sha256: createHash('sha256').update(bytes).digest('hex') })
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

describe('a backup of a server with the embedded PostgreSQL (RUN-05)', () => {
  test(
    '[RUN-05] made while people write, wiped and restored, it equals the backup and opens as before',
    { timeout: 240_000 },
    async () => {
      server = await startServerProcess({ DATA_DIR: data, DEMO: '0' })
      await addOwner(server, { DATA_DIR: data }, account)
      const user = await client(server).as(account)
      const first = await upload(user, 'shared.txt', Buffer.from('shared'), { folder_id: 0 })
      const link = await makeLink(
        user,
        { id: first.id, is_folder: false },
        { password: passwordOfLink, password_protected: true },
      )

      let isEnded = false
      const writing = Promise.all(Array.from({ length: writers }, (_, at) => write(user, `w${at}`, () => isEnded)))
      await until('some files', () => acknowledged.length > 20)
      const before = [...acknowledged]
      const made = await admin('backup', backup, '--json')
      assert.equal(made.code, 0, made.err)
      const atEnd = acknowledged.length
      await until('files after the backup', () => acknowledged.length > atEnd + 5)
      isEnded = true
      await writing

      const running = await admin('restore', backup)
      assert.equal(running.code, 1)
      assert.match(running.err, /The server runs/)
      assert.equal(await server.stop(), 0)
      server = undefined
      const filled = await admin('restore', backup)
      assert.equal(filled.code, 1)
      assert.match(filled.err, /has data/)
      await rm(data, { recursive: true })
      const restored = await admin('restore', backup)
      assert.equal(restored.code, 0, restored.err)
      const compared = await admin('compare', backup)
      assert.equal(compared.code, 0, compared.out)
      assert.match(compared.out, /^The server equals /)

      server = await startServerProcess({ DATA_DIR: data, DEMO: '0' })
      const again = await client(server).as(account)
      const items = await ownItems(again)
      for (const { name, sha256 } of before) {
        const item = items.get(name)
        assert.ok(item, `${name} was acknowledged before the backup`)
        assert.equal(await sha256Of(again, item), sha256, name)
      }
      // Files that came during the backup are whole or absent.
      for (const { name, sha256 } of acknowledged.slice(before.length)) {
        const item = items.get(name)
        if (item) assert.equal(await sha256Of(again, item), sha256, name)
      }
      // The sealing key came back, too.
      const { share_link: restoredLink } = await again.call('GET /apps/share_links/get', { share_link_id: link.id })
      assert.equal(restoredLink.password, passwordOfLink)
      const checked = await admin('check')
      assert.equal(checked.code, 0, checked.out)
    },
  )
})
