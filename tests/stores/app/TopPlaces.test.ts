import { beforeEach, describe, expect, test } from '@jest/globals'
import type { Place, PageStack, Step } from '@/platform/Platform'
import { TopPlaces } from '@/stores/app/TopPlaces'

const home: Place = { page: 'files', space: 'frequent' }
const own: Place = { page: 'files', space: 'own' }
const message: Place = { page: 'message' }
const me: Place = { page: 'me' }
const folder = (id: number): Place => ({ page: 'files', space: 'folder', id: String(id) })

/** A stack of pages, with the scroll position that each had when it was left. */
class Stack implements PageStack {
  steps: Step[] = [{ place: home }]

  trail() {
    return [...this.steps]
  }

  async backTo(index: number) {
    this.steps.splice(index + 1)
  }

  async open(steps: readonly Step[]) {
    this.steps.push(...steps)
  }

  get places() {
    return this.steps.map(({ place }) => place)
  }
}

let stack: Stack
let tops: TopPlaces
const session = { enterprise: null as never }

beforeEach(() => {
  stack = new Stack()
  tops = new TopPlaces({ pages: stack, sessionContext: session })
})

describe('[AH-47] the top places', () => {
  test('each opens above the present page, and home is below all of them', async () => {
    for (const top of ['files', 'messages', 'me'] as const) await tops.open(top)
    expect(stack.places).toStrictEqual([home, own, message, me])
    await tops.open('home')
    expect(stack.places).toStrictEqual([home])
  })

  test('files come back with their folders and scroll positions after the user was at home', async () => {
    await tops.open('files')
    stack.steps.push({ place: folder(1) }, { place: folder(2), scroll: [0, 300] })
    await tops.open('home')
    await tops.open('files')
    expect(stack.steps.slice(1)).toStrictEqual([
      { place: own },
      { place: folder(1) },
      { place: folder(2), scroll: [0, 300] },
    ])
  })

  test('files that came back and that the user left by going back begin anew', async () => {
    await tops.open('files')
    stack.steps.push({ place: folder(1) })
    await tops.open('home')
    await tops.open('files')
    await stack.backTo(0)
    await tops.open('files')
    expect(stack.places).toStrictEqual([home, own])
  })

  test('a place below is shown again as it is, and the pages above it are remembered', async () => {
    await tops.open('files')
    stack.steps.push({ place: folder(1) })
    await tops.open('messages')
    stack.steps.push({ place: folder(7) })
    await tops.open('messages')
    expect(stack.places).toStrictEqual([home, own, folder(1), message])
    await tops.open('files')
    expect(stack.places).toStrictEqual([home, own, folder(1)])
  })

  test('files from within a folder lead to where they began, then to the root', async () => {
    stack.steps.push({ place: folder(1) }, { place: folder(2) })
    await tops.open('files')
    expect(stack.places).toStrictEqual([home, folder(1)])
    await tops.open('files')
    expect(stack.places).toStrictEqual([home, folder(1), own])
    stack.steps.push({ place: folder(3) })
    for (let press = 0; press < 2; press += 1) await tops.open('files')
    expect(stack.places).toStrictEqual([home, folder(1), own])
  })

  test('a step of the path goes back to its page, or opens one', async () => {
    stack.steps.push({ place: folder(1) }, { place: folder(2) })
    await tops.openStep(folder(2))
    expect(stack.places).toHaveLength(3)
    await tops.openStep(folder(1))
    expect(stack.places).toStrictEqual([home, folder(1)])
    await tops.openStep(own)
    expect(stack.places).toStrictEqual([home, folder(1), own])
  })

  test('files begin with the folders of colleagues where personal files are closed', async () => {
    session.enterprise = { is_personal_space_closed: true } as never
    await tops.open('files')
    session.enterprise = null as never
    expect(stack.places).toStrictEqual([home, { page: 'files', space: 'collab' }])
  })

  test('a list begins where it was left only once its page comes back by the bar', async () => {
    await tops.open('files')
    expect(tops.takeTop({ space: 'own' })).toBe(0)
    await tops.open('home')
    tops.keepTop({ space: 'own' }, 420)
    await tops.open('files')
    expect([tops.takeTop({ space: 'own' }), tops.takeTop({ space: 'own' })]).toStrictEqual([420, 0])
  })

  test('another user finds nothing of it', async () => {
    await tops.open('files')
    stack.steps.push({ place: folder(1) })
    await tops.open('home')
    tops.forget()
    await tops.open('files')
    expect(stack.places).toStrictEqual([home, own])
  })
})
