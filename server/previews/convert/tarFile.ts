import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { extract } from 'tar-stream'
import type { EntryVisitor } from './archiveEntry'
import { NoPreview } from './task'
import { decodeName } from './zipFile'

const BLOCK = 512

/** Whether these bytes are the head of a tar: its sum fits. */
export function isTar(head: Buffer): boolean {
  if (head.length < BLOCK) return false
  const told = parseInt(head.toString('latin1', 148, 156).replace(/[^0-7]/g, ''), 8)
  let sum = 8 * 32
  for (let at = 0; at < BLOCK; at += 1) if (at < 148 || at >= 156) sum += head[at] as number
  return told === sum
}

/** Tells what a tar holds, and gives the bytes of what is wanted to `write`. Links lead out of it and are left out. Throws NoPreview failure. */
export async function eachInTar(
  path: string,
  visit: EntryVisitor,
  write: (bytes: Readable) => Promise<void>,
): Promise<void> {
  const { size: whole } = await stat(path)
  const file = createReadStream(path, { highWaterMark: 1024 * 1024 })
  const tar = extract({ filenameEncoding: 'latin1' } as object)
  file.on('error', (error) => tar.destroy(error)).pipe(tar)
  try {
    for await (const entry of tar) {
      const { name, type, size = 0, mtime, pax } = entry.header as typeof entry.header & { pax?: { path?: string } }
      const isFolder = type === 'directory'
      const isFile = type === 'file' || type === 'contiguous-file'
      // The names of newer tars are UTF-8 by their standard; of all others the bytes are looked at.
      const known = pax?.path ?? decodeName(Buffer.from(name, 'latin1'))
      const seconds = mtime && Math.floor(mtime.getTime() / 1000)
      const found = {
        name: known,
        isFolder,
        size,
        modifiedAt: seconds && seconds > 0 ? seconds : null,
        isEncrypted: false,
      }
      if ((isFile || isFolder) && visit(found, whole === 0 ? 1 : file.bytesRead / whole))
        return await write(entry as unknown as Readable)
      entry.resume()
    }
  } catch (error) {
    throw error instanceof NoPreview ? error : new NoPreview('failure', (error as Error).message)
  } finally {
    file.destroy()
    tar.destroy()
  }
}
