import type Taro from '@tarojs/taro'
import { pageUrl, placeAt, placeOf } from '../places'
import type { Navigator, OverlayHost, PageStack, Place } from '../Platform'
import { encodeQuery } from '../query'
import { createOverlayHost } from './overlays'

/** The maximum of pages on WeChat's stack. */
const stackLimit = 10
/** The maximum of pages for folders; the others stay free for preview, picker and sign-in. */
const folderLimit = 7

const home: Place = { page: 'files', space: 'frequent' }

type WeChatPages = Pick<Taro.TaroStatic, 'getCurrentPages' | 'navigateTo' | 'redirectTo' | 'reLaunch' | 'navigateBack'>

interface Opening {
  url: string
  /** The top page at the time of opening. */
  from: Taro.Page
  done: Promise<unknown>
}

/** On a full page stack, a page replaces the previous one, and a trail of that level leads back. */
export function createNavigator(wx: WeChatPages): Navigator & { pages: PageStack } {
  const trails = new Map<number, Place[]>()
  const overlayHosts = new WeakMap<Taro.Page, OverlayHost>()
  let opening: Opening | undefined
  let leaving: { from: Taro.Page; done: Promise<unknown> } | undefined

  const level = () => wx.getCurrentPages().length

  function topPage(): Taro.Page {
    return wx.getCurrentPages()[level() - 1] ?? {}
  }

  function placeOn({ route = '', options = {} }: Taro.Page): Place | undefined {
    return placeAt(`/${route}?${encodeQuery(options)}`)
  }

  const topPlace = () => placeOn(topPage())
  const trailAt = (at: number) => trails.get(at) ?? []

  function overlaysOfPage(): OverlayHost {
    const page = topPage()
    const host = overlayHosts.get(page) ?? createOverlayHost()
    overlayHosts.set(page, host)
    return host
  }

  /** Opens a page. Ignores a second tap while the page is opening. */
  async function open(
    method: 'navigateTo' | 'redirectTo' | 'reLaunch',
    place: Place,
    before?: () => void,
  ): Promise<void> {
    const url = pageUrl(place)
    const from = topPage()
    if (opening?.url !== url || opening.from !== from) {
      before?.()
      const mine = { url, from, done: wx[method]({ url }) }
      opening = mine
      mine.done = mine.done.finally(() => {
        if (opening === mine) opening = undefined
      })
    }
    await opening.done
  }

  function forgetAbove(lowest: number): void {
    for (const above of [...trails.keys()]) if (above > lowest) trails.delete(above)
  }

  function leaveTrail(): void {
    const previous = topPlace()
    if (previous) trails.set(level(), [...trailAt(level()), previous])
  }

  async function push(place: Place): Promise<void> {
    const below = level()
    if (below < (place.page === 'files' ? folderLimit : stackLimit))
      return open('navigateTo', place, () => forgetAbove(below))
    return open('redirectTo', place, leaveTrail)
  }

  /** Ignores a second step back from the same page. A step back from the next page waits, because WeChat refuses two steps at once. */
  async function back(): Promise<void> {
    while (leaving) {
      const isSame = leaving.from === topPage()
      await leaving.done
      if (isSame) return
    }
    const earlier = trails.get(level())?.pop()
    if (earlier) return open('redirectTo', earlier)
    if (level() <= 1) return open('reLaunch', home)
    await leave(1)
  }

  async function leave(delta: number): Promise<void> {
    leaving = { from: topPage(), done: wx.navigateBack({ delta }).finally(() => (leaving = undefined)) }
    await leaving.done
  }

  /** The stack with the trails: a page of a trail is opened anew at the level of the trail. */
  const pages: PageStack = {
    trail: () =>
      wx.getCurrentPages().flatMap((page, index) => [...trailAt(index + 1), placeOn(page)].map((place) => ({ place }))),
    async backTo(index) {
      await leaving?.done
      let [at, left] = [1, index]
      for (; left > trailAt(at).length; at += 1) left -= trailAt(at).length + 1
      if (at < level()) await leave(level() - at)
      const place = trailAt(at)[left]
      forgetAbove(at)
      if (!place) return
      trails.set(at, trailAt(at).slice(0, left))
      await open('redirectTo', place)
    },
    /** Ignores a second tap while the page is opening. */
    async open(steps) {
      const places = steps.flatMap(({ place }) => place ?? [])
      const last = places.pop()
      if (!last) return
      if (opening) {
        const isSame = opening.url === pageUrl(last)
        await opening.done
        if (isSame) return
      }
      await push(last)
      if (places.length > 0) trails.set(level(), [...trailAt(level()), ...places])
    },
  }

  function depth(): number {
    let trailLength = 0
    for (const [at, places] of trails) if (at <= level()) trailLength += places.length
    return level() - 1 + trailLength
  }

  const here = () => pageUrl(topPlace() ?? home)
  const relaunch = (place: Place) => open('reLaunch', place)

  return {
    push,
    back,
    depth,
    here,
    relaunch,
    replace: (place) => open('redirectTo', place),
    resume: (address) => open('redirectTo', placeAt(address) ?? home),
    placeOf,
    leave() {},
    restart: () => void relaunch(topPlace() ?? home),
    overlaysOfPage,
    pages,
  }
}
