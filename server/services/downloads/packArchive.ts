import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import type { BlobStorage } from '../../storage/BlobStorage'
import type { Pack } from './planPack'

/** Empty folders that are added before others have their turn. */
const ADDED_AT_ONCE = 100

/** Stores without compressing, one blob after the other, so that the size is known ahead and memory stays flat. */
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
    // Each one costs more than the one before.
    if (n % ADDED_AT_ONCE === ADDED_AT_ONCE - 1) await nextTurn()
    zip.addEmptyDirectory(path, { mtime: modifiedAt })
  }
  for (const { path, bodyKey, size, modifiedAt } of files) {
    zip.addReadStreamLazy(path, { mtime: modifiedAt, size, compress: false }, (begin) => {
      if (stream.destroyed) return
      storage.read(bodyKey).then(
        (blob) => {
          current = blob
          if (stream.destroyed) blob.destroy()
          else begin(null, blob)
        },
        (error: unknown) => stream.destroy(error as Error),
      )
    })
  }
  const size = await new Promise<number>((resolve) => {
    const end = zip.end as (options: object, told: (size: number) => void) => void
    end.call(zip, { forceZip64Format: false }, resolve)
  })
  return { stream, size }
}
