import type { Db } from '../database/connect'
import type { UserActor } from '../actor'

export interface Space {
  /** bytes of all versions, the trash included */
  used: number
  /** bytes; null = unlimited */
  total: number | null
  /** items in the own root */
  item_count: number
}

/** The user's own space. */
export async function ownSpace(db: Db, { user, enterprise }: Pick<UserActor, 'user' | 'enterprise'>): Promise<Space> {
  const root = await db
    .selectFrom('items')
    .select(['used_bytes', 'child_count'])
    .where('personal_of', '=', user.id)
    .executeTakeFirstOrThrow()
  return { used: root.used_bytes, total: user.quota_bytes ?? enterprise.user_quota_bytes, item_count: root.child_count }
}

/** The item that holds everything of the user's own. */
export async function ownRoot(db: Db, userId: number): Promise<number> {
  return (await db.selectFrom('items').select('id').where('personal_of', '=', userId).executeTakeFirstOrThrow()).id
}

/** The item that holds a department's files; undefined when there is no such department. */
export async function departmentRoot(db: Db, departmentId: number): Promise<number | undefined> {
  return (await db.selectFrom('items').select('id').where('department_id', '=', departmentId).executeTakeFirst())?.id
}
