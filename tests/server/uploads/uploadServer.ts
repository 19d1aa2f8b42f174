import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach } from 'node:test'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

export let server: TestServer
export let make: ReturnType<typeof factories>
export let owner: Awaited<ReturnType<typeof make.user>>
export let me: Client
export let storedBefore: number

/** Starts a server for the tests of a file. Each test has a user of its own. */
export function startUploadServer(clock: () => Date): void {
  before(async () => {
    server = await startTestServer({ clock })
    make = factories(server.deps)
  })
  after(() => server.close())
  beforeEach(async () => {
    owner = await make.user()
    me = await client(server).as(owner.login)
    storedBefore = await storedFiles()
  })
}

export const storedFiles = async () =>
  (await readdir(join(server.folder, 'files'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length
export const presign = async (size: number, who = me) =>
  (await who.call('POST /apps/files/presign_upload', { file_size: size })).upload_url
export const bytesOf = async (fileId: number) => {
  const { download_url } = await me.call('GET /apps/files/download', { file_id: fileId })
  return Buffer.from(await (await fetch(new URL(download_url, server.url))).arrayBuffer())
}
