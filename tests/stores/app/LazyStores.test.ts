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
    session: { whenEnded: (listener: () => void) => void ended.push(listener) },
    end: () => ended.forEach((tell) => tell()),
  }
}

describe('a store that is made when it is needed', () => {
  test('is made once: who asks later gets the same, and its own maker does not run', () => {
    const app = makeApp()
    const uploads = makeLazy(app, 'uploads', () => ({ name: 'first' }))
    const create = jest.fn(() => ({ name: 'second' }))
    expect(makeLazy(app, 'uploads', create)).toBe(uploads)
    expect(create).not.toHaveBeenCalled()
  })

  test('is seen by those who observed that it was not there', () => {
    const app = makeApp()
    const seen: (string | undefined)[] = []
    autorun(() => seen.push(app.lazy.uploads?.name))
    makeLazy(app, 'search', () => ({ name: 'search' }))
    makeLazy(app, 'uploads', () => ({ name: 'uploads' }))
    expect(seen).toEqual([undefined, 'uploads'])
  })

  test('forgets its user each time a session ends, and is asked once', () => {
    const app = makeApp()
    const forget = jest.fn()
    makeLazy(app, 'uploads', () => ({ name: 'uploads', forget }))
    makeLazy(app, 'uploads', () => ({ name: 'uploads', forget }))
    app.end()
    app.end()
    expect(forget).toHaveBeenCalledTimes(2)
  })

  test('need not have anything to forget', () => {
    const app = makeApp()
    makeLazy(app, 'search', () => ({ name: 'search' }))
    expect(() => app.end()).not.toThrow()
  })
})
