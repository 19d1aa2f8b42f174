import { createHash } from 'node:crypto'
import type { BlobStorage } from '../storage/BlobStorage'

/** The SHA-256 of a stored blob, in hexadecimal digits. @throws BlobMissing */
export async function hashOfBlob(storage: Pick<BlobStorage, 'read'>, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of await storage.read(key)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
