import { mayPreview } from '@/domain/items/rights'
import { abilities, type Ability } from '@/domain/items/abilities'
import type { Item } from '@/contract/entities'
import type { OverlayFlag } from '@/domain/overlays'
import type { AppServices } from '@/stores/app/AppServices'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { ListStore } from '@/stores/items/lists/ListStore'
import type { RowCursor } from '@/stores/items/lists/RowCursor'
import { accessLoss, itemOf, type Row } from '@/stores/items/lists/rows'
import { abilitySubject } from '@/stores/items/abilitySubject'
import { ManyItems } from '@/stores/items/ManyItems'
import { refusalOf } from '@/stores/items/refusalOf'
import { TrashActions } from '@/stores/trash/TrashActions'
import { useApp } from '@/screens/app/AppContext'
import { useOpenRow } from '@/screens/items/useOpenRow'
import type { SheetProps } from '../sheets/SheetProps'

/** The state that the parts of a wide window share. */
export interface Desk extends SheetProps {
  cursor: RowCursor
}

export interface RowActs {
  open(row: Row): void
  /** The menu of a row; of all selected rows, where the row is among several. */
  menu(row: Row): void
  rename(): void
  remove(): void
  search(): void
}

/** Opens a sheet of the list. A document beside the list closes first, because it has sheets of its own. */
export async function openSheet(overlays: OverlayStore, flag: OverlayFlag, value?: string): Promise<void> {
  await overlays.close('preview')
  overlays.show(flag, value)
}

/** The acts of keys, clicks and the menu at the pointer on rows. */
export function useRowActs({ list, overlays, selection, cursor }: Desk): RowActs {
  const app = useApp()
  const openRow = useOpenRow()
  const isTrash = list.at.space === 'trash'

  const showMenu = (row: Row) => void openSheet(overlays, 'actionsheet', row.typed_id)
  return {
    open(row) {
      const item = itemOf(row)
      const isBeside = overlays.valueFor('preview') !== undefined
      if (isTrash || accessLoss(row) === 'dismissed') showMenu(row)
      else if (item?.type !== 'file') openRow(row)
      else {
        if (selection.count < 2) cursor.choose(row)
        if (isBeside && mayPreview(item)) overlays.replace('preview', '1', { file_id: String(item.id) })
        else openRow(row)
      }
    },
    menu(row) {
      cursor.pointAt(row)
      if (selection.count > 1) void openSheet(overlays, 'manymenu')
      else showMenu(row)
    },
    rename() {
      const [item, another] = cursor.items
      if (item && !another && allows(item, 'rename')) overlays.show('createrename', item.typed_id)
    },
    remove() {
      const { items } = cursor
      const [item] = items
      if (!item) return
      const many = new ManyItems(app)
      if (isTrash) void many.deletePermanently(items)
      else if (items.length > 1) void many.remove(items)
      else if (allows(item, 'delete')) void new TrashActions(app).remove(item)
    },
    search: () => void openSearch(app, list, overlays),
  }

  /** Whether an action is possible; says why not. */
  function allows(item: Item, ability: Ability): boolean {
    const answer = abilities[ability](abilitySubject(app, item))
    if (answer === 'yes') return true
    app.feedback.toast(answer === 'hidden' ? { key: 'base.noPermission' } : refusalOf(answer.no, item))
    return false
  }
}

/** Searches from a place; a trash has no search. */
export async function openSearch(
  { platform: { navigate } }: AppServices,
  { at: { space, id } }: ListStore,
  overlays: OverlayStore,
): Promise<void> {
  if (space === 'trash') return
  await overlays.close('preview')
  const searchIn = space === 'frequent' ? 'all' : 'current'
  await navigate.push({ page: 'search', searchIn, text: '', space, id: id === undefined ? undefined : String(id) })
}
