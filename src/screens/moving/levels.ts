import type { Item } from '@/contract/entities'
import type { Overlay } from '@/platform/Platform'
import type { ListLocation } from '@/domain/addresses'
import { itemOf, type Row } from '@/stores/items/lists/rows'

/** A place of a picker; `name` is the label of the row that led there, '' at the start. */
export interface Level {
  key: string
  at: ListLocation
  name: string
}

/** The places stacked in a picker, lowest first. */
export function levelsOf(root: ListLocation, entered: readonly Overlay[]): Level[] {
  const rootKey = `${root.space}_${root.id ?? ''}`
  const levels: Level[] = [{ key: rootKey, at: root, name: '' }]
  for (const { flag, value, companions } of entered) {
    const at = placeOf(value)
    if (at) levels.push({ key: `${rootKey}/${flag}/${value}`, at, name: companions.name ?? '' })
  }
  return levels
}

/** The place that a row opens, as a level stores it; null for a file, and for what the user may no longer see. */
export function placeBehind(row: Row): string | null {
  const item = itemOf(row)
  if (item) return placeOfItem(item)
  return 'frequent' in row && !row.frequent.isForbidden ? `enterprise_${row.frequent.item_id}` : null
}

function placeOfItem({ type, id, department }: Item): string | null {
  if (type === 'file') return null
  return department ? `department_${department.id}` : `folder_${id}`
}

function placeOf(value: string): ListLocation | null {
  const [, kind, id] = /^(folder|department|enterprise)_(\d{1,15})$/.exec(value) ?? []
  if (!kind) return null
  if (kind === 'enterprise') return { space: 'external', id: `enterprise_${Number(id)}` }
  return { space: kind === 'folder' ? 'folder' : 'dept', id: Number(id) }
}
