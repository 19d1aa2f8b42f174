import { open } from 'node:fs/promises'

/** Makes the entries of a folder survive the loss of power; Windows neither needs nor allows it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
