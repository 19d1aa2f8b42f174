import type { Permission } from '@/contract/entities'
import { principalOf, type UserOrApplication, type VisitorActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { itemNotFound, permissionDenied, Refused } from '../../errors'
import type { Access } from '../../policies/access/facts'
import { visibleDepartments } from '../../policies/access/departments'
import { departmentRoot, ownRoot } from '../../queries/items/spaces'
import { allowed, requireAccess } from './itemAccess'
import { departmentsOf } from './departments'

export interface PlaceAddress {
  /** 0 = the own root, or the root of `departmentId` */
  folderId: number
  departmentId?: number
}

/**
 * The folder that an address names (decisions, "space → call").
 * @throws Refused item_not_found, item_is_deleted, permission_denied
 */
export async function requirePlace(
  db: Db,
  actor: UserOrApplication,
  { folderId, departmentId }: PlaceAddress,
  permission: Permission = 'item_view',
): Promise<Access> {
  if (folderId === 0 && departmentId) return requireDepartment(db, actor, departmentId, permission)
  const id = folderId === 0 ? await ownRoot(db, principalOf(actor).user.id) : folderId
  const access = await requireAccess(db, actor, id, permission)
  if (!access.chain[0].isFolder) throw itemNotFound()
  return access
}

/** The root folder of a department. Without rights: permission_denied if the user's tree shows the department, otherwise item_not_found. */
async function requireDepartment(db: Db, actor: UserOrApplication, departmentId: number, permission: Permission) {
  const root = await departmentRoot(db, departmentId)
  if (root === undefined) throw itemNotFound()
  try {
    return await requireAccess(db, actor, root, permission)
  } catch (error) {
    const isShown = visibleDepartments(await departmentsOf(db, principalOf(actor))).has(departmentId)
    throw isShown && error instanceof Refused && error.code === 'item_not_found' ? permissionDenied() : error
  }
}

/** An item by its typed id. @throws Refused item_not_found, also for an id of another type */
export async function requireItem(
  db: Db,
  actor: UserOrApplication,
  typedId: string,
  permission: Permission = 'item_view',
): Promise<Access> {
  const { type, id } = parseTypedId(typedId)
  if (type === 'department') return requireDepartment(db, actor, id, permission)
  const access = await requireAccess(db, actor, id, permission)
  return ofType(access, type)
}

/** As requireItem, for a visitor, to whom department folders are ordinary folders. */
export async function requireItemOfLink(db: Db, actor: VisitorActor, typedId: string): Promise<Access> {
  const { type, id } = parseTypedId(typedId)
  return ofType(await requireAccess(db, actor, id), type)
}

/** As requireItem, for several items in the order of `typedIds`. @throws Refused as requireItem, for the first item that fails */
export function requireItems(
  found: Map<number, Access>,
  typedIds: readonly string[],
  permission: Permission,
): Access[] {
  return typedIds.map((typedId) => {
    const { type, id } = parseTypedId(typedId)
    return ofType(allowed(found.get(id), permission), type)
  })
}

export function parseTypedId(typedId: string): { type: string; id: number } {
  const [type = '', id = ''] = typedId.split('_')
  return { type, id: Number(id) }
}

/** Whether an item has the type of its typed id. */
export function isOfType({ chain: [item] }: Access, type: string): boolean {
  return type === (item.isFolder ? 'folder' : 'file')
}

function ofType(access: Access, type: string) {
  if (!isOfType(access, type)) throw itemNotFound()
  return access
}
