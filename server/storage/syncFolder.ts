import { open } from 'node:fs/promises'

/** Makes the entries of a folder survive a power loss. Windows neither needs nor allows this. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
