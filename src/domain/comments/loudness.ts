/** dB below full scale at which the level is 0 */
const SILENCE = 50

/** The loudness of a wave, 0 to 1. @param samples 0 to 255, centred on 128, as browsers return them */
export function loudnessOfWave(samples: Uint8Array): number {
  const power = samples.reduce((sum, sample) => sum + ((sample - 128) / 128) ** 2, 0) / samples.length
  return power === 0 ? 0 : within(1 + (10 * Math.log10(power)) / SILENCE)
}

/** The size in bytes of an MP3 frame at 48 kbit/s and 16,000 Hz. */
const FRAME = 216
/** Bits before the gain in the side information of a one-channel frame. */
const BEFORE_GAIN = 30
/** The gain of a quiet room, and the range up to a close voice; 4 steps are 6 dB. */
const GAIN = { least: 125, range: 50 }

/**
 * The loudness of a piece of a recording, 0 to 1. It uses the gain in the frame headers, because nothing here decodes MP3.
 * @param bytes of an MP3 of one channel at 48 kbit/s and 16,000 Hz, from any position
 * @returns null if the bytes contain no such frame
 */
export function loudnessOfMp3(bytes: Uint8Array): number | null {
  let loudest: number | null = null
  for (let at = 0; at + FRAME + 1 < bytes.length; at += 1) {
    if (!beginsFrame(bytes, at) || !beginsFrame(bytes, at + FRAME)) continue
    loudest = Math.max(loudest ?? 0, gainOf(bytes, at))
    at += FRAME - 1
  }
  return loudest === null ? null : within((loudest - GAIN.least) / GAIN.range)
}

/** MPEG-2 Layer III, with or without a checksum. */
function beginsFrame(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xff && (bytes[at + 1]! & 0xfe) === 0xf2
}

function gainOf(bytes: Uint8Array, at: number): number {
  const checksum = (bytes[at + 1]! & 1) === 0 ? 2 : 0
  const first = at + 4 + checksum + (BEFORE_GAIN >> 3)
  const shift = 8 - (BEFORE_GAIN & 7)
  return (((bytes[first]! << 8) | bytes[first + 1]!) >> shift) & 0xff
}

function within(level: number): number {
  return Math.min(1, Math.max(0, level))
}
