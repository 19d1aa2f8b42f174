import type { BlobStorage } from '../../../server/storage/BlobStorage'

/** Counts the bytes read from a storage from now on, including bytes that nobody used. */
export function watchReads(store: BlobStorage): { bytes(): number } {
  const read = store.read.bind(store)
  let bytes = 0
  store.read = async (key, range) => {
    const body = await read(key, range)
    const push = body.push.bind(body)
    body.push = (piece: Buffer | null) => {
      bytes += piece?.length ?? 0
      return push(piece)
    }
    return body
  }
  return { bytes: () => bytes }
}
