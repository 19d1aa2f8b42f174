import type { Db } from '../database/connect'

/** What a user's own space holds: bytes of all versions, the trash included, and the items in its root. */
export async function ownRootUse(db: Db, userId: number): Promise<{ usedBytes: number; childCount: number }> {
  return db
    .selectFrom('items')
    .select(['used_bytes as usedBytes', 'child_count as childCount'])
    .where('personal_of', '=', userId)
    .executeTakeFirstOrThrow()
}

/** The bytes of a personal space, and how many it may hold; null = unlimited. */
export async function spaceUse(db: Db, rootId: number): Promise<{ usedBytes: number; quota: number | null }> {
  const { usedBytes, own, usual } = await db
    .selectFrom('items')
    .innerJoin('users', 'users.id', 'items.personal_of')
    .innerJoin('enterprises', 'enterprises.id', 'users.enterprise_id')
    .select(['items.used_bytes as usedBytes', 'users.quota_bytes as own', 'enterprises.user_quota_bytes as usual'])
    .where('items.id', '=', rootId)
    .executeTakeFirstOrThrow()
  return { usedBytes, quota: own ?? usual }
}

/** The item that holds everything of the user's own. */
export async function ownRoot(db: Db, userId: number): Promise<number> {
  return (await db.selectFrom('items').select('id').where('personal_of', '=', userId).executeTakeFirstOrThrow()).id
}

/** The item that holds a department's files; undefined when there is no such department. */
export async function departmentRoot(db: Db, departmentId: number): Promise<number | undefined> {
  return (await db.selectFrom('items').select('id').where('department_id', '=', departmentId).executeTakeFirst())?.id
}

/** The items that hold the files of departments. */
export async function departmentRoots(db: Db, departmentIds: readonly number[]): Promise<number[]> {
  if (departmentIds.length === 0) return []
  const rows = await db.selectFrom('items').select('id').where('department_id', 'in', departmentIds).execute()
  return rows.map(({ id }) => id)
}
