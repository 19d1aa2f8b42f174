import type { Overlay } from '@/platform/Platform'
import { joinAddress, splitAddress } from './patterns'

interface Companions {
  /** Parameters without which the flag is dropped from the address (RT-10). */
  needs?: string[]
  takes?: string[]
}

/** Overlays that stand in the address, parents before children. Any other flag lives in memory and a reload drops it. */
export const overlayFlags: Record<string, Companions> = {
  filenav: {},
  preview: { needs: ['file_id'], takes: ['version'] },
  movecopy: {},
  selectnav: {},
  createfolder: {},
  sort: {},
  actionsheet: {},
  createrename: {},
}

export function isInAddress({ flag }: Overlay): boolean {
  return flag in overlayFlags
}

/** Parts an address into the page's own and the overlays above it, parent first; a flag without its companion is dropped. */
export function takeOverlays(address: string): { address: string; overlays: Overlay[] } {
  const { path, query } = splitAddress(address)
  const given = new URLSearchParams(query)
  const overlays: Overlay[] = []
  for (const [flag, { needs = [], takes = [] }] of Object.entries(overlayFlags)) {
    const value = given.get(flag)
    if (value === null) continue
    const companions: Record<string, string> = {}
    for (const name of [...needs, ...takes]) {
      const companion = given.get(name)
      if (companion !== null) companions[name] = companion
      query.delete(name)
    }
    query.delete(flag)
    if (value && needs.every((name) => companions[name])) overlays.push({ flag, value, companions })
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
