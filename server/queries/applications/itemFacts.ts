import { sql } from 'kysely'
import { anyNumberOf, preparedStatement, type Db } from '../../database/connect'

/** The facts about some items and people that programs read beyond the drive's own client. */
export interface OpenFacts extends PeopleFacts {
  /** Visible children, by folder. */
  counts: ReadonlyMap<number, { total: number }>
}

/** People by their ids, and the facts about them. */
export interface OpenPeople extends PeopleFacts {
  named: ReadonlyMap<number, { id: number; name: string; login: string; enterprise_id: number }>
}

export interface PeopleFacts {
  /** Departments of colleagues, by person. */
  departments: ReadonlyMap<number, readonly { id: number; name: string }[]>
}

/** The departments of people, as far as they belong to one enterprise; by person, in the order of the departments. */
export async function departmentsOfPeople(
  db: Db,
  userIds: readonly number[],
  enterpriseId: number,
): Promise<Map<number, { id: number; name: string }[]>> {
  const { rows } = await sql<{ user_id: number; id: number; name: string }>`${preparedStatement}
    select department_members.user_id, departments.id, departments.name
    from department_members join departments on departments.id = department_members.department_id
    where department_members.user_id = any(${anyNumberOf(userIds)}) and departments.enterprise_id = ${enterpriseId}
    order by departments.position, departments.id`.execute(db)
  const byUser = new Map<number, { id: number; name: string }[]>()
  for (const { user_id: userId, id, name } of rows) byUser.set(userId, [...(byUser.get(userId) ?? []), { id, name }])
  return byUser
}

/** The groups that the members of departments form, as far as the departments belong to an enterprise. */
export async function groupsOfDepartments(db: Db, ids: readonly number[], enterpriseId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('groups')
    .select('id')
    .where(sql<boolean>`department_id = any(${ids})`)
    .where('enterprise_id', '=', enterpriseId)
    .execute()
  return rows.map(({ id }) => id)
}

/** People by their ids. Missing ones are left out. */
export async function namedPeople(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'login', 'enterprise_id'])
    .where(sql<boolean>`id = any(${ids})`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
