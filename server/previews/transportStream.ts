import { buffer } from 'node:stream/consumers'
import type { BlobStorage } from '../storage/BlobStorage'
import type { PreviewTarget } from './target'

/** bytes of a packet of MPEG-TS, and its first byte */
const PACKET = 188
const SYNC = 0x47
/** packets that must begin as such */
const PACKETS = 4

/** A file with the extension of what it holds: a video named `.ts` is MPEG-TS, any other file of that name is TypeScript. */
export async function byContent<T extends PreviewTarget>(storage: Pick<BlobStorage, 'read'>, target: T): Promise<T> {
  if (target.extension !== 'ts' || target.size < PACKETS * PACKET) return target
  const head = await buffer(await storage.read(target.bodyKey, { start: 0, end: (PACKETS - 1) * PACKET }))
  const isVideo = Array.from({ length: PACKETS }, (_, at) => head[at * PACKET]).every((byte) => byte === SYNC)
  return isVideo ? { ...target, extension: 'mts' } : target
}
