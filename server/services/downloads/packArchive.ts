import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import type { BlobStorage, ByteRange } from '../../storage/BlobStorage'
import type { Pack } from './planPack'

/** files or empty folders to add before yielding to other requests */
const BATCH_SIZE = 100

/**
 * Makes a ZIP stream of files and empty folders. The archive is not compressed, so that its size is known in advance. Blobs are read one after
 * another, so that memory use stays constant.
 */
export async function archive(
  storage: BlobStorage,
  { files, emptyFolders }: Pick<Pack, 'files' | 'emptyFolders'>,
): Promise<{ stream: Readable; size: number }> {
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  let current: Readable | undefined
  stream.on('close', () => current?.destroy())
  zip.on('error', (error: Error) => stream.destroy(error))
  for (const [n, { path, modifiedAt }] of emptyFolders.entries()) {
    // Adding a folder gets slower with every folder.
    if (n % BATCH_SIZE === BATCH_SIZE - 1) await nextTurn()
    zip.addEmptyDirectory(path, { mtime: modifiedAt })
  }
  let start = () => {}
  // Nothing is read before the archive is complete: nobody would hear of an error yet.
  const complete = new Promise<void>((resolve) => (start = resolve))
  const read = async (bodyKey: string, begin: (error: null, blob: Readable) => void) => {
    await complete
    if (stream.destroyed) return
    const blob = await storage.read(bodyKey)
    current = blob
    if (stream.destroyed) blob.destroy()
    else begin(null, blob)
  }
  for (const [n, { path, bodyKey, size, modifiedAt }] of files.entries()) {
    if (n % BATCH_SIZE === BATCH_SIZE - 1) await nextTurn()
    zip.addReadStreamLazy(path, { mtime: modifiedAt, size, compress: false }, (begin) => {
      read(bodyKey, begin).catch((error: unknown) => void stream.destroy(error as Error))
    })
  }
  const size = await new Promise<number>((resolve) => {
    const end = zip.end as (options: object, onSize: (size: number) => void) => void
    end.call(zip, { forceZip64Format: false }, resolve)
  })
  start()
  return { stream, size }
}

/**
 * Identifies the bytes of an archive: two plans with the same digest make the same archive. Therefore a broken download can continue in an archive
 * that is made again.
 */
export async function digestOf({ files, emptyFolders }: Pick<Pack, 'files' | 'emptyFolders'>): Promise<string> {
  const hash = createHash('sha256')
  for (const [n, { path, bodyKey, size, modifiedAt }] of files.entries()) {
    if (n % BATCH_SIZE === BATCH_SIZE - 1) await nextTurn()
    hash.update(`${JSON.stringify([path, bodyKey, size, modifiedAt.getTime()])}\n`)
  }
  for (const { path, modifiedAt } of emptyFolders) hash.update(`${JSON.stringify([path, modifiedAt.getTime()])}\n`)
  return hash.digest('base64url').slice(0, 22)
}

/** The bytes of a range. The archive is made from its beginning, because checksums stand behind the files. */
export function partOf(archive: Readable, { start, end }: ByteRange): Readable {
  return Readable.from(bytesOf(archive, start, end), { objectMode: false })
}

async function* bytesOf(archive: Readable, start: number, end: number): AsyncGenerator<Buffer> {
  let at = 0
  for await (const chunk of archive as AsyncIterable<Buffer>) {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at))
    at += chunk.length
    if (part.length > 0) yield part
    if (at > end) return
  }
}
