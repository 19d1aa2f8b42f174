import { createHash } from 'node:crypto'

/** What is kept of a token or secret of ours: random of 128 bits and more needs no salt and no slowness. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
