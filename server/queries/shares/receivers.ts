import { sql } from 'kysely'
import type { Db } from '../../database/connect'
import type { Receivers } from './links'

/** Departments of groups with all departments below, as the body of a `with recursive` named `reached`. */
const departmentsOf = (groupIds: readonly number[]) => sql`
  select department_id as id from groups where id = any(${groupIds}::bigint[]) and department_id is not null
  union
  select departments.id from departments join reached on departments.parent_id = reached.id`

/** Keeps only the ids of active users and of groups in the sender's enterprise. Omits the sender. */
export async function knownReceivers(
  db: Db,
  { userIds, groupIds }: Receivers,
  { senderId, enterpriseId }: { senderId: number; enterpriseId: number },
): Promise<Receivers> {
  const users = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`id = any(${userIds}::bigint[])`)
    .where('enterprise_id', '=', enterpriseId)
    .where('is_active', '=', true)
    .where('id', '<>', senderId)
    .execute()
  const groups = await db
    .selectFrom('groups')
    .select('id')
    .where(sql<boolean>`id = any(${groupIds}::bigint[])`)
    .where('enterprise_id', '=', enterpriseId)
    .execute()
  return { userIds: users.map(({ id }) => id), groupIds: groups.map(({ id }) => id) }
}

/** All active users behind users and groups, each once, without the sender. A department includes the departments below. */
export async function peopleOf(
  db: Db,
  { userIds, groupIds }: Receivers,
  { senderId, enterpriseId }: { senderId: number; enterpriseId: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive reached as (${departmentsOf(groupIds)}), named as (
      select user_id as id from unnest(${userIds}::bigint[]) user_id
      union select user_id from group_members where group_id = any(${groupIds}::bigint[])
      union select user_id from department_members join reached on reached.id = department_id
    )
    select users.id from users join named using (id)
    where enterprise_id = ${enterpriseId} and is_active and users.id <> ${senderId} order by users.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** All members of groups. A department includes the departments below. */
export async function groupMembers(db: Db, groupIds: readonly number[]): Promise<number[]> {
  if (groupIds.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    with recursive reached as (${departmentsOf(groupIds)})
    select user_id as id from group_members where group_id = any(${groupIds}::bigint[])
    union select user_id from department_members join reached on reached.id = department_id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether a link was shared with a user, by the current groups and departments. */
export async function isReceiver(db: Db, linkId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    with recursive above as (
      select department_id as id from department_members where user_id = ${userId}
      union
      select departments.parent_id from departments join above on departments.id = above.id
    )
    select from share_link_receivers receivers left join groups on groups.id = receivers.group_id
    where link_id = ${linkId} and (
      receivers.user_id = ${userId}
      or receivers.group_id in (select group_id from group_members where user_id = ${userId})
      or groups.department_id in (select id from above where id is not null)
    ) limit 1`.execute(db)
  return rows.length > 0
}

export async function receiversOf(db: Db, linkId: number): Promise<Receivers> {
  const rows = await db
    .selectFrom('share_link_receivers')
    .select(['user_id', 'group_id'])
    .where('link_id', '=', linkId)
    .execute()
  return {
    userIds: rows.flatMap(({ user_id: id }) => id ?? []),
    groupIds: rows.flatMap(({ group_id: id }) => id ?? []),
  }
}
