import { sql } from 'kysely'
import type { Db } from '../database/connect'
import type { EnterpriseRow, UserRow } from '../database/tables'

export interface DepartmentNode {
  id: number
  parentId: number | null
  name: string
  /** Members of it and of the departments below it. */
  userCount: number
  /** The item that holds its files. */
  rootId: number
  directorName: string
  /** The user is its member or manages it or one above it, or owns the departments. */
  isOwn: boolean
  isManagedAbove: boolean
}

/** Departments of an enterprise as one user sees them. */
export interface DepartmentForest {
  byId: Map<number, DepartmentNode>
  /** Sorted; null holds the top ones. */
  childrenOf: Map<number | null, DepartmentNode[]>
}

interface Viewer {
  user: Pick<UserRow, 'id' | 'is_administrator'>
  enterprise: Pick<EnterpriseRow, 'id' | 'owner_id'>
}

/**
 * All departments of the user's enterprise. Sizes are those of an organisation chart: some hundreds at most.
 */
export async function loadDepartments(db: Db, { user, enterprise }: Viewer): Promise<DepartmentForest> {
  const { rows } = await sql<{
    id: number
    parent_id: number | null
    name: string
    root_id: number
    user_count: number
    director_name: string | null
    is_member: boolean
    is_manager: boolean
  }>`
    with recursive below as (
      select id as top, id from departments where enterprise_id = ${enterprise.id}
      union all
      select below.top, departments.id from departments join below on departments.parent_id = below.id
    ), counts as (
      select below.top, count(distinct department_members.user_id) as user_count
      from below join department_members on department_members.department_id = below.id group by below.top
    )
    select departments.id, departments.parent_id, departments.name, items.id as root_id,
      coalesce(counts.user_count, 0) as user_count, mine.user_id is not null as is_member, coalesce(mine.is_manager, false) as is_manager,
      (select users.name from department_members join users on users.id = user_id
       where department_id = departments.id and department_members.is_manager order by users.id limit 1) as director_name
    from departments
    join items on items.department_id = departments.id
    left join counts on counts.top = departments.id
    left join department_members mine on mine.department_id = departments.id and mine.user_id = ${user.id}
    where departments.enterprise_id = ${enterprise.id} and items.deleted_at is null
    order by departments.position, departments.name, departments.id`.execute(db)

  const raw = new Map(rows.map((row) => [row.id, row]))
  const ownsAll = enterprise.owner_id === user.id
  const managesAbove = (id: number | null): boolean => {
    for (
      let row = id === null ? undefined : raw.get(id);
      row;
      row = row.parent_id === null ? undefined : raw.get(row.parent_id)
    ) {
      if (row.is_manager) return true
    }
    return false
  }
  const forest: DepartmentForest = { byId: new Map(), childrenOf: new Map() }
  for (const row of rows) {
    const isManagedAbove = managesAbove(row.parent_id)
    const node: DepartmentNode = {
      id: row.id,
      parentId: row.parent_id,
      name: row.name,
      userCount: row.user_count,
      rootId: row.root_id,
      directorName: row.director_name ?? '',
      isOwn: ownsAll || row.is_member || isManagedAbove,
      isManagedAbove,
    }
    forest.byId.set(node.id, node)
    const siblings = forest.childrenOf.get(node.parentId)
    if (siblings) siblings.push(node)
    else forest.childrenOf.set(node.parentId, [node])
  }
  return forest
}

/** Those that are the user's own, and what leads to them. */
export function visibleDepartments({ byId }: DepartmentForest): Set<number> {
  const visible = new Set<number>()
  for (const node of byId.values()) {
    if (!node.isOwn) continue
    for (let above: DepartmentNode | undefined = node; above && !visible.has(above.id);) {
      visible.add(above.id)
      above = above.parentId === null ? undefined : byId.get(above.parentId)
    }
  }
  return visible
}

/** Root first, the department last. */
export function pathOfDepartment({ byId }: DepartmentForest, id: number): DepartmentNode[] {
  const path: DepartmentNode[] = []
  for (let node = byId.get(id); node; node = node.parentId === null ? undefined : byId.get(node.parentId))
    path.unshift(node)
  return path
}
