import { joinAddress, splitAddress } from '@/domain/addresses'
import { isWholeOverlay, overlayRules } from '@/domain/overlays'
import type { Overlay } from '@/platform/Platform'

export function isInAddress({ flag }: Overlay): boolean {
  return overlayRules.get(flag)?.inAddress === true
}

/** Splits an address into the page's own address and its overlays, parent first. Drops a flag without its required parameters. */
export function takeOverlays(address: string): { address: string; overlays: Overlay[] } {
  const { path, query } = splitAddress(address)
  const parameters = new URLSearchParams(query)
  const overlays: Overlay[] = []
  for (const [flag, { needs = [], takes = [], inAddress }] of overlayRules) {
    if (!inAddress) continue
    const value = parameters.get(flag)
    if (value === null) continue
    const companions: Record<string, string> = {}
    for (const name of [...needs, ...takes]) {
      const companion = parameters.get(name)
      if (companion !== null) companions[name] = companion
      query.delete(name)
    }
    query.delete(flag)
    const overlay = { flag, value, companions }
    if (value && isWholeOverlay(overlay)) overlays.push(overlay)
  }
  return { address: joinAddress(path, query), overlays }
}

export function addOverlays(address: string, overlays: readonly Overlay[]): string {
  const { path, query } = splitAddress(address)
  for (const overlay of overlays.filter(isInAddress)) {
    query.set(overlay.flag, overlay.value)
    for (const [name, companion] of Object.entries(overlay.companions)) query.set(name, companion)
  }
  return joinAddress(path, query)
}
