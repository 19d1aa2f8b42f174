import { describe, expect, test } from '@jest/globals'
import * as Y from 'yjs'
import { UNSENT_LIMIT } from '@/domain/documents/bounds'
import { createOwnedStorage } from '@/platform/ownedStorage'
import { UnsentChanges } from '@/stores/documents/UnsentChanges'

/** The storage of one browser, as the pages of several users see it. */
function browser() {
  const values = new Map<string, string>()
  const page = () =>
    createOwnedStorage(
      {
        get: (key) => values.get(key) ?? null,
        set: (key, text) => void values.set(key, text),
        remove: (key) => void values.delete(key),
        keys: () => [...values.keys()],
      },
      () => {},
    )
  return {
    values,
    signedIn(userId: number) {
      const storage = page()
      storage.own(userId)
      return storage
    },
  }
}

/** A change that writes letters. */
function writing(letters: string): Uint8Array {
  const document = new Y.Doc()
  document.getText('text').insert(0, letters)
  return Y.encodeStateAsUpdate(document)
}

/** The letters of changes, sorted. */
function lettersOf(changes: Uint8Array | null): string | null {
  if (changes === null) return null
  const document = new Y.Doc()
  Y.applyUpdate(document, changes)
  return [...document.getText('text').toJSON()].sort().join('')
}

describe('[DOC-04] unsent changes', () => {
  test('are there for a later page of the same user, per file', () => {
    const { signedIn } = browser()
    new UnsentChanges(signedIn(1), 7).keep(writing('a'))
    expect(lettersOf(new UnsentChanges(signedIn(1), 7).all)).toBe('a')
    expect(new UnsentChanges(signedIn(1), 8).all).toBeNull()
  })

  test('are replaced by newer ones of the same page, and gone once the server has them', () => {
    const { signedIn, values } = browser()
    const page = new UnsentChanges(signedIn(1), 7)
    page.keep(writing('a'))
    page.keep(writing('b'))
    expect(lettersOf(new UnsentChanges(signedIn(1), 7).all)).toBe('b')
    const other = new UnsentChanges(signedIn(1), 9)
    other.keep(writing('c'))
    other.drop()
    expect([...values.keys()].filter((key) => key.startsWith('unsent.9'))).toEqual([])
  })

  test('of two pages stay beside each other; the page that adopts them has both', () => {
    const { signedIn } = browser()
    const [one, two] = [new UnsentChanges(signedIn(1), 7), new UnsentChanges(signedIn(1), 7)]
    one.keep(writing('a'))
    two.keep(writing('b'))
    const third = new UnsentChanges(signedIn(1), 7)
    expect(lettersOf(third.all)).toBe('ab')
    third.adopt(third.all!)
    one.drop()
    two.drop()
    expect(lettersOf(new UnsentChanges(signedIn(1), 7).all)).toBe('ab')
  })

  test('are erased by signing out and by another user, whose storage the former page no longer writes to', () => {
    const { signedIn, values } = browser()
    const storage = signedIn(1)
    const page = new UnsentChanges(storage, 7)
    page.keep(writing('a'))
    storage.forget()
    expect(values.size).toBe(0)
    page.keep(writing('a'))
    expect(values.size).toBe(0)

    const again = new UnsentChanges(signedIn(1), 7)
    again.keep(writing('a'))
    const others = new UnsentChanges(signedIn(2), 7)
    expect(others.all).toBeNull()
    again.keep(writing('a'))
    expect(others.all).toBeNull()
  })

  test('beyond the limit are not kept, and the page is told', () => {
    const { signedIn } = browser()
    const page = new UnsentChanges(signedIn(1), 7)
    expect(page.keep(writing('a'))).toBe(true)
    expect(page.keep(writing('x'.repeat(UNSENT_LIMIT)))).toBe(false)
    expect(page.all).toBeNull()
  })
})
