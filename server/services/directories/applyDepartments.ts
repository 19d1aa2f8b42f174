import { nameKey, numbered } from '@/domain/items/naming'
import { FOLDER_DEPTH_LIMIT } from '@/domain/limits'
import {
  departmentNodes,
  orderDepartments,
  putDepartmentBelow,
  renameDepartment,
  type DepartmentNode,
} from '../../queries/administration/departments'
import { linkDepartment, newNode, usedNames } from '../../queries/directories/changes'
import { createDepartment } from '../../queries/enterprise/accounts'
import { lockItems } from '../../queries/items/locks'
import { depthWithin } from '../../queries/items/subtree'
import { DirectoryFailure } from '../../remote/DirectoryFailure'
import type { DepartmentPlan, PlannedDepartment } from './departments'
import type { Sync, SyncEvent } from './sync'

/** Creates, renames, moves and orders departments. Fills in the ids of new ones. @returns entries for the audit log */
export async function applyDepartments(
  sync: Sync,
  { planned }: DepartmentPlan,
  before: ReadonlyMap<number, DepartmentNode>,
): Promise<SyncEvent[]> {
  const { db, directory } = sync
  const nodes = new Map(before)
  const events: SyncEvent[] = []
  for (const each of planned) {
    const parent = each.parent === null ? null : nodes.get(each.parent.id!)!
    const isNew = each.id === null
    if (isNew) {
      const name = await freeName(sync, [parent], each)
      const place = { enterpriseId: directory.enterprise_id, parentId: parent?.id ?? null, name, position: 0 }
      each.id = (await createDepartment(db, place)).id
      events.push({
        deed: 'department_created',
        detail: {
          before: null,
          after: { department: name, ...(parent && { folder: parent.name }), directory: directory.kind },
        },
      })
      nodes.set(each.id, await newNode(db, each.id, parent, name))
    } else {
      const node = nodes.get(each.id!)!
      const above = node.parentId === null ? null : (nodes.get(node.parentId) ?? null)
      if (each.isRenamed || each.isMoved) events.push(...(await rename(sync, node, each, [above, parent])))
      if (each.isMoved) events.push(await move(sync, node, parent))
    }
    if (isNew || !each.isLinked || each.isRenamed)
      await linkDepartment(db, {
        directoryId: directory.id,
        departmentId: each.id!,
        externalId: each.externalId,
        name: each.name,
      })
  }
  await order(sync, planned)
  return events
}

/** The name, with a number if a folder or another department has it at one of the places. */
async function freeName(
  { db, directory }: Sync,
  places: readonly (DepartmentNode | null)[],
  { name, id }: Pick<PlannedDepartment, 'name' | 'id'>,
): Promise<string> {
  const used = new Set<string>()
  for (const place of new Set(places))
    for (const key of await usedNames(db, directory.enterprise_id, place?.rootId ?? null, id)) used.add(key)
  let free = name
  for (let number = 1; used.has(nameKey(free)); number += 1) free = numbered(name, number, 'folder')
  return free
}

async function move({ db, at }: Sync, node: DepartmentNode, parent: DepartmentNode | null): Promise<SyncEvent> {
  const depth = await depthWithin(db, [node.rootId], FOLDER_DEPTH_LIMIT + 1, { withTrash: true })
  if (depth > FOLDER_DEPTH_LIMIT) throw new DirectoryFailure('directory_nonsense', 'departments lie too deep')
  await lockItems(db, [node.rootId, ...(parent ? [parent.rootId] : [])])
  await putDepartmentBelow(db, node, parent, at)
  return {
    deed: 'department_moved',
    detail: { before: { department: node.name }, after: { department: node.name, folder: parent?.name ?? '' } },
  }
}

/** @param places where the department is, and where it will be: its name must be free at both */
async function rename(
  sync: Sync,
  node: DepartmentNode,
  planned: PlannedDepartment,
  places: readonly (DepartmentNode | null)[],
): Promise<SyncEvent[]> {
  const name = await freeName(sync, places, planned)
  if (name === node.name) return []
  await renameDepartment(sync.db, node, name, sync.at)
  return [{ deed: 'department_changed', detail: { before: { department: node.name }, after: { department: name } } }]
}

/** Puts the directory's departments before others, in the directory's order. */
async function order({ db, directory }: Sync, planned: readonly PlannedDepartment[]): Promise<void> {
  const nodes = [...(await departmentNodes(db, directory.enterprise_id)).values()]
  const orders = new Map(planned.map((each, at) => [each.id!, [each.order, at] as const]))
  for (const parentId of new Set(planned.map(({ parent }) => parent?.id ?? null))) {
    const siblings = nodes.filter((node) => node.parentId === parentId).map(({ id }) => id)
    const own = siblings.filter((id) => orders.has(id))
    own.sort((one, other) => {
      const [a, b] = [orders.get(one)!, orders.get(other)!]
      return a[0] - b[0] || a[1] - b[1]
    })
    const wanted = [...own, ...siblings.filter((id) => !orders.has(id))]
    if (wanted.some((id, at) => id !== siblings[at])) await orderDepartments(db, wanted)
  }
}
