import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { ArchiveEntry } from '@/contract/previews/previews'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { eventually } from '../../support/uploads/upload'

export let server: TestServer
export let make: ReturnType<typeof factories>
export let owner: Awaited<ReturnType<typeof make.user>>
export let me: Client

/** Starts a server with a user for the tests of a file. */
export function startArchiveServer(clock: () => Date): void {
  before(async () => {
    server = await startTestServer({ clock })
    make = factories(server.deps)
    owner = await make.user()
    await signIn()
  })
  after(() => server.close())
}

/** Gives the user another session, e.g. after the clock has moved. */
export async function signIn(): Promise<void> {
  me = await client(server).as(owner.login)
}

export const info = (file_id: number, entry?: number, who = me) =>
  who.call('GET /apps/representations/info', { file_id, entry })
export const finished = (file_id: number, entry?: number, who = me) =>
  eventually(async () => {
    const answer = await info(file_id, entry, who)
    assert.ok(
      answer.preview_url !== null || answer.reason !== null || answer.status === 'extract_completed',
      answer.status,
    )
    return answer
  })
export const opened = async (name: string, content: string | Buffer) => {
  const file = await make.file({ owner }, { name, content })
  const { status, reason } = await finished(file.id)
  assert.equal(status, 'extract_completed', reason ?? '')
  return file
}
export const inside = async (file_id: number, folder = '', who = me) =>
  (await who.call('GET /apps/representations/entries', { file_id, folder })).entries
export const troubleIn = async (file_id: number) =>
  (await me.call('GET /apps/representations/entries', { file_id })).trouble
export const named = (entries: readonly ArchiveEntry[]) =>
  entries.map(({ type, name }) => (type === 'folder' ? `${name}/` : name))
export const entryOf = async (file_id: number, path: string, who = me) => {
  const parts = path.split('/')
  const found = (await inside(file_id, parts.slice(0, -1).join('/'), who)).find(({ name }) => name === parts.at(-1))
  return found?.entry ?? assert.fail(`no ${path}`)
}
export const bytesAt = async (address: string | null) => {
  const answer = await fetch(new URL(address ?? assert.fail('no address'), server.url))
  assert.equal(answer.status, 200)
  return { bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers }
}
export const original = async (file_id: number, path: string) =>
  (await bytesAt((await finished(file_id, await entryOf(file_id, path))).download_url)).bytes.toString()
