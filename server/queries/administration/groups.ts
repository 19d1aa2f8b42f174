import { sql } from 'kysely'
import type { Db } from '../../database/connect'

/** The groups that are no department's, by name, with the number of active members. */
export async function groupRows(db: Db, enterpriseId: number) {
  const { rows } = await sql<{ id: number; name: string; member_count: number }>`
    select groups.id, groups.name, count(users.id) as member_count
    from groups left join group_members on group_id = groups.id left join users on users.id = user_id and users.is_active
    where groups.enterprise_id = ${enterpriseId} and department_id is null
    group by groups.id order by groups.name collate natural_order, groups.id`.execute(db)
  return rows
}

/** Locks a group that is no department's. */
export function lockGroup(db: Db, enterpriseId: number, id: number): Promise<{ id: number; name: string } | undefined> {
  return db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('enterprise_id', '=', enterpriseId)
    .where('department_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Lets changes of the names of an organisation's groups happen one after another. */
export async function lockGroupNames(db: Db, enterpriseId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('group names', ${enterpriseId}))`.execute(db)
}

export async function isGroupNameTaken(db: Db, enterpriseId: number, name: string, exceptId = 0): Promise<boolean> {
  const { rows } = await sql`
    select from groups where enterprise_id = ${enterpriseId} and department_id is null and id <> ${exceptId}
      and lower(normalize(name, NFKC)) = lower(normalize(${name}, NFKC))`.execute(db)
  return rows.length > 0
}

export async function insertGroup(db: Db, enterpriseId: number, name: string): Promise<number> {
  const values = { enterprise_id: enterpriseId, name, department_id: null }
  return (await db.insertInto('groups').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export async function renameGroup(db: Db, id: number, name: string): Promise<void> {
  await db.updateTable('groups').set({ name }).where('id', '=', id).execute()
}

export async function changeGroup(
  db: Db,
  id: number,
  change: { description?: string; is_visible?: boolean; admin_id?: number | null },
): Promise<void> {
  await db.updateTable('groups').set(change).where('id', '=', id).execute()
}

/** The members lose what the group was given. */
export async function deleteGroup(db: Db, id: number): Promise<void> {
  await db.deleteFrom('groups').where('id', '=', id).execute()
}

export async function addToGroups(db: Db, groupIds: readonly number[], userIds: readonly number[]): Promise<void> {
  const rows = groupIds.flatMap((groupId) => userIds.map((userId) => ({ group_id: groupId, user_id: userId })))
  if (rows.length > 0)
    await db
      .insertInto('group_members')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export async function removeFromGroup(db: Db, groupId: number, userIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('group_members')
    .where('group_id', '=', groupId)
    .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
    .execute()
}

/** Leaves all groups that are not wanted, and joins the others. */
export async function replaceGroups(db: Db, userId: number, wanted: readonly number[]): Promise<void> {
  await sql`
    delete from group_members where user_id = ${userId} and group_id <> all(${wanted}::bigint[])`.execute(db)
  await addToGroups(db, wanted, [userId])
}

export function groupsOf(db: Db, userId: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('group_members')
    .innerJoin('groups', 'groups.id', 'group_id')
    .select(['groups.id', 'groups.name'])
    .where('user_id', '=', userId)
    .where('department_id', 'is', null)
    .orderBy(sql`groups.name collate natural_order`)
    .orderBy('groups.id')
    .execute()
}

/** Those of the ids that name groups of the organisation. */
export async function knownGroups(db: Db, enterpriseId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('groups')
    .select('id')
    .where('enterprise_id', '=', enterpriseId)
    .where('department_id', 'is', null)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
  return rows.map(({ id }) => id)
}
