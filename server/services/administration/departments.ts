import type { Request } from '@/contract/api'
import { checkName } from '@/domain/items/naming'
import { FOLDER_DEPTH_LIMIT } from '@/domain/limits'
import type { UserActor } from '../../actors/actor'
import { Refused } from '../../errors'
import {
  departmentRows,
  isDepartmentNameTaken,
  itemsWithin,
  moveMembers,
  orderDepartments,
  putDepartmentBelow,
  renameDepartment,
  setDepartmentQuota,
  setDepartmentSharing,
  setPhoneHiding,
  type DepartmentNode,
} from '../../queries/administration/departments'
import { createDepartment as insertDepartment } from '../../queries/enterprise/accounts'
import { freeNames } from '../../queries/items/freeNames'
import { markDeleted } from '../../queries/items/items'
import { lockItems } from '../../queries/items/locks'
import { depthWithin } from '../../queries/items/subtree'
import { lockTrees, moveInto } from '../../queries/moving/moveItems'
import { findUsersWithInactive } from '../../queries/session/sessions'
import { accessOf } from '../access/itemAccess'
import { requireDepth, requireName } from '../access/preconditions'
import { difference, requireRight, type Ports } from './acts'
import { requireUnownedDepartment } from './owned'
import {
  childrenOf,
  depthOf,
  onTree,
  parentOf,
  requireFillable,
  requireNode,
  requireOutside,
  type TreeAct,
} from './departmentTree'

/** The departments of the organisation in their order. @throws Refused permission_denied */
export async function departmentTree({ db }: Pick<Ports, 'db'>, actor: UserActor) {
  requireRight(actor, 'readDepartments')
  return departmentRows(db, actor.enterprise.id)
}

/** @returns the id @throws Refused permission_denied, department_not_found, department_name_taken, name_…, too_deep */
export function createDepartment(
  ports: Ports,
  actor: UserActor,
  asked: { parent_id: number | null; name: string; quota_bytes?: number | null },
): Promise<number> {
  return onTree(ports, actor, 'createDepartment', async (given) => {
    const { db, record } = given
    const parent = asked.parent_id === null ? null : requireNode(given, asked.parent_id)
    const name = requireName(checkName(asked.name))
    await requireFreeName(given, parent, name)
    requireDepth(depthOf(given, parent) + 1)
    const siblings = childrenOf(given, asked.parent_id)
    const place = {
      enterpriseId: given.actor.enterprise.id,
      parentId: asked.parent_id,
      name,
      position: siblings.length + 1,
    }
    const { id } = await insertDepartment(db, place)
    await orderDepartments(db, [...siblings, id])
    if (asked.quota_bytes !== undefined) await setDepartmentQuota(db, id, asked.quota_bytes)
    await record('department_created', {
      before: null,
      after: { department: name, ...(parent && { folder: parent.name }) },
    })
    return id
  })
}

/** @throws Refused as createDepartment */
export function editDepartment(
  ports: Ports,
  actor: UserActor,
  asked: Request<'POST /admin/departments/edit'> & { hides_phone?: boolean },
): Promise<void> {
  return onTree(ports, actor, 'changeDepartment', async (given) => {
    const { db, at, record } = given
    const node = requireNode(given, asked.department_id)
    const changed = difference(
      {
        department: node.name,
        quota_bytes: node.quota,
        share_disabled_for: node.shareDisabledFor,
        hides_phone: node.hidesPhone,
      },
      {
        ...(asked.name !== undefined && { department: requireName(checkName(asked.name)) }),
        ...(asked.quota_bytes !== undefined && { quota_bytes: asked.quota_bytes }),
        ...(asked.share_disabled_for !== undefined && { share_disabled_for: asked.share_disabled_for }),
        ...(asked.hides_phone !== undefined && { hides_phone: asked.hides_phone }),
      },
    )
    if (!changed) return
    const { department: name, quota_bytes: quota, share_disabled_for: sharing, hides_phone: hidesPhone } = changed.after
    if (name !== undefined) {
      await requireUnownedDepartment(db, actor.enterprise.id, node.id)
      await requireFreeName(given, parentOf(given, node), name, node.rootId)
      await renameDepartment(db, node, name, at)
    }
    if (quota !== undefined) await setDepartmentQuota(db, node.id, quota)
    if (hidesPhone !== undefined) await setPhoneHiding(db, node.id, hidesPhone)
    if (sharing !== undefined) {
      // Whoever belongs to the department may share its folder again.
      await requireFillable(given, node)
      await setDepartmentSharing(db, node, sharing, at)
    }
    await record('department_changed', { before: { department: node.name, ...changed.before }, after: changed.after })
  })
}

/** @param beforeId the sibling to stand before; null: at the end @throws Refused as createDepartment, department_inside_itself */
export function moveDepartment(
  ports: Ports,
  actor: UserActor,
  {
    department_id: id,
    parent_id: parentId,
    before_id: beforeId,
  }: { department_id: number; parent_id: number | null; before_id: number | null },
): Promise<void> {
  return onTree(ports, actor, 'changeDepartment', async (given) => {
    const { db, at, record } = given
    const node = requireNode(given, id)
    const parent = parentId === null ? null : requireNode(given, parentId)
    requireOutside(given, node, parent)
    if (node.parentId !== parentId) {
      await requireUnownedDepartment(db, actor.enterprise.id, id)
      await requireFillable(given, parent, node)
      await requireFreeName(given, parent, node.name)
      requireDepth(
        depthOf(given, parent) + (await depthWithin(db, [node.rootId], FOLDER_DEPTH_LIMIT + 1, { withTrash: true })),
      )
      await lockItems(db, [node.rootId, ...(parent ? [parent.rootId] : [])])
      await putDepartmentBelow(db, node, parent, at)
    }
    const siblings = childrenOf(given, parentId).filter((each) => each !== id)
    const place = beforeId === null ? -1 : siblings.indexOf(beforeId)
    siblings.splice(place < 0 ? siblings.length : place, 0, id)
    await orderDepartments(db, siblings)
    await record('department_moved', {
      before: { department: node.name, folder: parentOf(given, node)?.name ?? '' },
      after: { department: node.name, folder: parent?.name ?? '' },
    })
  })
}

/** Moves members, files and departments below into another department, and deletes the first. @throws Refused as moveDepartment */
export function mergeDepartments(ports: Ports, actor: UserActor, id: number, intoId: number): Promise<void> {
  return onTree(ports, actor, 'deleteDepartment', async (given) => {
    const { db, at, record } = given
    const node = requireNode(given, id)
    const into = requireNode(given, intoId)
    requireOutside(given, node, into)
    await requireUnownedDepartment(db, actor.enterprise.id, id)
    await requireFillable(given, into, node)
    for (const childId of childrenOf(given, id)) {
      const child = requireNode(given, childId)
      const [free] = await freeNames(db, into.rootId, [{ name: child.name, isFolder: true }])
      if (free !== child.name) await renameDepartment(db, child, free!, at)
      await putDepartmentBelow(db, child, into, at)
    }
    await orderDepartments(db, [...childrenOf(given, intoId), ...childrenOf(given, id)])
    await moveMembers(db, id, intoId)
    await moveFiles(given, node, into)
    await toTrash(given, node)
    await record('department_merged', { before: { department: node.name }, after: { department: into.name } })
  })
}

/**
 * Deletes a department: its folder goes to the trash.
 * @throws Refused permission_denied, department_not_found, department_has_departments
 */
export function deleteDepartment(
  ports: Ports,
  actor: UserActor,
  {
    department_id: id,
    members_to: membersTo,
    files_to: filesTo,
  }: { department_id: number; members_to: number | null; files_to: number | null },
): Promise<void> {
  return onTree(ports, actor, 'deleteDepartment', async (given) => {
    const { db, record } = given
    const node = requireNode(given, id)
    await requireUnownedDepartment(db, actor.enterprise.id, id)
    if (childrenOf(given, id).length > 0) throw new Refused('department_has_departments')
    const [members, files] = [membersTo, filesTo].map((each) => (each === null ? null : requireNode(given, each)))
    if (members?.id === id || files?.id === id) throw new Refused('department_inside_itself')
    if (members) {
      await requireFillable(given, members, node)
      await moveMembers(db, id, members.id)
    }
    if (files) {
      await requireFillable(given, files)
      await moveFiles(given, node, files)
    }
    await toTrash(given, node)
    await record('department_deleted', {
      before: { department: node.name },
      after: { members_to: members?.name ?? '', files_to: files?.name ?? '' },
    })
  })
}

/** Moves the live items of a department's folder, but not the folders of departments below. */
async function moveFiles(
  { db, at, actor: { enterprise } }: TreeAct,
  from: DepartmentNode,
  to: DepartmentNode,
): Promise<void> {
  const ids = await itemsWithin(db, from.rootId)
  // The owner of the departments' folders has access to all of them.
  const owner = (await findUsersWithInactive(db, [enterprise.owner_id ?? 0])).get(enterprise.owner_id ?? 0)!
  const found = await accessOf(db, owner, [to.rootId, ...ids])
  const folder = found.get(to.rootId)!
  const targets = ids.flatMap((id) => found.get(id) ?? [])
  await lockTrees(db, [folder, ...targets])
  await moveInto(db, folder, targets, at)
}

async function toTrash({ db, at, actor }: TreeAct, { rootId }: DepartmentNode): Promise<void> {
  await lockItems(db, [rootId])
  await markDeleted(db, [rootId], { by: actor.user.id, ownerId: actor.enterprise.owner_id ?? actor.user.id, at })
}

/** @throws Refused department_name_taken */
async function requireFreeName(
  { db, actor }: TreeAct,
  parent: DepartmentNode | null,
  name: string,
  exceptRootId?: number,
) {
  if (await isDepartmentNameTaken(db, actor.enterprise.id, parent?.rootId ?? null, name, exceptRootId))
    throw new Refused('department_name_taken', { field: 'name' })
}
