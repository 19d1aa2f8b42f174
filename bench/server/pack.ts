import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import http from 'node:http'
import { Readable } from 'node:stream'
import { client } from '../../tests/support/client'
import { factories } from '../../tests/support/factories'
import { MB, type Measurement } from '../measurement'
import { prepareGround } from '../service'

const files = 8
const fileSize = 256 * MB
/** bytes of the archive at the first measurement of memory */
const early = 200 * MB

/** Downloads a folder of 2 GB as one archive. The answer's bytes are counted, not stored. */
export async function measurePack(): Promise<Measurement[]> {
  const ground = await prepareGround()
  try {
    const { url, pid } = await ground.serve()
    const make = factories({ ...ground, clock: () => new Date() })
    const owner = await make.user()
    const folder = await make.folder({ owner })
    for (let index = 0; index < files; index += 1) await addFile(folder)
    const me = await client({ url }).as(owner.login)
    const { download_url } = await me.call('POST /pack_download/download', { item_typed_ids: [`folder_${folder.id}`] })
    const { seconds, bytes, before, after } = await fetchWhole(new URL(download_url, url), pid)
    return [
      { id: 'server.pack.grown', value: (after - before) / MB },
      { id: 'server.pack.speed', value: bytes / MB / seconds },
    ]
  } finally {
    await ground.close()
  }

  async function addFile(parent: { id: number }) {
    const chunk = randomBytes(MB)
    const { db, storage } = ground
    const stored = await storage.write(Readable.from(Array.from({ length: fileSize / MB }, () => chunk)), {
      size: fileSize,
    })
    const file = await factories({ ...ground, clock: () => new Date() }).file({ parent }, { content: 'x' })
    const body = await db
      .insertInto('bodies')
      .values({ key: stored.key, size: stored.size })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('versions').set({ body_id: body.id, size: fileSize }).where('item_id', '=', file.id).execute()
    await db.updateTable('items').set({ size: fileSize }).where('id', '=', file.id).execute()
  }
}

async function fetchWhole(address: URL, pid: number) {
  const started = performance.now()
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) =>
    http.get(address, resolve).on('error', reject),
  )
  let bytes = 0
  let before: number | undefined
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length
    if (bytes >= early) before ??= await residentMemory(pid)
  }
  if (answer.statusCode !== 200 || bytes !== Number(answer.headers['content-length']))
    throw new Error(`${answer.statusCode}, ${bytes} bytes`)
  return { seconds: (performance.now() - started) / 1000, bytes, before: before!, after: await residentMemory(pid) }
}

/** bytes; available only on Linux */
async function residentMemory(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
}
