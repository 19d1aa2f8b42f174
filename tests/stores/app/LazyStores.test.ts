import { describe, expect, jest, test } from '@jest/globals'
import { autorun, observable } from 'mobx'
import { makeLazy, type LazyStores } from '@/stores/app/LazyStores'

interface Store {
  name: string
  forget?(): void
}

function makeApp() {
  const ended: (() => void)[] = []
  return {
    lazy: observable({}, {}, { deep: false }) as LazyStores<{ uploads: Store; search: Store }>,
    session: { onEnd: (listener: () => void) => void ended.push(listener) },
    end: () => ended.forEach((tell) => tell()),
  }
}

describe('lazy stores', () => {
  test('a store is made once: later requests get the same, and their own maker does not run', () => {
    const app = makeApp()
    const uploads = makeLazy(app, 'uploads', () => ({ name: 'first' }))
    const create = jest.fn(() => ({ name: 'second' }))
    expect(makeLazy(app, 'uploads', create)).toBe(uploads)
    expect(create).not.toHaveBeenCalled()
  })

  test('observers of its absence see the new store', () => {
    const app = makeApp()
    const seen: (string | undefined)[] = []
    autorun(() => seen.push(app.lazy.uploads?.name))
    makeLazy(app, 'search', () => ({ name: 'search' }))
    makeLazy(app, 'uploads', () => ({ name: 'uploads' }))
    expect(seen).toEqual([undefined, 'uploads'])
  })

  test('a store clears its user each time a session ends, once', () => {
    const app = makeApp()
    const forget = jest.fn()
    makeLazy(app, 'uploads', () => ({ name: 'uploads', forget }))
    makeLazy(app, 'uploads', () => ({ name: 'uploads', forget }))
    app.end()
    app.end()
    expect(forget).toHaveBeenCalledTimes(2)
  })

  test('a store without user data needs no clearing', () => {
    const app = makeApp()
    makeLazy(app, 'search', () => ({ name: 'search' }))
    expect(() => app.end()).not.toThrow()
  })
})
