import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, before } from 'node:test'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import type { Role } from '@/contract/entities'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { eventually } from '../../support/uploads/upload'

export let server: TestServer
export let make: ReturnType<typeof factories>
export let owner: Awaited<ReturnType<typeof make.user>>
export let me: Client

/** Starts a server with a user for the tests of a file. */
export function startPageServer(clock: () => Date): void {
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

export const fileOf = (name: string, content: Buffer | string) => make.file({ owner }, { name, content })
export const guestOf = async (item: { id: number }, role: Role, name?: string) => {
  const guest = await make.user({ name })
  await make.collab(item, { user: guest }, role)
  return client(server).as(guest.login)
}
const info = (file_id: number, who = me, more = {}) =>
  who.call('GET /apps/representations/info', { file_id, pages: true, ...more })
export const finished = (file_id: number, who = me, more = {}) =>
  eventually(async () => {
    const answer = await info(file_id, who, more)
    assert.ok(answer.status === 'generated' || answer.reason !== null, answer.status)
    return answer
  })
export const pagesOf = async (file_id: number, who = me, more = {}) => {
  assert.equal((await finished(file_id, who)).status, 'generated')
  return who.call('GET /apps/representations/pages', { file_id, ...more })
}
export const get = (address: string | undefined) => fetch(new URL(address ?? assert.fail('no address'), server.url))
export const pictureAt = async (address: string | undefined) => {
  const answer = await get(address)
  assert.equal(answer.status, 200, address)
  assert.equal(answer.headers.get('content-type'), 'image/jpeg')
  return Buffer.from(await answer.arrayBuffer())
}
export const drawn = (kind = 'page\\_%') =>
  server.deps.db.selectFrom('representations').selectAll().where('kind', 'like', kind).execute()
export const bodyOf = async (fileId: number) =>
  (
    await server.deps.db
      .selectFrom('versions')
      .select('body_id')
      .where('item_id', '=', fileId)
      .executeTakeFirstOrThrow()
  ).body_id

/** Creates a PDF with pages of these sizes in points. */
export function sized(
  sizes: [width: number, height: number][],
  draw?: (document: PDFKit.PDFDocument, page: number) => void,
): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false })
  for (const [page, size] of sizes.entries()) {
    document.addPage({ size, margin: 0 })
    draw?.(document, page)
  }
  document.end()
  return buffer(document)
}

/** Fails unless two pictures differ by more than this share of the brightness. */
export async function differs(one: Buffer, other: Buffer, least: number) {
  const [left, right] = await Promise.all([one, other].map((picture) => sharp(picture).greyscale().raw().toBuffer()))
  assert.equal(left!.length, right!.length)
  const share = left!.reduce((sum, value, at) => sum + Math.abs(value - right![at]!), 0) / left!.length / 255
  assert.ok(share > least, `only ${share} differs`)
}
