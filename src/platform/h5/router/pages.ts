import type { ComponentType } from 'react'
import type { Overlay } from '@/platform/Platform'
import { addPage, removePage, setPresent, tell, type PageInstance } from './framework'
import type { Place } from './patterns'
import { readScroll, restoreScroll } from './scroll'

/** A page of the stack. Pages that are too deep, or were below a reloaded page, have no instance; going back mounts them again. */
export interface StackPage {
  key: string
  address: string
  overlays: readonly Overlay[]
  /** Names of the open overlays that are not in the address. */
  inMemory: Set<string>
  scroll: number[]
  instance?: PageInstance
}

/** The number of mounted pages below the top one. */
const mountedBelow = 7

let mounts = 0

export function newPage({ key, address }: Pick<StackPage, 'key' | 'address'>, scroll: number[]): StackPage {
  return { key, address, overlays: [], inMemory: new Set(), scroll }
}

function elementOf(page: StackPage): HTMLElement | null {
  return page.instance ? document.getElementById(page.instance.path) : null
}

/** Mounts the page and resolves when it is in the document. */
export function mountPage(page: StackPage, { route, params }: Place, component: unknown): Promise<void> {
  const { path, load: _, ...config } = route
  return new Promise((resolve) => {
    page.instance = {
      path: `/${path}?stamp=${page.key}-${(mounts += 1)}`,
      route: path,
      options: params,
      config,
      component: component as ComponentType,
      listeners: { show: new Set(), hide: new Set() },
      mounted() {
        appear(page)
        restoreScroll(elementOf(page), page.scroll, true)
        resolve()
      },
    }
    addPage(page.instance)
  })
}

export function showPage(page: StackPage): void {
  appear(page)
  restoreScroll(elementOf(page), page.scroll, false)
}

/** Notifies the page after the drawing in progress. */
function appear(page: StackPage): void {
  setPresent(page.instance)
  elementOf(page)?.classList.remove('page-below')
  queueMicrotask(() => comeBack(page))
}

export function comeBack({ instance }: StackPage): void {
  if (instance) tell(instance, 'show')
}

export function hidePage(page: StackPage): void {
  keepScroll(page)
  leave(page)
}

export function leave({ instance }: StackPage): void {
  if (instance) tell(instance, 'hide')
}

/** Removes a covered page from the layout. */
export function coverPage(page: StackPage): void {
  elementOf(page)?.classList.add('page-below')
}

export function keepScroll(page: StackPage | undefined): number[] {
  return page ? (page.scroll = readScroll(elementOf(page))) : []
}

export function unmountPage(page: StackPage): void {
  if (page.instance) removePage(page.instance)
  page.instance = undefined
}

export function unmountDeepPages(stack: StackPage[]): void {
  stack.slice(0, -1 - mountedBelow).forEach(unmountPage)
}
