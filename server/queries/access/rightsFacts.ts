import { sql } from 'kysely'
import { anyNumberOf, preparedStatement, type Db } from '../../database/connect'
import type { Grant, Node, SpaceOwner } from '../../policies/access/facts'
import { isNamed, type ItemIds } from './itemIds'

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
  child_count: number
  folder_count: number
  share_disabled_for: 'all' | 'members' | null
  personal_of: number | null
  department_id: number | null
  owner_id: number | null
  owner_name: string
  owner_login: string
  enterprise_id: number
  enterprise_name: string
  is_personal: boolean
  is_personal_space_closed: boolean
  grants: Grant[] | null
}

/** The facts that decide the rights on some items. */
export interface RightsFacts {
  nodes: Map<number, Node>
  /** Grants by item; omits items without grants. */
  grants: Map<number, Grant[]>
}

/**
 * The items, the folders above them, and the user's grants on these items and folders. One query for any number of items.
 * @param userId null for an actor without own grants
 */
export async function loadRightsFacts(db: Db, userId: number | null, ids: ItemIds): Promise<RightsFacts> {
  const { rows } = await sql<NodeRow>`${preparedStatement}
    with recursive nodes as (
      select id, parent_id, is_folder, name, creator_id, child_count, folder_count, deleted_at, is_encrypted, personal_of, department_id,
        space_owner_id, share_disabled_for, case when lock_kind = 2 then lock_user_id end as reviewer_id
      from items where id = ${isNamed(ids) && ids.length === 1 ? sql`${ids[0]}::bigint` : sql`any(${isNamed(ids) ? anyNumberOf(ids) : ids})`}
      union
      select above.id, above.parent_id, above.is_folder, above.name, above.creator_id, above.child_count, above.folder_count,
        above.deleted_at, above.is_encrypted, above.personal_of, above.department_id, above.space_owner_id,
        above.share_disabled_for, case when above.lock_kind = 2 then above.lock_user_id end
      from nodes cross join lateral (select * from items where items.id = nodes.parent_id limit 1) above
    ), grants as (
      select nodes.id as item_id, given.role, given."by"
      from nodes cross join lateral (
        select role, case when is_added then 'added' else 'user' end as "by" from collabs where item_id = nodes.id and user_id = ${userId}::bigint and accepted
        union all
        select role, 'group' from collabs where item_id = nodes.id and group_id in (${groupsOf(userId)}) and accepted
        union all
        select role, case when is_manager then 'manager' else 'member' end
        from department_members where department_id = nodes.department_id and user_id = ${userId}::bigint
        offset 0
      ) given
    )
    select nodes.id, nodes.parent_id, nodes.is_folder, nodes.name, nodes.creator_id, nodes.child_count, nodes.folder_count, nodes.deleted_at is not null as is_deleted,
      nodes.is_encrypted, nodes.reviewer_id,
      ${hasCollabs('nodes')} as has_collabs, nodes.share_disabled_for, nodes.personal_of, nodes.department_id,
      owner.id as owner_id, owner.name as owner_name, owner.login as owner_login, enterprise.id as enterprise_id,
      enterprise.name as enterprise_name, enterprise.is_personal, enterprise.is_personal_space_closed,
      held.grants
    from nodes
    left join users owner on owner.id = nodes.space_owner_id
    left join enterprises enterprise on enterprise.id = owner.enterprise_id
    left join (
      select item_id, json_agg(json_build_object('role', role, 'by', "by")) as grants from grants group by item_id
    ) held on held.item_id = nodes.id`.execute(db)
  return {
    nodes: new Map(
      rows.map((row) => [
        row.id,
        nodeOf(row, { isDeleted: row.is_deleted, reviewerId: row.reviewer_id, owner: ownerOf(row) }),
      ]),
    ),
    grants: new Map(rows.flatMap(({ id, grants }) => (grants ? [[id, grants] as const] : []))),
  }
}

/** Whether an item has entries. Ordered, so that the planner uses the index: it would read the whole table if one folder had many rows. */
export function hasCollabs(items: string) {
  return sql`exists (select from collabs where item_id = ${sql.ref(`${items}.id`)} order by user_id offset 0)`
}

/** Columns that rows of items and of nodes have in common. */
type NodeColumns = Pick<
  NodeRow,
  | 'id'
  | 'parent_id'
  | 'is_folder'
  | 'name'
  | 'creator_id'
  | 'is_encrypted'
  | 'has_collabs'
  | 'child_count'
  | 'folder_count'
  | 'share_disabled_for'
  | 'personal_of'
  | 'department_id'
>

/** A node from the common columns and the values that each kind of row computes differently. */
export function nodeOf(
  row: NodeColumns,
  { isDeleted, reviewerId, owner }: Pick<Node, 'isDeleted' | 'reviewerId' | 'owner'>,
): Node {
  return {
    id: row.id,
    parentId: row.parent_id,
    isFolder: row.is_folder,
    name: row.name,
    creatorId: row.creator_id,
    isDeleted,
    isEncrypted: row.is_encrypted,
    reviewerId,
    hasCollabs: row.has_collabs,
    childCount: row.child_count,
    folderCount: row.folder_count,
    shareDisabledFor: row.share_disabled_for,
    personalOf: row.personal_of,
    departmentId: row.department_id,
    owner,
  }
}

function ownerOf(row: NodeRow): SpaceOwner | null {
  if (row.owner_id === null) return null
  return {
    id: row.owner_id,
    name: row.owner_name,
    login: row.owner_login,
    enterpriseId: row.enterprise_id,
    enterpriseName: row.enterprise_name,
    isPersonal: row.is_personal,
    isPersonalSpaceClosed: row.is_personal_space_closed,
  }
}

/** A subquery for `in (…)`: the groups of a user, including those of their departments and of the departments above. */
export function groupsOf(userId: number | null) {
  return sql`
    select group_id from group_members where user_id = ${userId}::bigint
    union all
    select groups.id from groups where department_id in (
      with recursive held as (
        select department_id as id from department_members where user_id = ${userId}::bigint
        union
        select departments.parent_id from held join departments using (id) where departments.parent_id is not null
      )
      select id from held
    )`
}

export async function groupIdsOf(db: Db, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select group_id as id from (${groupsOf(userId)}) as held`.execute(db)
  return rows.map(({ id }) => id)
}
