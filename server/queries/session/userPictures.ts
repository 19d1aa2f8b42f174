import type { Db } from '../../database/connect'

interface Picture {
  key: string
  mediaType: 'image/jpeg' | 'image/png'
  body: Buffer
}

/** An active user's current picture, by its key. */
export function findPicture(db: Db, userId: number, key: string): Promise<Picture | undefined> {
  return db
    .selectFrom('user_pictures')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['key', 'media_type as mediaType', 'body'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .whereRef('users.picture_key', '=', 'user_pictures.key')
    .where('is_active', '=', true)
    .executeTakeFirst()
}

/** Replaces a user's picture. @param picture null: only removes the earlier picture @returns whether the user had an earlier picture */
export async function replacePicture(db: Db, userId: number, picture: Picture | null): Promise<boolean> {
  await db
    .updateTable('users')
    .set({ picture_key: picture?.key ?? null })
    .where('id', '=', userId)
    .execute()
  const { numDeletedRows: replaced } = await db
    .deleteFrom('user_pictures')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (picture) {
    const { key, mediaType, body } = picture
    await db.insertInto('user_pictures').values({ key, user_id: userId, media_type: mediaType, body }).execute()
  }
  return replaced > 0n
}

/** The keys of users' pictures. Users without a picture are left out. */
export async function pictureKeys(db: Db, userIds: readonly number[]): Promise<Map<number, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'picture_key'])
    .where('id', 'in', userIds)
    .where('picture_key', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row.picture_key!]))
}
