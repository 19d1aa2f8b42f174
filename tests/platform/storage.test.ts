import { describe, expect, test } from '@jest/globals'
import { createJsonStorage, type TextStorage } from '@/platform/jsonStorage'
import { createOwnedStorage } from '@/platform/ownedStorage'

/** A storage of `room` characters, as on a full phone. */
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
  test('any JSON can be stored, and a missing key reads as undefined', () => {
    const storage = createJsonStorage(smallStorage(100))
    for (const value of ['', 0, false, null, 'text', { a: [1, { b: '二' }] }]) {
      storage.write('key', value)
      expect(storage.read('key')).toStrictEqual(value)
    }
    storage.remove('key')
    expect(storage.read('key')).toBeUndefined()
  })

  test('a value that does not fit lives until the app ends, and the older value does not return', () => {
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

  test('a broken value of another program counts as none', () => {
    const texts = smallStorage(10)
    texts.kept.set('key', '{broken')
    expect(createJsonStorage(texts).read('key')).toBeUndefined()
  })
})

describe('[CTX-04] the storage of one user at a time', () => {
  const ofDevice = [
    'authToken',
    'deviceToken',
    'appearance',
    'lang',
    'lang_type',
    'phoneCode.sentAt',
    'satchel.collect.x',
  ]
  const ofUser = ['owner', 'lastList', 'shares.7', 'langs', 'appearance2', 'satchel.collect', 'a.satchel.collect.x']

  function owned(room = 1000) {
    const texts = smallStorage(room)
    let letGo = 0
    const open = () => createOwnedStorage({ ...texts, keys: () => [...texts.kept.keys()] }, () => void (letGo += 1))
    return { ...texts, open, storage: open(), letGo: () => letGo }
  }

  test('signing out clears everything except the device’s own values', () => {
    const { storage, kept, letGo } = owned()
    for (const key of [...ofDevice, ...ofUser]) storage.write(key, 1)
    storage.forget()
    expect([[...kept.keys()], letGo()]).toStrictEqual([ofDevice, 1])
  })

  test('signing out also clears values that a full phone did not store', () => {
    const { storage } = owned(5)
    storage.write('shares.7', 'a value that is too long')
    storage.write('appearance', 'a colour that is too long')
    storage.forget()
    expect([storage.read('shares.7'), storage.read('appearance')]).toStrictEqual([
      undefined,
      'a colour that is too long',
    ])
  })

  test('another user finds nothing, and a user who signs in finds what was stored before', () => {
    const { storage, open } = owned()
    storage.write('playPlaces', 1)
    storage.own(7)
    open().own(7)
    expect(storage.read('playPlaces')).toBe(1)
    const next = open()
    next.own(8)
    expect([next.read('playPlaces'), next.read('owner')]).toStrictEqual([undefined, 8])
  })

  test('a tab whose user has left, or was followed by another, writes only the device’s own values', () => {
    const { storage, open } = owned()
    storage.own(7)
    const other = open()
    other.own(7)
    other.forget()
    for (const owner of [undefined, 8]) {
      if (owner !== undefined) other.own(owner)
      storage.write('recents', 1)
      storage.write('appearance', 'dark')
      expect([storage.read('recents'), storage.read('appearance')]).toStrictEqual([undefined, 'dark'])
    }
    other.write('recents', 2)
    expect(storage.read('recents')).toBe(2)
  })

  test('a private window that refuses everything still clears', () => {
    const refuse = () => {
      throw new Error('denied')
    }
    const storage = createOwnedStorage({ get: refuse, set: refuse, remove: refuse, keys: refuse }, () => undefined)
    storage.own(7)
    storage.write('recents', 1)
    expect(storage.read('recents')).toBe(1)
    storage.own(8)
    expect(storage.read('recents')).toBeUndefined()
  })
})
