import { sql } from 'kysely'
import type { Db } from '../../database/connect'
import type { DepartmentFacts } from '../../policies/access/facts'

/** All departments of an enterprise, sorted. An organisation chart has at most some hundreds. */
export async function loadDepartments(db: Db, enterpriseId: number, userId: number): Promise<DepartmentFacts[]> {
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
      select id as top, id from departments where enterprise_id = ${enterpriseId}
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
    left join department_members mine on mine.department_id = departments.id and mine.user_id = ${userId}
    where departments.enterprise_id = ${enterpriseId} and items.deleted_at is null
    order by departments.position, departments.name, departments.id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    parentId: row.parent_id,
    name: row.name,
    userCount: row.user_count,
    rootId: row.root_id,
    directorName: row.director_name ?? '',
    isMember: row.is_member,
    isManager: row.is_manager,
  }))
}
