import type { Overlay, OverlayHost } from '../Platform'

/** The overlays of one page, in memory: a mini-program has no address for them. */
export function createOverlayHost(): OverlayHost {
  const listeners = new Set<() => void>()
  let overlays: readonly Overlay[] = []

  function show(next: readonly Overlay[]): void {
    overlays = next
    for (const listener of [...listeners]) listener()
  }

  const indexOf = (flag: string) => overlays.findIndex((overlay) => overlay.flag === flag)

  function replace(overlay: Overlay): void {
    const same = indexOf(overlay.flag)
    const index = same < 0 ? overlays.length - 1 : same
    if (index >= 0) show(overlays.map((other, at) => (at === index ? overlay : other)))
  }

  return {
    list: () => overlays,
    open(overlay) {
      if (indexOf(overlay.flag) >= 0) replace(overlay)
      else show([...overlays, overlay])
    },
    replace,
    keep() {},
    async close(flag) {
      const index = indexOf(flag)
      if (index >= 0) show(overlays.slice(0, index))
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
