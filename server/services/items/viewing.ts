import { mayDeleteDepartment } from '../../policies/access/departments'
import { principalOf, type ReadingActor, type UserActor, type VisitorActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { itemNotFound } from '../../errors'
import type { Access, ItemDepartment } from '../../policies/access/facts'
import { isNamed, withItem, type ItemIds } from '../../queries/access/itemIds'
import { loadItems, type ItemDetail } from '../../queries/items/items'
import type { ViewedItem } from '../../queries/items/viewedItem'
import { loadVersions, type ShownVersion } from '../../queries/items/versions'
import { departmentsOf } from '../access/departments'
import { accessFrom, accessWithin, rightsFactsFor } from '../access/itemAccess'

type Needs = Pick<Dependencies, 'db'>

/** A page of a folder's items, and the folder. @throws Refused item_not_found if the folder was purged meanwhile */
export async function viewFolder(
  { db }: Needs,
  actor: ReadingActor,
  ids: ItemIds,
  place: Access,
): Promise<{ items: ViewedItem[]; folder: ViewedItem }> {
  const folderId = place.chain[0].id
  const rows = await loadItems(db, favouritesOf(actor), withItem(ids, folderId))
  const access = await accessWithin(db, actor, place, rows)
  const items = await assembleItems(db, actor, rows, access)
  const folder = items.pop()
  if (folder?.row.id !== folderId) throw itemNotFound()
  return { items, folder }
}

/**
 * Items as the actor sees them, in the order of the ids. Missing items are left out; rights are not checked.
 * @param known accesses that are already loaded
 */
export async function viewItems(
  { db }: Needs,
  actor: ReadingActor,
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
  return assembleItems(db, actor, rows, access)
}

async function assembleItems(
  db: Db,
  actor: ReadingActor,
  rows: readonly ItemDetail[],
  access: Map<number, Access>,
): Promise<ViewedItem[]> {
  const departments = actor.kind === 'visitor' ? noDepartments : await departmentFacts(db, principalOf(actor), rows)
  const pinned = actor.kind === 'visitor' ? await pinnedVersions(db, actor) : null
  return rows.flatMap((row) => {
    const found = access.get(row.id)
    return found ? [{ row, access: found, departments, pinned: pinned?.get(row.id) }] : []
  })
}

const noDepartments: ReadonlyMap<number, ItemDepartment> = new Map()

/** The fixed versions that a link shows, by item. */
async function pinnedVersions(db: Db, { link: { pinned } }: VisitorActor): Promise<Map<number, ShownVersion>> {
  const versions = await loadVersions(db, [...pinned.values()])
  return new Map(
    [...pinned].flatMap(([itemId, versionId]) => {
      const version = versions.get(versionId)
      return version ? [[itemId, version] as const] : []
    }),
  )
}

/** The user whose favourites are marked. */
function favouritesOf(actor: ReadingActor): number | null {
  return actor.kind === 'visitor' ? (actor.user?.id ?? null) : principalOf(actor).user.id
}

/** One item. @throws Refused item_not_found if it was purged meanwhile */
export async function viewItem(needs: Needs, actor: ReadingActor, id: number): Promise<ViewedItem> {
  const [item] = await viewItems(needs, actor, [id])
  if (!item) throw itemNotFound()
  return item
}

/** Facts about departments; loaded only if root folders of departments are among the items. */
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
