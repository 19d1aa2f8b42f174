import type { Overlay } from '@/platform/Platform'
import { addOverlays } from './overlayFlags'

/** One page of the stack, as the entries above it remember it. */
export interface Mark {
  key: string
  /** How many entries lie below this one since the app came in. */
  position: number
  /** The page's address without base and overlays. */
  address: string
}

/** What an entry of the browser's history holds. Entries of the same key are one page with more or fewer overlays. */
export interface Entry extends Mark {
  below: Mark[]
  overlays: Overlay[]
  /** px of each scroller, written when the page is left. */
  scroll?: number[]
}

/** RT-01: the same build is served at `/` and below `/h5/`. */
export const base = /^\/h5(\/|$)/.test(location.pathname) ? '/h5' : ''

/** Longest wait, in ms, for a step that the browser may not take because there is nothing to go to. */
const longestStep = 1000

let present: Entry
let step: Promise<void> | undefined
let stepTaken: (() => void) | undefined
let quiet = false
let keys = 0

export function newKey(): string {
  return `${Date.now().toString(36)}${(keys += 1)}`
}

export function current(): Entry {
  return present
}

export function currentAddress(): string {
  return addOverlays(present.address, present.overlays)
}

/** The address that the browser shows, without base. */
export function shownAddress(): string {
  return (location.pathname.slice(base.length) || '/') + location.search
}

/** What an earlier load of the app, before a reload, left at this entry. */
export function adopt(): Entry | undefined {
  const state = history.state as Partial<Entry> | null
  if (!state?.key || !state.below || !state.overlays) return undefined
  present = state as Entry
  return present
}

function href(entry: Entry): string {
  return base + addOverlays(entry.address, entry.overlays)
}

export function pushEntry(entry: Entry): void {
  present = entry
  history.pushState(entry, '', href(entry))
}

export function replaceEntry(entry: Entry): void {
  present = entry
  history.replaceState(entry, '', href(entry))
}

/** Runs at once, or after the step under way: the browser would undo a push in between. */
export async function whenStill<T>(run: () => T | Promise<T>): Promise<T> {
  while (step) await step
  return run()
}

/** Goes `count` entries back and resolves when that is done; a `silent` step shows nothing on its way. */
export function stepBack(count: number, silent = false): Promise<void> {
  if (count <= 0) return Promise.resolve()
  step = new Promise<void>((resolve) => {
    const timer = setTimeout(done, longestStep)
    function done(): void {
      clearTimeout(timer)
      step = undefined
      stepTaken = undefined
      quiet = false
      resolve()
    }
    stepTaken = done
    quiet = silent
    history.go(-count)
  })
  return step
}

/** Calls back when the user or `stepBack` arrives at another entry; an entry without state is a fresh address. */
export function watchSteps(arrived: (to: Entry | undefined) => void): void {
  window.addEventListener('popstate', () => {
    const to = adopt()
    const silent = quiet && Boolean(to)
    stepTaken?.()
    if (!silent) arrived(to)
  })
}
