import { describe, expect, test } from '@jest/globals'
import type { Place } from '@/platform/Platform'
import { decodeQuery } from '@/platform/query'
import { createNavigator } from '@/platform/weapp/navigator'
import { settled } from '../../stores/support/until'

type Stack = Parameters<typeof createNavigator>[0]

/** WeChat's page stack: ten pages at most. */
function wechat() {
  const pages: { route: string; options: Record<string, string> }[] = []
  const result = { errMsg: 'ok' }
  function pageOf(url: string) {
    const [path = '', query = ''] = url.split('?')
    return { route: path.slice(1), options: { ...decodeQuery(query), $taroTimestamp: '1' } }
  }
  const stack: Stack = {
    getCurrentPages: () => [...pages],
    async navigateTo({ url }) {
      if (pages.length >= 10) throw new Error('navigateTo:fail webview count limit exceed')
      await null
      pages.push(pageOf(url))
      return result
    },
    async redirectTo({ url }) {
      await null
      pages.splice(-1, 1, pageOf(url))
      return result
    },
    async reLaunch({ url }) {
      await null
      pages.splice(0, pages.length, pageOf(url))
      return result
    },
    async navigateBack({ delta = 1 } = {}) {
      await null
      if (pages.length === 1) throw new Error('navigateBack:fail cannot navigate back at first page.')
      pages.splice(-Math.min(delta, pages.length - 1))
      return result
    },
  }
  pages.push(pageOf('/pages/files/index?space=frequent'))
  return { pages, stack, navigate: createNavigator(stack) }
}

const folder = (id: number): Place => ({ page: 'files', space: 'folder', id: String(id) })
const addressOf = (id: number) => `/pages/files/index?space=folder&id=${id}`

async function descend(navigate: ReturnType<typeof createNavigator>, from: number, to: number): Promise<void> {
  for (let id = from; id <= to; id += 1) await navigate.push(folder(id))
}

describe('folders in the page stack of ten', () => {
  test('seven pages stay, deeper ones replace the last, and back passes through all of them', async () => {
    const { pages, navigate } = wechat()
    await descend(navigate, 1, 12)
    expect(pages).toHaveLength(7)
    expect(navigate.depth()).toBe(12)
    expect(navigate.here()).toBe(addressOf(12))
    for (let id = 11; id >= 1; id -= 1) {
      await navigate.back()
      expect(navigate.here()).toBe(addressOf(id))
      expect(navigate.depth()).toBe(id)
    }
    await navigate.back()
    expect(navigate.here()).toBe('/pages/files/index?space=frequent')
    expect(navigate.depth()).toBe(0)
  })

  test('preview and sign-in still fit above, and leave the trail unchanged', async () => {
    const { pages, navigate } = wechat()
    await descend(navigate, 1, 8)
    await navigate.push({ page: 'preview', fileId: 5 })
    await navigate.push({ page: 'login' })
    expect(pages).toHaveLength(9)
    expect(navigate.depth()).toBe(10)
    await navigate.back()
    await navigate.back()
    expect(navigate.here()).toBe(addressOf(8))
    await navigate.back()
    expect(navigate.here()).toBe(addressOf(7))
  })

  test('a folder opened from a preview leads back to it', async () => {
    const { pages, navigate } = wechat()
    await descend(navigate, 1, 7)
    await navigate.push({ page: 'preview', fileId: 5 })
    await navigate.push(folder(20))
    expect(pages).toHaveLength(8)
    expect(navigate.here()).toBe(addressOf(20))
    await navigate.back()
    expect(navigate.here()).toBe('/packages/preview/index?preview=1&file_id=5')
    await navigate.back()
    expect(navigate.here()).toBe(addressOf(7))
  })

  test('the back gesture, which WeChat handles itself, keeps the trail behind', async () => {
    const { pages, navigate } = wechat()
    await descend(navigate, 1, 9)
    pages.pop()
    expect(navigate.here()).toBe(addressOf(5))
    expect(navigate.depth()).toBe(5)
    await navigate.push(folder(20))
    expect(navigate.depth()).toBe(6)
    await navigate.back()
    expect(navigate.here()).toBe(addressOf(5))
  })

  test('a second tap while the page is opening opens it once', async () => {
    const { pages, navigate } = wechat()
    await Promise.all([navigate.push(folder(1)), navigate.push(folder(1))])
    expect(pages).toHaveLength(2)
    await navigate.back()
    await navigate.push(folder(1))
    expect(pages).toHaveLength(2)
    await descend(navigate, 2, 6)
    await Promise.all([navigate.push(folder(7)), navigate.push(folder(7))])
    expect(navigate.depth()).toBe(7)
  })
})

describe('[AH-47] the stack for the bar at the foot', () => {
  const placesOf = ({ pages: { trail } }: ReturnType<typeof createNavigator>) => trail().map(({ place }) => place)
  const home: Place = { page: 'files', space: 'frequent' }

  test('several pages open as one with a trail, through which back passes', async () => {
    const { pages, navigate } = wechat()
    await navigate.pages.open([1, 2, 3].map((id) => ({ place: folder(id) })))
    expect([pages.length, navigate.depth(), navigate.here()]).toStrictEqual([2, 3, addressOf(3)])
    expect(placesOf(navigate)).toStrictEqual([home, folder(1), folder(2), folder(3)])
    for (const id of [2, 1]) {
      await navigate.back()
      expect(navigate.here()).toBe(addressOf(id))
    }
    await navigate.back()
    expect(placesOf(navigate)).toStrictEqual([home])
  })

  test('going back to a page of a trail opens it anew, to a page of the stack shows it', async () => {
    const { pages, navigate } = wechat()
    await navigate.pages.open([1, 2, 3].map((id) => ({ place: folder(id) })))
    await navigate.push({ page: 'message' })
    await navigate.pages.backTo(2)
    expect([pages.length, navigate.here()]).toStrictEqual([2, addressOf(2)])
    expect(placesOf(navigate)).toStrictEqual([home, folder(1), folder(2)])
    await navigate.push({ page: 'message' })
    await navigate.push({ page: 'me' })
    await navigate.pages.backTo(2)
    expect([pages.length, navigate.here(), navigate.depth()]).toStrictEqual([2, addressOf(2), 2])
    await navigate.pages.backTo(0)
    expect(placesOf(navigate)).toStrictEqual([home])
  })

  test('a full stack takes a trail, too', async () => {
    const { pages, navigate } = wechat()
    await descend(navigate, 1, 8)
    await navigate.pages.open([{ place: folder(20) }, { place: folder(21) }])
    expect(pages).toHaveLength(7)
    expect(placesOf(navigate).slice(-3)).toStrictEqual([folder(8), folder(20), folder(21)])
    await navigate.pages.backTo(3)
    expect(navigate.here()).toBe(addressOf(3))
  })
})

describe('places', () => {
  test('a second step back during the first goes no further', async () => {
    const { pages, navigate } = wechat()
    await descend(navigate, 1, 1)
    await Promise.all([navigate.back(), navigate.back()])
    expect(pages).toHaveLength(1)
    await descend(navigate, 1, 2)
    await navigate.back()
    expect(navigate.here()).toBe(addressOf(1))
  })

  test('a step off a page that has appeared, before WeChat reports the end, works', async () => {
    const { pages, stack } = wechat()
    let isOver = () => {}
    let running = 0
    const navigate = createNavigator({
      ...stack,
      async navigateBack() {
        if (running++ > 0) throw new Error('navigateBack:fail another one is on its way')
        pages.pop()
        await new Promise<void>((resolve) => (isOver = resolve))
        running -= 1
        return { errMsg: 'ok' }
      },
    })
    await descend(navigate, 1, 3)
    const first = navigate.back()
    expect(navigate.here()).toBe(addressOf(2))
    const second = navigate.back()
    isOver()
    await first
    expect(navigate.here()).toBe(addressOf(1))
    isOver()
    await second
    expect(pages).toHaveLength(2)
  })

  test('a restart clears pages and trails', async () => {
    const { pages, navigate } = wechat()
    await descend(navigate, 1, 9)
    await navigate.relaunch(folder(3))
    expect([pages.length, navigate.depth(), navigate.here()]).toStrictEqual([1, 0, addressOf(3)])
    await navigate.back()
    expect(navigate.here()).toBe('/pages/files/index?space=frequent')
  })

  test('[I18N-02] the app restarts in the folder where a language was chosen', async () => {
    const { pages, navigate } = wechat()
    await descend(navigate, 1, 3)
    navigate.restart()
    await settled()
    expect(pages).toHaveLength(1)
    expect(navigate.here()).toBe(addressOf(3))
  })

  test('a foreign address leads to the frequent space', async () => {
    const { navigate } = wechat()
    await navigate.resume(addressOf(4))
    expect(navigate.here()).toBe(addressOf(4))
    for (const address of ['https://evil.example/', '//evil.example/pages/files/index', '/pages/nowhere/index', '']) {
      await navigate.resume(address)
      expect(navigate.here()).toBe('/pages/files/index?space=frequent')
    }
  })
})

describe('overlays of a page', () => {
  const sheet = { flag: 'filenav', value: '1', companions: {} }
  const rename = { flag: 'createrename', value: 'new', companions: {} }

  test('overlays belong only to their page and return with it', async () => {
    const { navigate } = wechat()
    navigate.overlaysOfPage().open(sheet)
    await navigate.push(folder(1))
    expect(navigate.overlaysOfPage().list()).toStrictEqual([])
    await navigate.back()
    expect(navigate.overlaysOfPage().list()).toStrictEqual([sheet])
  })

  test('closing an overlay closes those above it and notifies the listeners', async () => {
    const overlays = wechat().navigate.overlaysOfPage()
    const seen: number[] = []
    const stop = overlays.subscribe(() => seen.push(overlays.list().length))
    overlays.open(sheet)
    overlays.open(rename)
    await overlays.close('filenav')
    await overlays.close('filenav')
    stop()
    overlays.open(sheet)
    expect(seen).toStrictEqual([1, 2, 0])
  })

  test('opening an open flag, and replacing, change the overlay in place', () => {
    const overlays = wechat().navigate.overlaysOfPage()
    overlays.open(rename)
    overlays.open(sheet)
    overlays.open({ ...rename, value: 'file_1' })
    expect(overlays.list()).toStrictEqual([{ ...rename, value: 'file_1' }, sheet])
    overlays.replace({ ...rename, value: 'file_2' })
    expect(overlays.list()).toStrictEqual([{ ...rename, value: 'file_2' }, sheet])
  })
})
