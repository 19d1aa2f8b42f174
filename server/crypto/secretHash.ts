import { createHash } from 'node:crypto'

/** The stored form of a token or secret of ours. Random values of 128 bits and more need neither salt nor a slow hash. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
