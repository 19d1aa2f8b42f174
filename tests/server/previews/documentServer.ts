import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { textsOfPages } from '../../support/previews/readPdf'
import { startTestServer, type TestServer } from '../../support/testServer'
import { eventually } from '../../support/uploads/upload'

export let server: TestServer
export let make: ReturnType<typeof factories>
let owner: Awaited<ReturnType<typeof make.user>>
export let me: Client

/** Starts a server with a user for the tests of a file. */
export function startDocumentServer(clock: () => Date): void {
  before(async () => {
    server = await startTestServer({ clock })
    make = factories(server.deps)
    owner = await make.user()
    me = await client(server).as(owner.login)
  })
  after(() => server.close())
}

export const info = (file_id: number, who = me, more = {}) =>
  who.call('GET /apps/representations/info', { file_id, ...more })
export const finished = (file_id: number, who = me, more = {}) =>
  eventually(async () => {
    const answer = await info(file_id, who, more)
    assert.ok(answer.status === 'generated' || answer.reason !== null, answer.status)
    return answer
  })
export const get = (address: string | null, headers = {}) =>
  fetch(new URL(address ?? assert.fail('no address'), server.url), { headers })
export const bytesAt = async (address: string | null) => {
  const answer = await get(address)
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}
export const fileOf = (name: string, content: Buffer | string) => make.file({ owner }, { name, content })

export async function textOf(bytes: Buffer) {
  return (await textsOfPages(bytes)).join('\n')
}
