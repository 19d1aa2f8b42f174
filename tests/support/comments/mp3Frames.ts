/** 1 KB of an MP3 as a phone records it, starting within a frame, with no sound except the gain that its frames declare. */
export function frames(gain: number): Uint8Array {
  const bytes = new Uint8Array(1024)
  for (let at = 100; at + 9 < bytes.length; at += 216) {
    bytes.set([0xff, 0xf3, 0x68, 0xc4], at)
    // 30 bits of other fields precede the gain.
    bytes[at + 7] = gain >> 6
    bytes[at + 8] = (gain << 2) & 0xff
  }
  return bytes
}
