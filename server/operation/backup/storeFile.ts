import { createWriteStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncFolder } from '../../storage/syncFolder'

/** Writes a stream into a new file of this account alone. The bytes are on the disk afterwards. */
export async function storeStream(path: string, source: Readable, ...through: Transform[]): Promise<void> {
  await pipeline([source, ...through, createWriteStream(path, { mode: 0o600 })])
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Writes a text into a file of this account alone. The file appears whole or not at all. */
export async function storeText(path: string, text: string): Promise<void> {
  const draft = `${path}.part`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
  await syncFolder(dirname(path))
}
