import type { FrequentItem, Item } from '@/contract/entities'
import { itemNotFound } from '../errors'
import type { Db } from '../database/connect'
import type { Dependencies } from '../dependencies'
import type { FavouriteKind } from '../database/tables'
import { presentFrequentItem } from '../presenters/presentFrequentItem'
import { accessOf } from './access'
import { childCounts } from './children'
import { loadDepartments, visibleDepartments } from './departments'
import { externalShares, type ExternalShare } from './external'
import { requireItem } from './places'
import type { UserActor } from '../actor'
import { viewItems } from './viewing'

/** A favourite and what is left of it. */
export interface Favourite {
  kind: FavouriteKind
  targetId: number
  /** As it was called when the user last had access. */
  name: string
  /** Why it cannot be opened: access was lost, or it lies in the trash or is gone. */
  loss: 'forbidden' | 'dismissed' | null
  /** null of an external enterprise, and of what is lost */
  item: Item | null
  counts: { items: number; folders: number; departments: number }
}

type FavouriteRow = Pick<Favourite, 'kind' | 'targetId' | 'name'>

const nothing = { items: 0, folders: 0, departments: 0 }

/** How a favourite is kept: `folder_12`, `external_enterprise_7`. */
export function favouriteOf(typedId: string): { kind: FavouriteKind; target_id: number } {
  const at = typedId.lastIndexOf('_')
  return { kind: typedId.slice(0, at) as FavouriteKind, target_id: Number(typedId.slice(at + 1)) }
}

export async function isFavourite(db: Db, { user }: UserActor, typedId: string): Promise<boolean> {
  const { kind, target_id } = favouriteOf(typedId)
  const found = await db
    .selectFrom('favourites')
    .select('target_id')
    .where('user_id', '=', user.id)
    .where('kind', '=', kind)
    .where('target_id', '=', target_id)
    .executeTakeFirst()
  return found !== undefined
}

/** What something is called that a user wants to find quickly. @throws Refused item_not_found, as requireItem */
export async function nameOfWanted(db: Db, actor: UserActor, typedId: string): Promise<string> {
  const { kind, target_id } = favouriteOf(typedId)
  if (kind !== 'external_enterprise') return (await requireItem(db, actor, typedId)).chain[0].name
  const share = shareOf(await externalShares(db, actor), target_id)
  if (!share) throw itemNotFound()
  return share.outside.name
}

/** The frequent space, the newest first (decisions 4.22). */
export async function frequentItems(
  deps: Pick<Dependencies, 'db' | 'sign'>,
  actor: UserActor,
  limit: number,
): Promise<FrequentItem[]> {
  const { db } = deps
  const rows: FavouriteRow[] = await db
    .selectFrom('favourites')
    .select(['kind', 'target_id as targetId', 'name'])
    .where('user_id', '=', actor.user.id)
    .orderBy('created_at', 'desc')
    .orderBy('target_id', 'desc')
    .limit(limit)
    .execute()
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
  return rows.map((row) => presentFrequentItem(favourites.get(keyOf(row))!))
}

function keyOf({ kind, targetId }: FavouriteRow): string {
  return `${kind}_${targetId}`
}

async function favouriteItems(
  deps: Pick<Dependencies, 'db' | 'sign'>,
  actor: UserActor,
  rows: readonly FavouriteRow[],
): Promise<Favourite[]> {
  if (rows.length === 0) return []
  const { db } = deps
  const forest = rows.some((row) => row.kind === 'department') ? await loadDepartments(db, actor) : null
  const itemIdOf = ({ kind, targetId }: FavouriteRow) =>
    kind === 'department' ? (forest?.byId.get(targetId)?.rootId ?? 0) : targetId
  const access = await accessOf(db, actor.user.id, rows.map(itemIdOf))
  const visible = [...access].filter(
    ([, { permissions, isDeleted }]) => permissions.includes('item_view') && !isDeleted,
  )
  const folders = visible.map(([, each]) => each).filter(({ chain: [item] }) => item.isFolder)
  const [items, counters] = await Promise.all([
    viewItems(
      deps,
      actor,
      visible.map(([id]) => id),
      access,
    ),
    childCounts(db, actor.user.id, folders),
  ])
  const shownDepartments = forest && visibleDepartments(forest)
  const departmentsBelow = (id: number) =>
    (forest?.childrenOf.get(id) ?? []).filter((node) => shownDepartments?.has(node.id)).length
  const itemsById = new Map(items.map((item) => [item.id, item]))
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

async function favouriteEnterprises(db: Db, actor: UserActor, rows: readonly FavouriteRow[]): Promise<Favourite[]> {
  if (rows.length === 0) return []
  const [shares, existing] = await Promise.all([
    externalShares(db, actor),
    db
      .selectFrom('enterprises')
      .select('id')
      .where(
        'id',
        'in',
        rows.map((row) => row.targetId),
      )
      .execute(),
  ])
  return rows.map((row) => {
    const share = shareOf(shares, row.targetId)
    const loss = existing.some(({ id }) => id === row.targetId) ? 'forbidden' : 'dismissed'
    const counts = { ...nothing, items: share?.items ?? 0, folders: share?.folders ?? 0 }
    return { ...row, name: share?.outside.name ?? row.name, item: null, loss: share ? null : loss, counts }
  })
}

function shareOf(shares: readonly ExternalShare[], enterpriseId: number) {
  return shares.find(({ outside }) => outside.type === 'enterprise' && outside.id === enterpriseId)
}
