import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { findPostmaster } from '../../../server/database/postmaster'
import { addOwner } from '../../support/administration/addOwner'
import { client, type Client } from '../../support/client'
import { isDeep } from '../../support/deep'
import { endWriters, joinWriter, makeDocument, tokenOf } from '../../support/documents/writers'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'
import { until } from '../../support/until'

const rounds = isDeep ? 8 : 1
const account = 'owner@school'

let folder: string
let server: ServerProcess | undefined

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-documents-'))
  await chmod(folder, 0o711)
})
after(async () => {
  endWriters()
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
  const user = await client(server).as(account)
  if (isFirst) await user.call('POST /admin/policies/set', { policies: { collaborative_document: true } })
  return { server, user }
}

test('nothing that was acknowledged is lost when the server dies while people write (DOC-02)', async () => {
  const { user: first } = await start()
  const { item } = await makeDocument(first)
  const kept: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { server: running, user } = round === 0 ? { server: server!, user: first } : await start()
    const writers = await Promise.all(
      [0, 1, 2].map(async () => joinWriter(running, { fileId: item.id, access: await tokenOf(user, item.id) })),
    )
    let isDead = false
    const writing = writers.map(async (writer, at) => {
      for (let count = 0; !isDead; count += 1) {
        const text = `${round}-${at}-${count}`
        writer.write(text)
        await until('an answer', () => !writer.provider.hasUnsyncedChanges || isDead)
        if (!writer.provider.hasUnsyncedChanges) kept.push(text)
      }
    })
    const before = kept.length
    await until('some paragraphs', () => kept.length > before + 60)
    await running.kill()
    isDead = true
    await Promise.all(writing)
    endWriters()
  }
  const { server: last, user } = await start()
  const reader = await joinWriter(last, { fileId: item.id, access: await tokenOf(user, item.id) })
  const found = new Set(reader.read())
  assert.deepEqual(
    kept.filter((text) => !found.has(text)),
    [],
  )
})
