import { observer } from 'mobx-react'
import { Row } from '@/components/Row'
import type { RowPlace } from '@/components/VirtualList'
import { useWords } from '@/components/context'
import type { FrequentItem, Item } from '@/contract/entities'
import { formatSize } from '@/domain/format/size'
import { labelled, tileOf, type Tile } from '@/domain/items/tiles'
import { extensionOf } from '@/domain/items/extension'
import { VISIBLE_TAGS } from '@/domain/limits'
import { wordSize } from '@/i18n/format'
import type { Words } from '@/i18n/words'
import type { AppStore } from '@/stores/shell/AppStore'
import type { ListSource } from '@/stores/lists/listSources'
import type { SelectionStore } from '@/stores/lists/SelectionStore'
import { itemOf, accessLoss, type FrequentRow, type Row as ListRow } from '@/stores/lists/rows'
import { useApp } from '../AppContext'
import { wordAgo } from '../wordAgo'
import { thumbnailOf } from './thumbnailOf'

export interface ItemRowProps extends RowPlace {
  row: ListRow
  frequent: FrequentItem | undefined
  space: ListSource['space']
  /** In place of time, size and who. */
  meta?: string
  /** Absent where the row is shown, but out of reach. */
  onOpen?(row: ListRow): void
  onMore?(row: ListRow): void
  onHold?(row: ListRow): void
  /** While rows are being chosen. */
  selection?: SelectionStore
}

/** A row of the drive in words (ROW-01, ROW-02). */
export const ItemRow = observer(function ItemRow({
  row,
  frequent,
  space,
  meta,
  selection,
  onOpen,
  onMore,
  onHold,
  isFar,
  ...place
}: ItemRowProps) {
  const app = useApp()
  const t = useWords()
  const item = itemOf(row)
  const common = {
    ...place,
    name: row.name,
    moreLabel: t('row.more', { name: row.name }),
    faded: !onOpen || selection?.isOpenTo(row) === false,
    checked: selection?.has(row.typed_id),
    onOpen: onOpen && (() => onOpen(row)),
    onMore: onMore && (() => onMore(row)),
    onHold: onHold && (() => onHold(row)),
  }
  if (!item) {
    const parts = frequentParts(row as FrequentRow, t)
    return <Row {...common} {...parts} faded={parts.faded || common.faded} />
  }
  const { tags } = item
  return (
    <Row
      {...common}
      type={item.type}
      tile={tileIn(space, item)}
      thumbnail={thumbnailOf(app, item, isFar)}
      meta={meta ?? metaOf(app, item, frequent, space, t)}
      tags={tags.slice(0, VISIBLE_TAGS).map((tag) => tag.name)}
      moreTags={tags.length > VISIBLE_TAGS ? `+${tags.length - VISIBLE_TAGS}` : undefined}
      encrypted={item.is_encrypted ? t('row.encrypted') : undefined}
      locked={item.locked}
      origin={originOf(item, space, t)}
    />
  )
})

function metaOf(
  app: AppStore,
  item: Item,
  frequent: FrequentItem | undefined,
  space: ListSource['space'],
  t: Words,
): string {
  const parts: string[] = []
  if (item.type === 'folder' && frequent) parts.push(...countsOf(frequent, t))
  parts.push(wordAgo(app, item.modified_at, t))
  if (item.type === 'file') parts.push(wordSize(formatSize(item.size)))
  if (item.locked && item.lock_user) parts.push(t('row.lockedBy', { name: item.lock_user.name }))
  else if (space === 'dept' || item.space === 'department_space') parts.push(item.updater.name)
  if (item.comment_count) parts.push(t('row.comments', { n: item.comment_count }))
  return parts.join(' · ')
}

/** Below a folder that somebody shares, the folders are shared because it is: only it bears the picture. */
function tileIn(space: ListSource['space'], item: Item): Tile {
  const tile = tileOf(item)
  const isNested =
    (space === 'folder' || space === 'trash') && (tile.group === 'invited_collab' || tile.group === 'external_collab')
  return isNested ? { ...tile, group: 'folder' } : tile
}

/** Where a collaboration folder comes from, on the top level only. */
function originOf(item: Item, space: ListSource['space'], t: Words): string | undefined {
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

/** An external enterprise, or what the user may no longer see (LIST-10). */
export function frequentParts(
  row: FrequentRow,
  t: Words,
): { type: 'file' | 'folder'; tile: Tile; meta: string; faded: boolean } {
  const {
    freq_type: kind,
    item: { name },
  } = row.frequent
  const loss = accessLoss(row)
  const isFile = kind === 'file'
  return {
    type: isFile ? 'file' : 'folder',
    tile: isFile ? labelled('other', extensionOf(name)) : { group: folderKinds[kind], label: '' },
    meta: loss ? t(`row.${loss}`) : countsOf(row.frequent, t).join(' · '),
    faded: loss !== null,
  }
}

const folderKinds = { folder: 'folder', department: 'department', external_enterprise: 'external_collab' } as const
