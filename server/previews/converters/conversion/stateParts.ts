/** bytes before each part, with its length */
const HEAD = 4

/** The state of a document and the updates after it as one file, so that only the confined process decodes them. */
export function partsOfState(updates: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    updates.flatMap((update) => {
      const head = Buffer.alloc(HEAD)
      head.writeUInt32LE(update.length)
      return [head, update]
    }),
  )
}

/** @throws RangeError for bytes that `partsOfState` did not make */
export function updatesIn(parts: Buffer): Uint8Array[] {
  const updates: Uint8Array[] = []
  let at = 0
  while (at < parts.length) {
    const end = at + HEAD + parts.readUInt32LE(at)
    if (end > parts.length) throw new RangeError('a part is cut')
    updates.push(new Uint8Array(parts.subarray(at + HEAD, end)))
    at = end
  }
  return updates
}
