import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { inTransaction } from '../../database/transaction'
import { itemNotFound, Refused } from '../../errors'
import {
  existingEnterprises,
  favouriteOf,
  favouriteRows,
  type Favourite,
  insertFavourite,
  removeFavourite,
} from '../../queries/items/favourites'
import { isAllowed } from '../../policies/access/authorize'
import { visibleDepartments } from '../../policies/access/departments'
import type { ViewedItem } from '../../queries/items/viewedItem'
import { accessOf } from '../access/itemAccess'
import { childCounts } from './children'
import { departmentsOf } from '../access/departments'
import { externalShares, type ExternalShare } from './external'
import { requireItem } from '../access/places'
import { viewItems } from './viewing'

type FavouriteRow = Pick<Favourite<ViewedItem>, 'kind' | 'targetId' | 'name'>

const nothing = { items: 0, folders: 0, departments: 0 }

/** @throws Refused duplicate_frequently_used_item_id, item_not_found, as requireItem */
export async function addFavourite(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  actor: UserActor,
  typedId: string,
): Promise<void> {
  const name = await nameOfTarget(db, actor, typedId)
  const favourite = { user_id: actor.user.id, ...favouriteOf(typedId), name, created_at: clock() }
  const isNew = await inTransaction(db, (transaction) => insertFavourite(transaction, favourite), { actor })
  if (!isNew) throw new Refused('duplicate_frequently_used_item_id')
}

/** @throws Refused frequently_used_item_not_found */
export async function deleteFavourite(db: Db, actor: UserActor, typedId: string): Promise<void> {
  const favourite = favouriteOf(typedId)
  const isGone = await inTransaction(db, (transaction) => removeFavourite(transaction, actor.user.id, favourite), {
    actor,
  })
  if (!isGone) throw new Refused('frequently_used_item_not_found')
}

/** The name to store with a new favourite. @throws Refused item_not_found, as requireItem */
async function nameOfTarget(db: Db, actor: UserActor, typedId: string): Promise<string> {
  const { kind, target_id } = favouriteOf(typedId)
  if (kind !== 'external_enterprise') return (await requireItem(db, actor, typedId)).chain[0].name
  const share = shareOf(await externalShares(db, actor), target_id)
  if (!share) throw itemNotFound()
  return share.outside.name
}

/** The frequent space, newest first (decisions 4.22). */
export async function frequentItems(
  deps: Pick<Dependencies, 'db'>,
  actor: UserActor,
  limit: number,
): Promise<Favourite<ViewedItem>[]> {
  const { db } = deps
  const rows: FavouriteRow[] = await favouriteRows(db, actor.user.id, limit)
  const [found, outside] = await Promise.all([
    favouriteItems(
      deps,
      actor,
      rows.filter((row) => row.kind !== 'external_enterprise'),
    ),
    favouriteEnterprises(
      db,
      actor,
      rows.filter((row) => row.kind === 'external_enterprise'),
    ),
  ])
  const favourites = new Map([...found, ...outside].map((favourite) => [keyOf(favourite), favourite]))
  return rows.map((row) => favourites.get(keyOf(row))!)
}

function keyOf({ kind, targetId }: FavouriteRow): string {
  return `${kind}_${targetId}`
}

async function favouriteItems(
  deps: Pick<Dependencies, 'db'>,
  actor: UserActor,
  rows: readonly FavouriteRow[],
): Promise<Favourite<ViewedItem>[]> {
  if (rows.length === 0) return []
  const { db } = deps
  const forest = rows.some((row) => row.kind === 'department') ? await departmentsOf(db, actor) : null
  const itemIdOf = ({ kind, targetId }: FavouriteRow) =>
    kind === 'department' ? (forest?.byId.get(targetId)?.rootId ?? 0) : targetId
  const access = await accessOf(db, actor, rows.map(itemIdOf))
  const visible = [...access].filter(([, each]) => isAllowed(each))
  const folders = visible.map(([, each]) => each).filter(({ chain: [item] }) => item.isFolder)
  const [items, counters] = await Promise.all([
    viewItems(
      deps,
      actor,
      visible.map(([id]) => id),
      access,
    ),
    childCounts(db, actor, folders),
  ])
  const shownDepartments = forest && visibleDepartments(forest)
  const departmentsBelow = (id: number) =>
    (forest?.childrenOf.get(id) ?? []).filter((node) => shownDepartments?.has(node.id)).length
  const itemsById = new Map(items.map((item) => [item.row.id, item]))
  return rows.map((row) => {
    const id = itemIdOf(row)
    const item = itemsById.get(id) ?? null
    const loss = (access.get(id)?.isDeleted ?? true) ? 'dismissed' : 'forbidden'
    const counter = counters.get(id)
    const departments = row.kind === 'department' ? departmentsBelow(row.targetId) : 0
    const counts = { items: counter?.total ?? 0, folders: counter?.folders ?? 0, departments }
    return { ...row, item, loss: item ? null : loss, counts: item ? counts : nothing }
  })
}

async function favouriteEnterprises(
  db: Db,
  actor: UserActor,
  rows: readonly FavouriteRow[],
): Promise<Favourite<ViewedItem>[]> {
  if (rows.length === 0) return []
  const [shares, existing] = await Promise.all([
    externalShares(db, actor),
    existingEnterprises(
      db,
      rows.map((row) => row.targetId),
    ),
  ])
  return rows.map((row) => {
    const share = shareOf(shares, row.targetId)
    const loss = existing.includes(row.targetId) ? 'forbidden' : 'dismissed'
    const counts = { ...nothing, items: share?.items ?? 0, folders: share?.folders ?? 0 }
    return { ...row, name: share?.outside.name ?? row.name, item: null, loss: share ? null : loss, counts }
  })
}

function shareOf(shares: readonly ExternalShare[], enterpriseId: number) {
  return shares.find(({ outside }) => outside.type === 'enterprise' && outside.id === enterpriseId)
}
