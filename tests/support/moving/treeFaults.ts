import type { Db } from '../../../server/database/connect'

/** Faults of the tree; empty when every rule of the tables holds. */
export async function treeFaults(db: Db): Promise<string[]> {
  const items = await db.selectFrom('items').selectAll().execute()
  const versions = await db.selectFrom('versions').select(['id', 'item_id', 'size']).execute()
  const departments = await db.selectFrom('departments').select(['id', 'parent_id']).execute()
  const byId = new Map(items.map((item) => [item.id, item]))
  const versionById = new Map(versions.map((version) => [version.id, version]))
  const children = new Map<number, { all: number; folders: number }>()
  const bytes = new Map<number, number>()
  const faults: string[] = []

  function spaceOf(id: number) {
    let item = byId.get(id)
    for (let steps = 0; item && item.space_owner_id === null && steps < items.length; steps += 1)
      item = byId.get(item.parent_id ?? 0)
    return item?.space_owner_id === null ? undefined : item
  }

  for (const { id, parent_id, is_folder, deleted_at, deleted_space_owner_id } of items) {
    const space = spaceOf(id)
    if (!space) faults.push(`item ${id} hangs on no root`)
    if (deleted_at && deleted_space_owner_id !== space?.space_owner_id)
      faults.push(`item ${id} is in the trash of ${deleted_space_owner_id}`)
    if (deleted_at || parent_id === null) continue
    const { all, folders } = children.get(parent_id) ?? { all: 0, folders: 0 }
    children.set(parent_id, { all: all + 1, folders: folders + (is_folder ? 1 : 0) })
  }
  for (const { item_id, size } of versions) {
    const space = spaceOf(item_id)?.id ?? 0
    bytes.set(space, (bytes.get(space) ?? 0) + size)
  }
  for (const { id, size, child_count, folder_count, space_owner_id, used_bytes, current_version_id } of items) {
    const { all, folders } = children.get(id) ?? { all: 0, folders: 0 }
    if (child_count !== all || folder_count !== folders)
      faults.push(`item ${id} counts ${child_count}/${folder_count} and has ${all}/${folders}`)
    const used = bytes.get(id) ?? 0
    if (space_owner_id !== null && used_bytes !== used)
      faults.push(`space ${id} counts ${used_bytes} bytes and has ${used}`)
    const version = versionById.get(current_version_id ?? 0)
    if (version && (version.item_id !== id || version.size !== size))
      faults.push(`item ${id} shows a version of another`)
  }
  const rootOf = new Map(items.map((item) => [item.department_id, item]))
  for (const { id, parent_id } of departments) {
    const above = byId.get(rootOf.get(id)?.parent_id ?? 0)?.department_id ?? null
    if (above !== parent_id) faults.push(`department ${id} is in another place than its folder`)
  }
  return faults
}
