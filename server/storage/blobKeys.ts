import { randomBytes } from 'node:crypto'

/** The keys of blobs. Keys are random, so that no two processes choose the same one. */
export const BLOB_KEY = /^[0-9a-f]{2}\/[0-9a-f]{30}$/

export function newBlobKey(): string {
  const name = randomBytes(16).toString('hex')
  return `${name.slice(0, 2)}/${name.slice(2)}`
}
