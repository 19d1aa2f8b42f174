/** A KB of an MP3 as a phone records it, from the middle of a frame on, with no sound but the gain that its frames name. */
export function frames(gain: number): Uint8Array {
  const bytes = new Uint8Array(1024)
  for (let at = 100; at + 9 < bytes.length; at += 216) {
    bytes.set([0xff, 0xf3, 0x68, 0xc4], at)
    // 30 bits of other things stand before it.
    bytes[at + 7] = gain >> 6
    bytes[at + 8] = (gain << 2) & 0xff
  }
  return bytes
}
