import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { BlobStorage } from '../storage/BlobStorage'
import type { Pack } from './planPack'

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
  for (const { path, modifiedAt } of emptyFolders) zip.addEmptyDirectory(path, { mtime: modifiedAt })
  for (const { path, bodyKey, size, modifiedAt } of files) {
    zip.addReadStreamLazy(path, { mtime: modifiedAt, size, compress: false }, (begin) => {
      if (stream.destroyed) return
      storage.read(bodyKey).then(
        (blob) => {
          current = blob
          begin(null, blob)
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
