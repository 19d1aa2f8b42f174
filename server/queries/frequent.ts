import type { FrequentItem, Item } from '@/contract/entities'
import type { Dependencies } from '../dependencies'
import type { FavouriteKind } from '../database/tables'
import { presentFrequentItem } from '../presenters/presentFrequentItem'
import { accessOf } from './access'
import { hiddenChildren } from './children'
import { loadDepartments } from './departments'
import type { SignedIn } from './sessions'
import { viewItems } from './viewing'

/** A favourite and what is left of it. */
export interface Favourite {
  kind: FavouriteKind
  targetId: number
  /** As it was called when the user last had access. */
  name: string
  /** null when access was lost, or it lies in the trash or is gone */
  item: Item | null
  isDeleted: boolean
  counts: { items: number; folders: number; departments: number }
}

/** The frequent space, the newest first (decisions 4.22). */
export async function frequentItems(deps: Pick<Dependencies, 'db' | 'sign'>, signedIn: SignedIn, limit: number): Promise<FrequentItem[]> {
  const { db } = deps
  const rows = await db.selectFrom('favourites').selectAll().where('user_id', '=', signedIn.user.id)
    .where('kind', '<>', 'external_enterprise').orderBy('created_at', 'desc').orderBy('target_id', 'desc').limit(limit).execute()
  if (rows.length === 0) return []
  const forest = rows.some((row) => row.kind === 'department') ? await loadDepartments(db, signedIn) : null
  const itemIdOf = (row: { kind: FavouriteKind; target_id: number }) =>
    row.kind === 'department' ? forest?.byId.get(row.target_id)?.rootId ?? 0 : row.target_id
  const ids = rows.map(itemIdOf)
  const access = await accessOf(db, signedIn.user.id, ids)
  const visible = ids.filter((id) => access.get(id)?.permissions.includes('item_view') && !access.get(id)?.isDeleted)
  const items = new Map((await viewItems(deps, signedIn, visible, access)).map((item) => [item.id, item]))
  const counters = visible.length === 0 ? [] : await db.selectFrom('items').select(['id', 'child_count', 'folder_count'])
    .where('id', 'in', visible).execute()
  const hidden = await hiddenChildren(db, signedIn.user.id, visible.filter((id) => access.get(id)?.role !== 'owner'))
  return rows.map((row) => {
    const id = itemIdOf(row)
    const counter = counters.find((entry) => entry.id === id)
    const unseen = hidden.filter(({ parentId }) => parentId === id)
    return presentFrequentItem({
      kind: row.kind,
      targetId: row.target_id,
      name: row.name,
      item: items.get(id) ?? null,
      isDeleted: access.get(id)?.isDeleted ?? true,
      counts: {
        items: (counter?.child_count ?? 0) - unseen.length,
        folders: (counter?.folder_count ?? 0) - unseen.filter(({ isFolder }) => isFolder).length,
        departments: row.kind === 'department' ? forest?.childrenOf.get(row.target_id)?.length ?? 0 : 0,
      },
    })
  })
}
