import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { activityRights, maySeeContributor, maySeePlace } from '../../policies/items'
import {
  activityRows,
  type ActivityPage,
  type ActivityPlace,
  type ActivityRow,
  type PlacedActivity,
} from '../../queries/items/activity'
import { accessOf } from '../access/itemAccess'
import { requireItem } from '../access/places'

/** entries per page by default */
const PAGE_SIZE = 20

/**
 * A page of what happened to an item, newest first (AH-40, decisions 267 to 270). Reading is not recorded.
 * @param before the id of the last entry of the previous page, as the contract's pattern
 * @throws Refused as requireItem
 */
export async function activityOf(
  db: Db,
  actor: UserActor,
  typedId: string,
  { before, limit = PAGE_SIZE }: { before?: string; limit?: number },
): Promise<ActivityPage> {
  const access = await requireItem(db, actor, typedId)
  const found = await activityRows(db, {
    itemId: access.chain[0].id,
    enterpriseId: access.space.owner.enterpriseId,
    viewerId: actor.user.id,
    rights: activityRights(actor, access),
    before: before === undefined ? null : placeOf(before),
    limit: limit + 1,
  })
  return {
    rows: await withPlaces(db, actor, found.slice(0, limit)),
    hasOlder: found.length > limit,
    areContributorsNamed: maySeeContributor(actor, access),
  }
}

function placeOf(entryId: string): ActivityPlace {
  const [micros = '', source = '', id = ''] = entryId.split('_')
  return { micros, source, id }
}

/** Adds the folders that the user may see now. A copy leaves its item where it is. */
async function withPlaces(db: Db, actor: UserActor, rows: readonly ActivityRow[]): Promise<PlacedActivity[]> {
  const named = rows.map((row) => ({
    row,
    from: row.event === 'item_moved' ? folderIdOf(row.detail?.before) : 0,
    to: folderIdOf(row.detail?.after),
  }))
  const found = await accessOf(db, actor, [...new Set(named.flatMap(({ from, to }) => [from, to]))])
  const visible = (id: number) => {
    const place = found.get(id)
    return maySeePlace(actor, place) ? place.chain[0] : undefined
  }
  return named.map(({ row, from, to }) => ({ ...row, from: visible(from), to: visible(to) }))
}

/** The folder that one side of a move or a copy names; 0 without one. */
function folderIdOf(side: Record<string, unknown> | null | undefined): number {
  return typeof side?.folder_id === 'number' ? side.folder_id : 0
}
