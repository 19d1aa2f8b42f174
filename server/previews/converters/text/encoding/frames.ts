/** The bytes of frames and shadows in all encodings of DOS. */
const FRAME = { from: 0xb0, to: 0xdf }
/** Least equal bytes that make a line of a frame, and the share of frames and of such lines in a text with frames. */
const FRAMES = { line: 5, share: 0.6, lines: 0.3 }

export function isFrame(byte: number): boolean {
  return byte >= FRAME.from && byte <= FRAME.to
}

/** Whether most bytes above 127 draw frames, with lines of equal signs. No text repeats a letter of one byte that often. */
export function hasFrames(words: Buffer): boolean {
  let [high, frames, lines, run] = [0, 0, 0, 0]
  for (const [at, byte] of words.entries()) {
    if (byte > 127) high += 1
    if (isFrame(byte)) frames += 1
    run = isFrame(byte) && byte === words[at - 1] ? run + 1 : 1
    if (run === FRAMES.line) lines += FRAMES.line
    else if (run > FRAMES.line) lines += 1
  }
  return high > 0 && frames >= high * FRAMES.share && lines >= frames * FRAMES.lines
}
