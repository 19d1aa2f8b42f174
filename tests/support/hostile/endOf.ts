import assert from 'node:assert/strict'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { hasGrid, hasReading, hasReadingMode } from '@/domain/previews/viewerOf'
import type { Client } from '../client'
import { until } from '../until'
import { upload } from '../uploads/upload'
import type { HostileFile } from './HostileFile'

/** ms that a preview may take: two minutes for an office document, and its wait before that. */
const PATIENCE = 300_000
/** ms between two polls; six clients without a pause would use up a processor */
const PAUSE = 100
/** characters of a piece of a text as JSON */
const PIECE = 1024 * 1024

/** Uploads a file and polls until its preview has ended; in an archive, the previews of its files, too. Returns `shown`, or the reason. */
export async function endOf(
  client: Client,
  { name, bytes }: Pick<HostileFile, 'name' | 'bytes'>,
  canary: string,
): Promise<string> {
  const item = await upload(client, name, Buffer.from(await bytes(canary)))
  // A converter may exceed its time limit on a busy machine; users try again then.
  let repetitions = 2
  const ended = (entry?: number, reading?: boolean, grid?: boolean) =>
    until(
      `the end of ${name}`,
      async () => {
        const info = await client.call('GET /apps/representations/info', { file_id: item.id, entry, reading, grid })
        if (info.reason === 'server_error' && repetitions > 0) {
          repetitions -= 1
          await client.call('GET /apps/representations/info', {
            file_id: item.id,
            entry,
            reading,
            grid,
            'force-regenerate': true,
          })
          return null
        }
        return info.status === 'generated' || info.status === 'extract_completed' || info.reason !== null ? info : null
      },
      PATIENCE,
      PAUSE,
    )
  const { status, reason, preview_url } = await ended()
  if (status === 'extract_completed') {
    const { entries } = await client.call('GET /apps/representations/entries', { file_id: item.id })
    for (const { entry } of entries.slice(0, 3)) if (entry !== null) await ended(entry)
    return 'shown'
  }
  if (status !== 'generated') return reason ?? status
  // A picture of several pages has no address of its own.
  const first = async () => (await client.call('GET /apps/representations/pages', { file_id: item.id })).preview_urls[0]
  const rendition = await fetch(new URL(preview_url ?? (await first())!, client.url))
  assert.equal(rendition.status, 200, name)
  await rendition.body?.cancel()
  if (hasReading(item.extension)) {
    const text = await ended(undefined, true)
    assert.deepEqual([text.status, text.preview_type], ['generated', 'reading'], name)
    const size = JSON.stringify(text.first_piece).length
    assert.ok(size < PIECE, `${name}: the first piece has ${size} characters`)
  }
  if (hasReadingMode(item.extension)) {
    // A document without a text is shown as pages.
    const text = await ended(undefined, true)
    assert.equal(text.status, 'generated', name)
    const size = JSON.stringify(text.first_piece ?? null).length
    assert.ok(size < PIECE, `${name}: the first piece has ${size} characters`)
  }
  if (hasGrid(item.extension)) {
    // A file that is no table is shown as pages.
    const table = await ended(undefined, false, true)
    assert.equal(table.status, 'generated', name)
    const size = JSON.stringify(table.first_block ?? null).length
    assert.ok(size < PIECE, `${name}: the first block has ${size} characters`)
  }
  return 'shown'
}

/** Calls `endOf` for all files, several at once as users would. Returns the ends by name. */
export async function endsOf(
  client: Client,
  files: readonly HostileFile[],
  canary: string,
): Promise<Map<string, string>> {
  const ends = new Map<string, string>()
  const rest = [...files]
  const work = async () => {
    for (let file = rest.shift(); file; file = rest.shift()) ends.set(file.name, await endOf(client, file, canary))
  }
  await Promise.all([1, 2, 3, 4, 5, 6].map(work))
  return ends
}

/** A server that must get no request; `asked` lists those that it got. */
export async function openCanary(): Promise<{ address: string; asked: string[]; close(): void }> {
  const asked: string[] = []
  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, asked, close: () => server.close() }
}
