import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from './syncFolder'

/** Writes a file that several servers may create at the same time. @returns its contents, which the first server wrote */
export async function writeOnce(path: string, text: string): Promise<string> {
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  try {
    await writeDurably(draft, text)
    // Renaming would replace what another server stored first.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  await syncFolder(dirname(path))
  return readFile(path, 'utf8')
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
