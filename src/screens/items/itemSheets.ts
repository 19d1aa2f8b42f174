import type { OverlayFlag } from '@/domain/overlays'
import type { OverlayStore } from '@/stores/app/OverlayStore'

/** Sheets about one item, lowest first; the value of each flag is its typed_id. */
export const itemFlags = [
  'actionsheet',
  'properties',
  'createrename',
  'outgoing',
  'tags',
] as const satisfies readonly OverlayFlag[]

export type ItemFlag = (typeof itemFlags)[number]

/** The typed_id of the item whose sheet is open; undefined without one. */
export function itemOfSheet(overlays: OverlayStore): string | undefined {
  return itemFlags.map((flag) => overlays.valueFor(flag)).find((value) => value !== undefined && value !== 'new')
}
