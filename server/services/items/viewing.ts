import type { Item } from '@/contract/entities'
import { mayDeleteDepartment } from '../../policies/access/departments'
import { actorKey, principalOf, type LookingActor, type UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { itemNotFound } from '../../errors'
import type { Access } from '../../policies/access/facts'
import { presentItem, type ItemDepartment } from '../../presenters/items/item'
import { presentSharedItem } from '../../presenters/landing/sharedItem'
import { isNamed, withItem, type ItemIds } from '../../queries/access/itemIds'
import { loadItems, type ItemDetail } from '../../queries/items/items'
import { loadVersions } from '../../queries/items/versions'
import { accessFrom, accessWithin, rightsFactsFor } from '../access/itemAccess'
import { departmentsOf } from '../access/departments'

type Needs = Pick<Dependencies, 'db' | 'sign'>

/**
 * Items as a user or a visitor sees them, in the order of the ids; missing ones are left out, rights are not asked.
 * @param known accesses that were loaded before
 */
export async function viewItems(
  needs: Needs,
  actor: LookingActor,
  ids: ItemIds,
  known?: Map<number, Access>,
): Promise<Item[]> {
  return (await viewRows(needs, actor, ids, known)).map(({ item }) => item)
}

/** A page of what lies in a folder, and the folder. @throws Refused item_not_found where somebody has purged it meanwhile */
export async function viewFolder(
  { db, sign }: Needs,
  actor: LookingActor,
  ids: ItemIds,
  place: Access,
): Promise<{ items: Item[]; folder: Item }> {
  const folderId = place.chain[0].id
  const rows = await loadItems(db, favouritesOf(actor), withItem(ids, folderId))
  const access = await accessWithin(db, actor, place, rows)
  const items = (await viewed({ db, sign }, actor, rows, access)).map(({ item }) => item)
  const folder = items.pop()
  if (folder?.id !== folderId) throw itemNotFound()
  return { items, folder }
}

/** An item as somebody sees it, and the facts that it was made of. */
export interface ViewedItem {
  row: ItemDetail
  access: Access
  item: Item
}

/** As viewItems, with the facts. */
export async function viewRows(
  { db, sign }: Needs,
  actor: LookingActor,
  ids: ItemIds,
  known?: Map<number, Access>,
): Promise<ViewedItem[]> {
  if (isNamed(ids) && ids.length === 0) return []
  const [rows, facts] = await Promise.all([
    loadItems(db, favouritesOf(actor), ids),
    known ? null : rightsFactsFor(db, actor, ids),
  ])
  const access =
    known ??
    accessFrom(
      facts!,
      actor,
      rows.map(({ id }) => id),
    )
  return viewed({ db, sign }, actor, rows, access)
}

async function viewed(needs: Needs, actor: LookingActor, rows: readonly ItemDetail[], access: Map<number, Access>) {
  const present = await presenterFor(needs, actor, rows)
  return rows.flatMap((row) => {
    const found = access.get(row.id)
    return found ? [{ row, access: found, item: present(row, found) }] : []
  })
}

/** Whose favourites are marked. */
function favouritesOf(actor: LookingActor): number | null {
  return actor.kind === 'visitor' ? (actor.user?.id ?? null) : principalOf(actor).user.id
}

async function presenterFor(
  { db, sign }: Needs,
  actor: LookingActor,
  rows: readonly ItemDetail[],
): Promise<(row: ItemDetail, access: Access) => Item> {
  switch (actor.kind) {
    case 'user': {
      const viewer = { actor, sign, departments: await departmentFacts(db, actor, rows) }
      return (row, access) => presentItem(row, access, viewer)
    }
    case 'application': {
      const { onBehalfOf } = actor
      const viewer = {
        actor: onBehalfOf,
        key: actorKey(actor),
        sign,
        departments: await departmentFacts(db, onBehalfOf, rows),
      }
      return (row, access) => presentItem(row, access, viewer)
    }
    case 'visitor': {
      const versions = await loadVersions(db, [...actor.link.pinned.values()])
      return (row, access) =>
        presentSharedItem(row, access, { actor, sign, pinned: versions.get(actor.link.pinned.get(row.id) ?? 0) })
    }
  }
}

/** One item. @throws Refused item_not_found where somebody has purged it meanwhile */
export async function viewItem(needs: Needs, actor: LookingActor, id: number): Promise<Item> {
  const [item] = await viewItems(needs, actor, [id])
  if (!item) throw itemNotFound()
  return item
}

/** Only asked where root folders of departments are among the items. */
async function departmentFacts(db: Db, actor: UserActor, rows: readonly ItemDetail[]) {
  const ids = rows.flatMap((row) => row.department_id ?? [])
  const facts = new Map<number, ItemDepartment>()
  if (ids.length === 0) return facts
  const { byId } = await departmentsOf(db, actor)
  for (const id of ids) {
    const node = byId.get(id)
    if (!node) continue
    facts.set(id, {
      id,
      name: node.name,
      directorName: node.directorName,
      mayDelete: mayDeleteDepartment(actor, node.isManagedAbove),
    })
  }
  return facts
}
