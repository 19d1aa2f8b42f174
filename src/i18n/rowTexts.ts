import type { FrequentItem, Item } from '@/contract/entities'
import { extensionOf } from '@/domain/items/extension'
import { labelled, tileOf, type Tile } from '@/domain/items/tiles'
import { formatSize } from '@/domain/format/size'
import { formatTime } from '@/domain/format/time'
import { VISIBLE_TAGS } from '@/domain/limits'
import { wordSize, wordTime } from './format'
import type { Words } from './words'

/** Where a row stands: the space of its list, and what the list tells of it beside the item. */
export interface RowSetting {
  space: string
  frequent: FrequentItem | undefined
  /** In place of time, size and who. */
  meta?: string
}

/** The clock of who reads: ms since 1970; minutes to add to UTC. */
export interface RowClock {
  now(): number
  zone(): number
}

/** What a row says of an item (ROW-01, ROW-02). */
export interface RowTexts {
  type: 'file' | 'folder'
  tile: Tile
  meta: string
  tags: string[]
  moreTags: string | undefined
  encrypted: string | undefined
  locked: boolean
  origin: string | undefined
}

/** Words the row of an item. */
export function wordRow(item: Item, setting: RowSetting, clock: RowClock, t: Words): RowTexts {
  const { tags } = item
  return {
    type: item.type,
    tile: tileIn(setting.space, item),
    meta: setting.meta ?? metaOf(item, setting, clock, t),
    tags: tags.slice(0, VISIBLE_TAGS).map((tag) => tag.name),
    moreTags: tags.length > VISIBLE_TAGS ? `+${tags.length - VISIBLE_TAGS}` : undefined,
    encrypted: item.is_encrypted ? t('row.encrypted') : undefined,
    locked: item.locked,
    origin: originOf(item, setting.space, t),
  }
}

/** Words a frequent row without an item: an external enterprise, or what the user may no longer see (LIST-10). */
export function wordFrequent(
  frequent: FrequentItem,
  t: Words,
): { type: 'file' | 'folder'; tile: Tile; meta: string; faded: boolean } {
  const { freq_type: kind, item, isForbidden } = frequent
  const isFile = kind === 'file'
  const loss = item.is_dismissed ? t('row.dismissed') : t('row.forbidden')
  return {
    type: isFile ? 'file' : 'folder',
    tile: isFile ? labelled('other', extensionOf(item.name)) : { group: folderKinds[kind], label: '' },
    meta: isForbidden ? loss : countsOf(frequent, t).join(' · '),
    faded: isForbidden,
  }
}

function metaOf(item: Item, { space, frequent }: RowSetting, clock: RowClock, t: Words): string {
  const parts: string[] = []
  if (item.type === 'folder' && frequent) parts.push(...countsOf(frequent, t))
  parts.push(wordTime(formatTime(item.modified_at, clock.now() / 1000, clock.zone()), t))
  if (item.type === 'file') parts.push(wordSize(formatSize(item.size)))
  if (item.locked && item.lock_user) parts.push(t('row.lockedBy', { name: item.lock_user.name }))
  else if (space === 'dept' || item.space === 'department_space') parts.push(item.updater.name)
  if (item.comment_count) parts.push(t('row.comments', { n: item.comment_count }))
  return parts.join(' · ')
}

/** Below a folder that somebody shares, the folders are shared because it is: only it bears the picture. */
function tileIn(space: string, item: Item): Tile {
  const tile = tileOf(item)
  const isNested =
    (space === 'folder' || space === 'trash') && (tile.group === 'invited_collab' || tile.group === 'external_collab')
  return isNested ? { ...tile, group: 'folder' } : tile
}

/** Where a collaboration folder comes from, on the top level only. */
function originOf(item: Item, space: string, t: Words): string | undefined {
  if (space === 'folder' || space === 'dept' || space === 'trash') return undefined
  if (item.is_external_collab_folder) return t('row.origin.external')
  if (item.is_invited_collab_folder) return t('row.origin.invited')
  return item.is_owned_collab_folder ? t('row.origin.owned') : undefined
}

/** What lies in a favourite, none of which is told where there is none but the items (LIST-11). */
function countsOf(
  { item: { item_count: items, folder_count: folders, children_departments_count: departments } }: FrequentItem,
  t: Words,
): string[] {
  const counts = [t('row.items', { n: items })]
  if (folders > 0) counts.push(t('row.folders', { n: folders }))
  if (departments > 0) counts.push(t('row.departments', { n: departments }))
  return counts
}

const folderKinds = { folder: 'folder', department: 'department', external_enterprise: 'external_collab' } as const
