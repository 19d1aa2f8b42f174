import type { Db } from '../../database/connect'

/** The bytes in a user's own space (all versions, including the trash), and the number of items in its root. */
export async function ownRootUse(db: Db, userId: number): Promise<{ usedBytes: number; childCount: number }> {
  return db
    .selectFrom('items')
    .select(['used_bytes as usedBytes', 'child_count as childCount'])
    .where('personal_of', '=', userId)
    .executeTakeFirstOrThrow()
}

/** The bytes in a user's or a department's space, and its quota; null = unlimited. */
export async function spaceUse(db: Db, rootId: number): Promise<{ usedBytes: number; quota: number | null }> {
  return db
    .selectFrom('items')
    .leftJoin('users', 'users.id', 'items.personal_of')
    .leftJoin('departments', 'departments.id', 'items.department_id')
    .leftJoin('enterprises as of_user', 'of_user.id', 'users.enterprise_id')
    .leftJoin('enterprises as of_department', 'of_department.id', 'departments.enterprise_id')
    .select((eb) => [
      'items.used_bytes as usedBytes',
      eb.fn
        .coalesce(
          'users.quota_bytes',
          'of_user.user_quota_bytes',
          'departments.quota_bytes',
          'of_department.department_quota_bytes',
        )
        .as('quota'),
    ])
    .where('items.id', '=', rootId)
    .executeTakeFirstOrThrow()
}

/** Locks the counters of a space until the transaction ends. */
export async function lockSpace(db: Db, rootId: number): Promise<void> {
  await db.selectFrom('items').select('id').where('id', '=', rootId).forNoKeyUpdate().execute()
}

/** The root of a user's own space. */
export async function ownRoot(db: Db, userId: number): Promise<number> {
  return (await db.selectFrom('items').select('id').where('personal_of', '=', userId).executeTakeFirstOrThrow()).id
}

/** The root of a department's files; undefined without such a department. */
export async function departmentRoot(db: Db, departmentId: number): Promise<number | undefined> {
  return (await db.selectFrom('items').select('id').where('department_id', '=', departmentId).executeTakeFirst())?.id
}

/** The roots of departments' files. */
export async function departmentRoots(db: Db, departmentIds: readonly number[]): Promise<number[]> {
  if (departmentIds.length === 0) return []
  const rows = await db.selectFrom('items').select('id').where('department_id', 'in', departmentIds).execute()
  return rows.map(({ id }) => id)
}

/** Takes bytes from the use of a space. @param rootId the root of the space */
export async function releaseBytes(db: Db, rootId: number, bytes: number): Promise<void> {
  await db
    .updateTable('items')
    .set((eb) => ({ used_bytes: eb('used_bytes', '-', bytes) }))
    .where('id', '=', rootId)
    .execute()
}
