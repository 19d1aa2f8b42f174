import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import type { BlobStorage } from '../../storage/BlobStorage'
import type { Pack } from './planPack'

/** number of empty folders to add before yielding to other requests */
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
    const end = zip.end as (options: object, onSize: (size: number) => void) => void
    end.call(zip, { forceZip64Format: false }, resolve)
  })
  return { stream, size }
}
