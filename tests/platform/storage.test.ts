import { describe, test } from 'node:test'
import assert from 'node:assert/strict'
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
      assert.deepEqual(storage.read('key'), value)
    }
    storage.remove('key')
    assert.equal(storage.read('key'), undefined)
  })

  test('what does not fit lives until the app ends, and the older value does not come back', () => {
    const texts = smallStorage(10)
    const storage = createJsonStorage(texts)
    storage.write('list', 'old')
    storage.write('list', 'a value that is too long')
    assert.equal(storage.read('list'), 'a value that is too long')
    assert.equal(createJsonStorage(texts).read('list'), undefined)
    storage.write('list', 'new')
    assert.equal(storage.read('list'), 'new')
    assert.equal(createJsonStorage(texts).read('list'), 'new')
  })

  test('a private window that refuses everything still works', () => {
    const refuse = () => {
      throw new Error('denied')
    }
    const storage = createJsonStorage({ get: refuse, set: refuse, remove: refuse })
    assert.equal(storage.read('key'), undefined)
    storage.write('key', 1)
    assert.equal(storage.read('key'), 1)
    storage.remove('key')
    assert.equal(storage.read('key'), undefined)
  })

  test('what another program left broken counts as none', () => {
    const texts = smallStorage(10)
    texts.kept.set('key', '{broken')
    assert.equal(createJsonStorage(texts).read('key'), undefined)
  })
})
