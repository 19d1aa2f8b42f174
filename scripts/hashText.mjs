/** A number from 0 below 2³² for a text, always the same: FNV-1a over its code points. */
export function hashText(text) {
  let hash = 0x811c9dc5
  for (const sign of text) hash = Math.imul(hash ^ sign.codePointAt(0), 0x01000193) >>> 0
  return hash
}
