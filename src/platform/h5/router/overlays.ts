import { joinAddress, splitAddress } from '@/domain/addresses'
import type { Overlay, OverlayHost } from '@/platform/Platform'
import { current, pushEntry, replaceEntry, stepBack, whenStill, type Entry } from './entries'
import { isInAddress } from './overlayFlags'
import type { StackPage } from './pages'

const listeners = new Set<() => void>()

function show(page: StackPage, overlays: readonly Overlay[]): void {
  page.overlays = overlays
  for (const listener of [...listeners]) listener()
}

function nameOf({ flag, value }: Overlay): string {
  return `${flag}=${value}`
}

function remember(page: StackPage, overlay: Overlay): void {
  if (!isInAddress(overlay)) page.inMemory.add(nameOf(overlay))
}

function forgetClosed(page: StackPage, overlays: readonly Overlay[]): void {
  const open = overlays.map(nameOf)
  for (const name of [...page.inMemory]) if (!open.includes(name)) page.inMemory.delete(name)
}

/** The number of overlays of an entry that can still be shown. If a reload or a closing dropped one, those above are dropped, too. */
function countLiving(page: StackPage, overlays: readonly Overlay[]): number {
  const firstDead = overlays.findIndex((overlay) => !isInAddress(overlay) && !page.inMemory.has(nameOf(overlay)))
  return firstDead < 0 ? overlays.length : firstDead
}

/** Shows the overlays of the entry that a step led to, and steps back from those that no longer exist. */
export function followEntry(page: StackPage, entry: Entry): void {
  forgetClosed(page, entry.overlays)
  const shown = countLiving(page, entry.overlays)
  show(page, entry.overlays.slice(0, shown))
  void stepBack(entry.overlays.length - shown, true)
}

export function pushOverlay(page: StackPage, overlay: Overlay): void {
  const entry = current()
  remember(page, overlay)
  pushEntry({ ...entry, position: entry.position + 1, overlays: [...entry.overlays, overlay], scroll: undefined })
  show(page, current().overlays)
}

function replaceOverlay(page: StackPage, index: number, overlay: Overlay): void {
  const entry = current()
  remember(page, overlay)
  replaceEntry({ ...entry, overlays: entry.overlays.map((other, at) => (at === index ? overlay : other)) })
  forgetClosed(page, current().overlays)
  show(page, current().overlays)
}

/** The overlays of one page. They can be changed only while it is the top page. */
export function overlaysOf(page: StackPage): OverlayHost {
  function indexOf(flag: string): number {
    return current().overlays.findIndex((overlay) => overlay.flag === flag)
  }
  function whenOnTop(change: () => void | Promise<void>): Promise<void> {
    return whenStill(() => (current().key === page.key ? change() : undefined))
  }

  return {
    list: () => page.overlays,
    open: (overlay) =>
      void whenOnTop(() => {
        const index = indexOf(overlay.flag)
        if (index < 0) pushOverlay(page, overlay)
        else replaceOverlay(page, index, overlay)
      }),
    replace: (overlay) =>
      void whenOnTop(() => {
        const index = indexOf(overlay.flag)
        replaceOverlay(page, index < 0 ? current().overlays.length - 1 : index, overlay)
      }),
    keep: (parameters) =>
      void whenOnTop(() => {
        const { path, query } = splitAddress(current().address)
        for (const [name, value] of Object.entries(parameters)) query.set(name, value)
        replaceEntry({ ...current(), address: joinAddress(path, query) })
      }),
    close: (flag) =>
      whenOnTop(() => {
        const index = indexOf(flag)
        if (index >= 0) return stepBack(current().overlays.length - index)
      }),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
