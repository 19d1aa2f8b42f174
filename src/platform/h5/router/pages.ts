import { createPageConfig, Current, type PageInstance } from '@tarojs/runtime'
import type { Overlay } from '@/platform/Platform'
import type { Place } from './patterns'
import { readScroll, restoreScroll } from './scroll'

type Instance = Required<Pick<PageInstance, 'onLoad' | 'onReady' | 'onShow' | 'onHide' | 'onUnload'>> &
  Pick<PageInstance, 'path'>

/** A page of the stack; one without instance was too deep, or lies below a reload, and is mounted again on the way back. */
export interface StackPage {
  key: string
  address: string
  overlays: readonly Overlay[]
  /** Names of the open overlays that do not stand in the address. */
  inMemory: Set<string>
  scroll: number[]
  instance?: Instance & { route?: string; options?: Record<string, string> }
  router?: typeof Current.router
}

/** Pages kept mounted below the top one. */
const keptBelow = 7

let mounts = 0

export function newPage({ key, address }: Pick<StackPage, 'key' | 'address'>, scroll: number[]): StackPage {
  return { key, address, overlays: [], inMemory: new Set(), scroll }
}

function elementOf(page: StackPage): HTMLElement | null {
  return page.instance?.path ? document.getElementById(page.instance.path) : null
}

/** Mounts the page and resolves when it stands in the document. */
export function mountPage(page: StackPage, { route, params }: Place, component: unknown): Promise<void> {
  const { path, load: _, ...configuration } = route
  const stamp = `${page.key}-${(mounts += 1)}`
  const instance = createPageConfig(component, `/${path}?stamp=${stamp}`, {}, configuration) as Instance
  page.instance = Object.assign(instance, { route: path, options: params })
  return new Promise((resolve) => {
    instance.onLoad({ ...params, stamp }, () => {
      appear(page)
      instance.onReady()
      restoreScroll(elementOf(page), page.scroll, true)
      resolve()
    })
    page.router = Current.router
  })
}

/** Taro sets its current page only after the next render; whoever reads it in a render must not see the page just left. */
export function showPage(page: StackPage): void {
  Current.page = page.instance as typeof Current.page
  Current.router = page.router ?? null
  appear(page)
  restoreScroll(elementOf(page), page.scroll, false)
}

function appear(page: StackPage): void {
  elementOf(page)?.classList.remove('page-below')
  page.instance?.onShow()
}

export function hidePage(page: StackPage): void {
  keepScroll(page)
  page.instance?.onHide()
}

/** Takes a page that another one covers out of the layout. */
export function coverPage(page: StackPage): void {
  elementOf(page)?.classList.add('page-below')
}

export function keepScroll(page: StackPage | undefined): number[] {
  return page ? (page.scroll = readScroll(elementOf(page))) : []
}

export function unmountPage(page: StackPage): void {
  page.instance?.onUnload()
  page.instance = undefined
}

export function unmountDeepPages(stack: StackPage[]): void {
  stack.slice(0, -1 - keptBelow).forEach(unmountPage)
}
