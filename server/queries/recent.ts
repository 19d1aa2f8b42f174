import type { Item } from '@/contract/entities'
import type { Dependencies } from '../dependencies'
import { accessOf } from './access'
import type { UserActor } from '../actor'
import { viewItems } from './viewing'

/** Rows of the section. */
const SHOWN = 10
/** Marks that are looked at: some lead to what was deleted or is out of reach by now. */
const LOOKED_AT = 100

/** The files that a user opened last and may still see, the latest first (AH-34). */
export async function recentFiles(deps: Pick<Dependencies, 'db' | 'sign'>, actor: UserActor): Promise<Item[]> {
  const { db } = deps
  const marks = await db
    .selectFrom('recent_items')
    .innerJoin('items', 'items.id', 'recent_items.item_id')
    .select('items.id')
    .where('user_id', '=', actor.user.id)
    .where('items.is_folder', '=', false)
    .orderBy('used_at', 'desc')
    .orderBy('items.id', 'desc')
    .limit(LOOKED_AT)
    .execute()
  const ids = marks.map(({ id }) => id)
  const access = await accessOf(db, actor.user.id, ids)
  const isInReach = (id: number) => {
    const found = access.get(id)
    return found !== undefined && !found.isDeleted && found.permissions.includes('item_view')
  }
  return viewItems(deps, actor, ids.filter(isInReach).slice(0, SHOWN), access)
}
