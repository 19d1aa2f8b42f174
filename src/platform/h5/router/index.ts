import { HOME, splitAddress } from '@/domain/addresses'
import type { Overlay, OverlayHost } from '@/platform/Platform'
import { answer, type Option } from './answer'
import {
  adopt,
  current,
  newKey,
  pushEntry,
  replaceEntry,
  shownAddress,
  stepBack,
  watchSteps,
  whenStill,
  type Entry,
  type Mark,
} from './entries'
import { watchForeground } from './foreground'
import { takeOverlays } from './overlayFlags'
import { followEntry, overlaysOf, pushOverlay } from './overlays'
import {
  comeBack,
  coverPage,
  hidePage,
  keepScroll,
  leave,
  mountPage,
  newPage,
  showPage,
  unmountDeepPages,
  unmountPage,
  type StackPage,
} from './pages'
import { parts } from './parts'
import { compilePatterns, type Patterns, type Place, type Route } from './patterns'
import { readScroll, rememberedScroll, rememberScroll } from './scroll'
import './pages.css'

/** The parts of Taro's configuration that this router reads. The router replaces `@tarojs/router`: pages on one browser history, without tab bar. */
export interface RouterConfig {
  routes: Route[]
  router?: { customRoutes?: Record<string, string | string[]> }
  window?: { navigationBarTitleText?: string }
}

type Method = 'navigateTo' | 'redirectTo' | 'reLaunch'

const stack: StackPage[] = []
let patterns: Patterns
let config: RouterConfig
let arrival: Promise<void> = Promise.resolve()
/** Pages mount one after the other, because a page reads its parameters from one global place, as in a mini-program. */
let mounted: Promise<void> = Promise.resolve()
/** Counts navigations. A later navigation cancels one that still waits for its code. */
let turn = 0

function top(): StackPage | undefined {
  return stack[stack.length - 1]
}

/** Loads a page's code; undefined if a later navigation has started. */
async function componentOf({ route }: Place, mine: number): Promise<unknown> {
  const [module] = (await Promise.all(await route.load())) as [{ default?: unknown }]
  await mounted
  return mine === turn ? (module.default ?? module) : undefined
}

/** Makes the stack match the present entry: shows its top page, keeps pages below, unmounts removed ones. */
async function arrive(place: Place, component: unknown, overlays: Overlay[] = []): Promise<void> {
  const entry = current()
  const left = top()
  const known = (key: string) => stack.find((page) => page.key === key)
  const below = entry.below.map((mark) => known(mark.key) ?? newPage(mark, []))
  const page = known(entry.key) ?? newPage(entry, entry.scroll ?? rememberedScroll(entry.key))
  const next = [...below, page]
  const gone = stack.filter((page) => !next.includes(page))
  stack.splice(0, stack.length, ...next)

  const covered = left && below.includes(left) ? left : undefined
  if (covered) hidePage(covered)
  followEntry(page, entry)
  for (const overlay of overlays) pushOverlay(page, overlay)

  document.title = String(place.route.navigationBarTitleText ?? config.window?.navigationBarTitleText ?? document.title)
  if (page.instance) showPage(page)
  else await (mounted = mountPage(page, place, component))
  if (covered && covered !== top()) coverPage(covered)
  gone.forEach(unmountPage)
  unmountDeepPages(stack)
}

async function revisit(entry: Entry): Promise<void> {
  const mine = (turn += 1)
  const place = patterns.find(entry.address)
  if (!place) return location.reload()
  const component = await componentOf(place, mine).catch(() => location.reload())
  if (component) await arrive(place, component)
}

/**
 * Navigates to an address.
 * @param enter writes the entries of the history @throws if no page has the address, the page's code does not load, or a later navigation replaced
 * this one
 */
async function openBy(url: string, enter: (address: string) => void | Promise<void>): Promise<void> {
  const mine = (turn += 1)
  const { address, overlays } = takeOverlays(url)
  const place = patterns.resolve(address)
  if (!place) throw new Error(`no page at ${url}`)
  const component = await componentOf(place, mine)
  if (!component) throw new Error('a later navigation replaced this one')
  await whenStill(async () => {
    await enter(place.address)
    await arrive(place, component, overlays)
  })
}

async function enter(method: Method, address: string): Promise<void> {
  const { below, overlays, ...here } = current()
  const entry = { key: newKey(), address, overlays: [] }
  if (method === 'navigateTo') {
    const mark: Mark = { key: here.key, position: here.position, address: here.address }
    replaceEntry({ ...here, below, overlays, scroll: keepScroll(top()) })
    pushEntry({ ...entry, position: here.position + 1, below: [...below, mark] })
    return
  }
  const afresh = method === 'reLaunch'
  await stepBack(afresh ? here.position : overlays.length, true)
  replaceEntry({ ...entry, position: current().position, below: afresh ? [] : below })
}

async function goBack(delta: number): Promise<void> {
  const { below, position } = current()
  const target = below[Math.max(0, below.length - delta)]
  if (!target) throw new Error('cannot navigate back at first page')
  await stepBack(position - target.position)
  await arrival
  if (current().key !== target.key) throw new Error('the browser did not go back')
}

async function start(): Promise<void> {
  const mine = (turn += 1)
  const { address, overlays } = takeOverlays(shownAddress())
  const { path } = splitAddress(address)
  const adopted = adopt()
  const asked = patterns.find(adopted?.address ?? (path === '/' ? HOME + address.slice(1) : address))
  const place = asked ?? patterns.find(HOME)!
  if (!adopted || !asked) replaceEntry({ key: newKey(), position: 0, address: place.address, below: [], overlays: [] })
  const component = await componentOf(place, mine)
  if (component) await arrive(place, component, asked && adopted ? [] : overlays)
}

export function createRouter(_history: unknown, _app: unknown, appConfig: RouterConfig): void {
  config = appConfig
  patterns = compilePatterns(config.routes, config.router?.customRoutes ?? {})
  history.scrollRestoration = 'manual'
  arrival = start()
  watchForeground({
    leave() {
      const page = top()
      rememberScroll(current().key, keepScroll(page))
      if (page) leave(page)
    },
    comeBack() {
      const page = top()
      if (page) comeBack(page)
    },
  })
  watchSteps((to) => {
    if (!to) arrival = start()
    else if (to.key === top()?.key) followEntry(top()!, to)
    else arrival = revisit(to)
  })
}

const opening = (method: Method) => (option: Option & { url: string }) =>
  answer(
    method,
    option,
    openBy(option.url, (address) => enter(method, address)),
  )

export const navigateTo = opening('navigateTo')
export const redirectTo = opening('redirectTo')
export const reLaunch = opening('reLaunch')

export function navigateBack(option: Option & { delta?: number } = {}) {
  return answer(
    'navigateBack',
    option,
    whenStill(() => goBack(option.delta ?? 1)),
  )
}

export function getCurrentPages() {
  return stack.map(({ instance, address }) => {
    const place = instance ? undefined : patterns.find(address)
    return instance ?? { route: place?.route.path, options: place?.params }
  })
}

Object.assign(parts, { stack, openBy, pushEntry, replaceEntry, readScroll })

/** The overlays of the top page. A page calls this while mounting and keeps the result. */
export function overlaysOfPage(): OverlayHost {
  return overlaysOf(top()!)
}

export { currentAddress } from './entries'
