import { constants } from 'node:fs'
import { open, readlink, realpath, type FileHandle } from 'node:fs/promises'
import { NoPreview } from '../converters/task'

/** The bytes of a converter's output. Throws NoPreview like `withOutput`, and too_large for more than `most` bytes. */
export function readOutput(path: string, most: number): Promise<Buffer> {
  return withOutput(path, async (file) => {
    if ((await file.stat()).size > most) throw new NoPreview('too_large', 'more was made than is kept')
    return file.readFile()
  })
}

/** Opens a converter's output. Throws NoPreview failure for a missing file, and for a file elsewhere, such as the target of a link. */
export async function withOutput<T>(path: string, run: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: Error) => {
      throw new NoPreview('failure', `nothing was made: ${error.message}`)
    },
  )
  try {
    if (!(await isAt(file, path))) throw new NoPreview('failure', 'what was made lies elsewhere')
    return await run(file)
  } finally {
    await file.close()
  }
}

/** Whether an open file is a plain file at its own path, with no folder on the way replaced by a link. */
async function isAt(file: FileHandle, path: string): Promise<boolean> {
  const info = await file.stat()
  const place = process.platform === 'linux' ? await readlink(`/proc/self/fd/${file.fd}`) : await realpath(path)
  return info.isFile() && info.nlink === 1 && place === path
}
