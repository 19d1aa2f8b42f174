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

describe('[PREV-09] a video or sound goes on where it was left', () => {
  test('on this phone, version by version, also after a start anew', () => {
    const { storage } = phone()
    new PlaybackPositions(storage).left(7, 125.4, 600)
    expect([7, 8].map((version) => new PlaybackPositions(storage).of(version))).toStrictEqual([125, 0])
  })

  test('played to its end it begins anew', () => {
    const { storage } = phone()
    const places = new PlaybackPositions(storage)
    places.left(7, 125, 600)
    places.left(7, 600, 600)
    expect(places.of(7)).toBe(0)
  })

  test('written down every five seconds, at a jump, and at the end', () => {
    const { storage } = phone()
    const places = new PlaybackPositions(storage)
    const written: number[] = []
    for (const seconds of [60, 60.25, 63, 64.9, 65, 66, 300, 12, 600, 600]) {
      places.left(7, seconds, 600)
      written.push(places.of(7))
    }
    expect(written).toStrictEqual([60, 60, 60, 60, 65, 65, 300, 12, 0, 0])
  })

  test('nothing is written while there is nothing to keep', () => {
    const { storage, texts } = phone()
    new PlaybackPositions(storage).left(7, 3, 600)
    expect(texts.size).toBe(0)
  })

  test('what somebody else wrote there is no place', () => {
    const { storage, texts } = phone()
    texts.set('playPlaces', '"x"')
    expect(new PlaybackPositions(storage).of(7)).toBe(0)
  })
})
