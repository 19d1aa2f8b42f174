import { baseOf, withoutBase } from '@/domain/addresses'
import type { Overlay } from '@/platform/Platform'
import { addOverlays } from './overlayFlags'

/** A page of the stack, as recorded in the entries above it. */
export interface Mark {
  key: string
  /** The number of history entries below this one since the app was opened. */
  position: number
  /** The page's address without base and overlays. */
  address: string
}

/** An entry of the browser's history. Entries with the same key are one page with different overlays. */
export interface Entry extends Mark {
  below: Mark[]
  overlays: Overlay[]
  /** The scroll position of each scroller in px, written when the page is left. */
  scroll?: number[]
}

export const base = baseOf(location.pathname)

/** ms; the longest wait for a step back. The browser does nothing if there is no such entry. */
const longestStep = 1000

let present: Entry
let step: Promise<void> | undefined
let finishStep: (() => void) | undefined
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
  return withoutBase(location.pathname) + location.search
}

/** Makes the entry that the app stored in `history.state` before a reload the present one. Returns undefined if there is none. */
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
  // One-time addresses carry their token behind the #.
  history.replaceState(entry, '', href(entry) + location.hash)
}

/** Runs at once, or after the step in progress: the browser would undo a push in between. */
export async function whenStill<T>(run: () => T | Promise<T>): Promise<T> {
  while (step) await step
  return run()
}

/** Goes back `count` entries and resolves when done. A `silent` step shows nothing. */
export function stepBack(count: number, silent = false): Promise<void> {
  if (count <= 0) return Promise.resolve()
  step = new Promise<void>((resolve) => {
    const timer = setTimeout(done, longestStep)
    function done(): void {
      clearTimeout(timer)
      step = undefined
      finishStep = undefined
      quiet = false
      resolve()
    }
    finishStep = done
    quiet = silent
    history.go(-count)
  })
  return step
}

/** Calls back when the user or `stepBack` arrives at another entry. An entry without state is a new address. */
export function watchSteps(onArrive: (to: Entry | undefined) => void): void {
  window.addEventListener('popstate', () => {
    const to = adopt()
    const silent = quiet && Boolean(to)
    finishStep?.()
    if (!silent) onArrive(to)
  })
}
