/** dB below the loudest at which nothing is shown as sound */
const SILENCE = 50

/** How loud a wave is, from 0 to 1. @param samples around 128, from 0 to 255, as browsers give them */
export function loudnessOfWave(samples: Uint8Array): number {
  const power = samples.reduce((sum, sample) => sum + ((sample - 128) / 128) ** 2, 0) / samples.length
  return power === 0 ? 0 : within(1 + (10 * Math.log10(power)) / SILENCE)
}

/** Bytes of a frame of MP3 at 48 kbit/s and 16,000 Hz. */
const FRAME = 216
/** Bits before the gain in what a frame of one channel says of itself. */
const BEFORE_GAIN = 30
/** Gains of a quiet room, and above it of a voice close by; 4 are 6 dB. */
const GAIN = { least: 125, range: 50 }

/**
 * How loud a piece of a recording is, from 0 to 1: by the gain that its frames name, since nothing here decodes them.
 * @param bytes of an MP3 of one channel at 48 kbit/s and 16,000 Hz, from anywhere in it
 * @returns null where that is not what it is
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
