import { sql, type Selectable } from 'kysely'
import type { CommentTables } from '../../database/commentTables'
import type { Db } from '../../database/connect'
import { purgeThreads } from './threads'

export type DeletedComment = Selectable<CommentTables['deleted_comments']>

/** minutes in which a deleted comment can be restored */
const RESTORE_MINUTES = 10

const isRestorable = (now: Date) =>
  sql<boolean>`deleted_at > ${now}::timestamptz - make_interval(mins => ${RESTORE_MINUTES})`

/** Deletes a comment, and the messages that contain no other comment. The comment and the messages can be restored. */
export async function deleteComment(db: Db, id: number, { by, at }: { by: number; at: Date }): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select messages.id from messages where id in (select message_id from comment_notices where comment_id = ${id})
    order by user_id for update`.execute(db)
  await sql`
    insert into deleted_comments
      (id, item_id, author_id, content, voice_key, voice_seconds, answer_to_id, passage, created_at, deleted_by, deleted_at, notices)
    select id, item_id, author_id, content, voice_key, voice_seconds, answer_to_id, passage, created_at, ${by}, ${at}, coalesce((
      select jsonb_agg(jsonb_build_object('user_id', user_id, 'is_mention', is_mention, 'is_read', is_read))
      from comment_notices join messages on messages.id = message_id where comment_id = comments.id
    ), '[]')
    from comments where id = ${id}`.execute(db)
  await db.deleteFrom('comments').where('id', '=', id).execute()
  const ids = rows.map((row) => row.id)
  await sql`
    delete from messages where id = any(${ids}::bigint[])
      and not exists (select from comment_notices where message_id = messages.id)`.execute(db)
}

/** A comment that the user deleted recently enough to restore. */
export function findDeleted(
  db: Db,
  { id, by, now }: { id: number; by: number; now: Date },
): Promise<DeletedComment | undefined> {
  return db
    .selectFrom('deleted_comments')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_by', '=', by)
    .where(isRestorable(now))
    .forUpdate()
    .executeTakeFirst()
}

/** Restores a comment, and its child messages for users who may still read the comment. Messages deleted meanwhile stay deleted. */
export async function restoreComment(
  db: Db,
  { id, author_id, item_id, created_at, notices }: DeletedComment,
  { typedId, name, readers }: { typedId: string; name: string; readers: ReadonlySet<number> },
): Promise<void> {
  await sql`
    insert into comments (id, item_id, author_id, content, voice_key, voice_seconds, answer_to_id, passage, created_at) overriding system value
    select id, item_id, author_id, content, voice_key, voice_seconds, answer_to_id, passage, created_at
    from deleted_comments where id = ${id}`.execute(db)
  await db.deleteFrom('deleted_comments').where('id', '=', id).execute()
  const restored = notices.filter(({ user_id }) => readers.has(user_id))
  await sql`
    with told as (select * from jsonb_to_recordset(${JSON.stringify(restored)}::jsonb) as each (user_id bigint, is_mention boolean, is_read boolean)),
    made as (
      insert into messages (user_id, type, object_typed_id, item_name, sender_id, unread_count, comment_item_id, created_at, modified_at)
      select user_id, 'comment', ${typedId}, ${name}, ${author_id}, 0, ${item_id}, ${created_at}, ${created_at}
      from told join users on users.id = user_id where is_active order by user_id
      on conflict (user_id, comment_item_id) where comment_item_id is not null do update set item_name = excluded.item_name
      returning id, user_id, deleted_at
    )
    insert into comment_notices (message_id, comment_id, is_mention, is_read)
    select made.id, ${id}, is_mention, is_read or deleted_at is not null from made join told using (user_id)`.execute(
    db,
  )
}

/** Purges comments that can no longer be restored, and the marks of threads without comments; the sweep removes the recordings. */
export async function purgeDeletedComments(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('deleted_comments')
    .where((eb) => eb.not(isRestorable(now)))
    .execute()
  await purgeThreads(db)
}
