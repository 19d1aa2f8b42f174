import { sql } from 'kysely'
import type { Permission, Role } from '@/contract/entities'
import { plannedOnce, type Db } from '../database/connect'
import { itemIsDeleted, itemNotFound, permissionDenied } from '../errors'
import { itemPermissions } from '../policies/itemPermissions'
import { effectiveRole, type Grant } from '../policies/effectiveRole'

/** An item or one of its ancestors, as far as rights are concerned. */
export interface Node {
  id: number
  parentId: number | null
  isFolder: boolean
  name: string
  creatorId: number
  isDeleted: boolean
  isEncrypted: boolean
  /** Who decides an approval that is open (lock kind 2, decisions 4.15). */
  reviewerId: number | null
  hasCollabs: boolean
  personalOf: number | null
  departmentId: number | null
  /** Set on roots of spaces. */
  owner: SpaceOwner | null
}

export interface SpaceOwner {
  id: number
  name: string
  login: string
  enterpriseId: number
  enterpriseName: string
  /** Of the enterprise that a personal user has for himself. */
  isPersonal: boolean
  isPersonalSpaceClosed: boolean
  scansForViruses: boolean
}

export interface Access {
  /** The item first, the root of its tree last. */
  chain: [Node, ...Node[]]
  /** Of each of them. */
  roles: (Role | null)[]
  /** null = no right at all */
  role: Role | null
  permissions: readonly Permission[]
  /** The item or an ancestor lies in the trash. */
  isDeleted: boolean
  /** The nearest root above or at the item. */
  space: Node & { owner: SpaceOwner }
  /** By membership of a department, not by invitation. */
  isDepartmentMember: boolean
}

/**
 * What a user may do with items: roles of collaborations, groups and departments, inherited (decisions 4.18).
 * One query, however many items. Items that do not exist are missing from the answer.
 */
export async function accessOf(db: Db, userId: number, itemIds: readonly number[]): Promise<Map<number, Access>> {
  if (itemIds.length === 0) return new Map()
  const { nodes, grants } = await loadNodes(db, userId, itemIds)
  const result = new Map<number, Access>()
  for (const id of itemIds) {
    const item = nodes.get(id)
    if (item) result.set(id, authorize(userId, chainOf(item, nodes), grants))
  }
  return result
}

/**
 * The access to one item that is to be used for something.
 * @throws Refused item_not_found (missing or without any right, alike), item_is_deleted, permission_denied
 */
export async function requireAccess(
  db: Db,
  userId: number,
  itemId: number,
  permission: Permission = 'item_view',
): Promise<Access> {
  const access = (await accessOf(db, userId, [itemId])).get(itemId)
  return allowed(access, permission)
}

/** @throws Refused as requireAccess */
export function allowed(access: Access | undefined, permission: Permission): Access {
  if (!access?.permissions.includes('item_view')) throw itemNotFound()
  if (access.isDeleted) throw itemIsDeleted()
  if (!access.permissions.includes(permission)) throw permissionDenied()
  return access
}

interface NodeRow {
  id: number
  parent_id: number | null
  is_folder: boolean
  name: string
  creator_id: number
  is_deleted: boolean
  is_encrypted: boolean
  reviewer_id: number | null
  has_collabs: boolean
  personal_of: number | null
  department_id: number | null
  owner_id: number | null
  owner_name: string
  owner_login: string
  enterprise_id: number
  enterprise_name: string
  is_personal: boolean
  is_personal_space_closed: boolean
  virus_scan: boolean
  grants: Grant[] | null
}

/** The items with all that lies above them, and what the user was given on each. */
async function loadNodes(db: Db, userId: number, ids: readonly number[]) {
  const [id] = ids
  const { rows } = await sql<NodeRow>`${plannedOnce}
    with recursive nodes as (
      select id, parent_id, is_folder, name, creator_id, deleted_at, is_encrypted, personal_of, department_id, space_owner_id,
        case when lock_kind = 2 then lock_user_id end as reviewer_id
      from items where id = ${ids.length === 1 ? sql`${id}::bigint` : sql`any(${ids})`}
      union
      select above.id, above.parent_id, above.is_folder, above.name, above.creator_id, above.deleted_at, above.is_encrypted,
        above.personal_of, above.department_id, above.space_owner_id, case when above.lock_kind = 2 then above.lock_user_id end
      from nodes cross join lateral (select * from items where items.id = nodes.parent_id limit 1) above
    ), grants as (
      select nodes.id as item_id, given.role, given."by"
      from nodes cross join lateral (
        select role, 'user' as "by" from collabs where item_id = nodes.id and user_id = ${userId} and accepted
        union all
        select role, 'group' from collabs where item_id = nodes.id and group_id in (${groupsOf(userId)}) and accepted
        union all
        select role, case when is_manager then 'manager' else 'member' end
        from department_members where department_id = nodes.department_id and user_id = ${userId}
        offset 0
      ) given
    )
    select nodes.id, nodes.parent_id, nodes.is_folder, nodes.name, nodes.creator_id, nodes.deleted_at is not null as is_deleted,
      nodes.is_encrypted, nodes.reviewer_id, exists (select from collabs where item_id = nodes.id offset 0) as has_collabs, nodes.personal_of, nodes.department_id,
      owner.id as owner_id, owner.name as owner_name, owner.login as owner_login, enterprise.id as enterprise_id,
      enterprise.name as enterprise_name, enterprise.is_personal, enterprise.is_personal_space_closed, enterprise.virus_scan,
      held.grants
    from nodes
    left join users owner on owner.id = nodes.space_owner_id
    left join enterprises enterprise on enterprise.id = owner.enterprise_id
    left join (
      select item_id, json_agg(json_build_object('role', role, 'by', "by")) as grants from grants group by item_id
    ) held on held.item_id = nodes.id`.execute(db)
  return {
    nodes: new Map(rows.map((row) => [row.id, nodeOf(row)])),
    grants: new Map(rows.flatMap(({ id, grants }) => (grants ? [[id, grants]] : []))),
  }
}

function nodeOf(row: NodeRow): Node {
  return {
    id: row.id,
    parentId: row.parent_id,
    isFolder: row.is_folder,
    name: row.name,
    creatorId: row.creator_id,
    isDeleted: row.is_deleted,
    isEncrypted: row.is_encrypted,
    reviewerId: row.reviewer_id,
    hasCollabs: row.has_collabs,
    personalOf: row.personal_of,
    departmentId: row.department_id,
    owner:
      row.owner_id === null
        ? null
        : {
            id: row.owner_id,
            name: row.owner_name,
            login: row.owner_login,
            enterpriseId: row.enterprise_id,
            enterpriseName: row.enterprise_name,
            isPersonal: row.is_personal,
            isPersonalSpaceClosed: row.is_personal_space_closed,
            scansForViruses: row.virus_scan,
          },
  }
}

/** The groups of a user, those of his departments among them; for `in (…)`. */
export function groupsOf(userId: number) {
  return sql`
    select group_id from group_members where user_id = ${userId}
    union all
    select groups.id from groups join department_members using (department_id) where department_members.user_id = ${userId}`
}

function chainOf(item: Node, nodes: Map<number, Node>): [Node, ...Node[]] {
  const chain: [Node, ...Node[]] = [item]
  for (let node = item; node.parentId !== null;) {
    node = nodes.get(node.parentId)!
    chain.push(node)
    if (chain.length > nodes.size) throw new Error(`item ${item.id} lies in itself`)
  }
  return chain
}

function authorize(userId: number, chain: [Node, ...Node[]], grants: ReadonlyMap<number, readonly Grant[]>): Access {
  const roles = chain.map((_, index) => effectiveRole(userId, chain.slice(index), grants))
  const role = roles[0] ?? null
  return {
    chain,
    roles,
    role,
    permissions: role ? itemPermissions(userId, role, chain[0]) : [],
    isDeleted: chain.some((node) => node.isDeleted),
    space: chain.find(isSpace)!,
    isDepartmentMember: chain.some(
      (node) =>
        node.owner?.id === userId ||
        grants.get(node.id)?.some((grant) => grant.by === 'manager' || grant.by === 'member'),
    ),
  }
}

function isSpace(node: Node): node is Node & { owner: SpaceOwner } {
  return node.owner !== null
}
