import type { FrequentItem, Item } from '@/contract/entities'
import { extensionOf } from '@/domain/items/extension'
import { isEdited } from '@/domain/items/onlineEditing'
import { labelled, tileOf, type Tile } from '@/domain/items/tiles'
import { formatSize } from '@/domain/format/size'
import { formatTime } from '@/domain/format/time'
import { VISIBLE_TAGS } from '@/domain/listLimits'
import { wordSize, wordTime } from './format'
import type { Words } from './words'

/** The context of a row: the space of its list, and the list's own facts about the item. */
export interface RowSetting {
  space: string
  frequent: FrequentItem | undefined
  /** Replaces time, size and name. */
  meta?: string
}

/** The reader's clock: ms since 1970; minutes to add to UTC. */
export interface RowClock {
  now(): number
  zone(): number
}

/** The texts of an item's row (ROW-01, ROW-02). */
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
    locked: item.locked && !isEdited(item),
    origin: originOf(item, setting.space, t),
  }
}

/** Words a frequent row without an item: an external enterprise, or an item that the user may no longer see (LIST-10). */
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
  if (item.locked && item.lock_user) parts.push(t(isEdited(item) ? 'row.editedBy' : 'row.lockedBy', item.lock_user))
  else if (space === 'dept' || item.space === 'department_space') parts.push(item.updater.name)
  if (item.comment_count) parts.push(t('row.comments', { n: item.comment_count }))
  return parts.join(' · ')
}

/** Only the topmost shared folder has the picture of a shared folder; the folders below are shared because of it. */
function tileIn(space: string, item: Item): Tile {
  const tile = tileOf(item)
  const isNested =
    (space === 'folder' || space === 'trash') && (tile.group === 'invited_collab' || tile.group === 'external_collab')
  return isNested ? { ...tile, group: 'folder' } : tile
}

/** The origin of a collaboration folder, only on the top level. */
function originOf(item: Item, space: string, t: Words): string | undefined {
  if (space === 'folder' || space === 'dept' || space === 'trash') return undefined
  if (item.is_external_collab_folder) return t('row.origin.external')
  if (item.is_invited_collab_folder) return t('row.origin.invited')
  return item.is_owned_collab_folder ? t('row.origin.owned') : undefined
}

/** The counts of a favourite's contents: items always, folders and departments only if there are any (LIST-11). */
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
