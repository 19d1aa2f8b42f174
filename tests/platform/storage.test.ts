import { describe, expect, test } from '@jest/globals'
import { createJsonStorage, type TextStorage } from '@/platform/jsonStorage'

/** A storage of `room` characters, as a full phone has it. */
function smallStorage(room: number): TextStorage & { kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    get: (key) => kept.get(key) ?? '',
    set(key, text) {
      if (text.length > room) throw new Error('exceeds the limit')
      kept.set(key, text)
    },
    remove: (key) => void kept.delete(key),
  }
}

describe('storage', () => {
  test('keeps any JSON and tells what is not there', () => {
    const storage = createJsonStorage(smallStorage(100))
    for (const value of ['', 0, false, null, 'text', { a: [1, { b: '二' }] }]) {
      storage.write('key', value)
      expect(storage.read('key')).toStrictEqual(value)
    }
    storage.remove('key')
    expect(storage.read('key')).toBeUndefined()
  })

  test('what does not fit lives until the app ends, and the older value does not come back', () => {
    const texts = smallStorage(10)
    const storage = createJsonStorage(texts)
    storage.write('list', 'old')
    storage.write('list', 'a value that is too long')
    expect(storage.read('list')).toBe('a value that is too long')
    expect(createJsonStorage(texts).read('list')).toBeUndefined()
    storage.write('list', 'new')
    expect(storage.read('list')).toBe('new')
    expect(createJsonStorage(texts).read('list')).toBe('new')
  })

  test('a private window that refuses everything still works', () => {
    const refuse = () => {
      throw new Error('denied')
    }
    const storage = createJsonStorage({ get: refuse, set: refuse, remove: refuse })
    expect(storage.read('key')).toBeUndefined()
    storage.write('key', 1)
    expect(storage.read('key')).toBe(1)
    storage.remove('key')
    expect(storage.read('key')).toBeUndefined()
  })

  test('what another program left broken counts as none', () => {
    const texts = smallStorage(10)
    texts.kept.set('key', '{broken')
    expect(createJsonStorage(texts).read('key')).toBeUndefined()
  })
})
