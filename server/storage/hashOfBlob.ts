import { createHash } from 'node:crypto'
import type { BlobStorage, ChecksumAlgorithm } from './BlobStorage'

/** The hash of a stored blob, in hexadecimal digits. @throws BlobMissing */
export async function hashOfBlob(
  storage: Pick<BlobStorage, 'read'>,
  key: string,
  algorithm: ChecksumAlgorithm,
): Promise<string> {
  const hash = createHash(algorithm)
  for await (const chunk of await storage.read(key)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
