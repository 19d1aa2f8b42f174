import { describe, expect, test } from '@jest/globals'
import { PlaybackPositions } from '@/stores/previews/PlaybackPositions'
import { createJsonStorage } from '@/platform/jsonStorage'

function phone() {
  const texts = new Map<string, string>()
  const storage = createJsonStorage({
    get: (key) => texts.get(key) ?? null,
    set: (key, text) => void texts.set(key, text),
    remove: (key) => void texts.delete(key),
  })
  return { storage, texts }
}

describe('[PREV-09] a video or sound resumes where it was left', () => {
  test('the position is stored on this phone, per version, also over a restart', () => {
    const { storage } = phone()
    new PlaybackPositions(storage).save(7, 125.4, 600)
    expect([7, 8].map((version) => new PlaybackPositions(storage).of(version))).toStrictEqual([125, 0])
  })

  test('a file played to its end begins anew', () => {
    const { storage } = phone()
    const places = new PlaybackPositions(storage)
    places.save(7, 125, 600)
    places.save(7, 600, 600)
    expect(places.of(7)).toBe(0)
  })

  test('the position is stored every five seconds, at a jump, and at the end', () => {
    const { storage } = phone()
    const places = new PlaybackPositions(storage)
    const written: number[] = []
    for (const seconds of [60, 60.25, 63, 64.9, 65, 66, 300, 12, 600, 600]) {
      places.save(7, seconds, 600)
      written.push(places.of(7))
    }
    expect(written).toStrictEqual([60, 60, 60, 60, 65, 65, 300, 12, 0, 0])
  })

  test('nothing is stored while there is no position', () => {
    const { storage, texts } = phone()
    new PlaybackPositions(storage).save(7, 3, 600)
    expect(texts.size).toBe(0)
  })

  test('a foreign value in the storage is no position', () => {
    const { storage, texts } = phone()
    texts.set('playPlaces', '"x"')
    expect(new PlaybackPositions(storage).of(7)).toBe(0)
  })
})
