import { describe, expect, test } from '@jest/globals'
import { loudnessOfMp3, loudnessOfWave } from '@/domain/comments/loudness'
import { frames } from '../../support/comments/mp3Frames'

const wave = (height: number) =>
  Uint8Array.from({ length: 2048 }, (_, at) => 128 + Math.round(height * Math.sin(at / 7)))

describe('[COMM-06] the loudness of a voice', () => {
  test('a silent wave gives 0, the loudest nearly 1, and louder gives more', () => {
    const levels = [0, 2, 8, 32, 127].map((height) => loudnessOfWave(wave(height)))
    expect(levels[0]).toBe(0)
    expect([...levels].sort((one, other) => one - other)).toStrictEqual(levels)
    expect(levels.at(-1)).toBeGreaterThan(0.9)
    expect(Math.max(...levels)).toBeLessThanOrEqual(1)
  })

  const gains: [number, number][] = [
    [0, 0],
    [125, 0],
    [150, 0.5],
    [175, 1],
    [255, 1],
  ]
  test.each(gains)('an MP3 whose frames have the gain %d gives %d', (gain, level) => {
    expect(loudnessOfMp3(frames(gain))).toBe(level)
  })

  test('frames with a checksum give the same', () => {
    const bytes = frames(150)
    const held = bytes.slice()
    for (let at = 100; at + 11 < bytes.length; at += 216) {
      held[at + 1] = 0xf2
      held.set(bytes.subarray(at + 4, at + 9), at + 6)
    }
    expect(loudnessOfMp3(held)).toBe(0.5)
  })

  const others: [string, Uint8Array][] = [
    ['nothing', new Uint8Array()],
    ['less than a frame', frames(150).subarray(90, 300)],
    ['other bytes', new Uint8Array(1024).fill(0xff)],
    [
      'frames of another length',
      Uint8Array.from({ length: 1024 }, (_, at) => (at % 144 < 2 ? [0xff, 0xf3][at % 144]! : 0)),
    ],
  ]
  test.each(others)('%s gives no loudness', (_, bytes) => {
    expect(loudnessOfMp3(bytes)).toBe(null)
  })
})
