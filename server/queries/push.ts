import { sql } from 'kysely'
import type { PushKind } from '@/contract/push'
import type { Db } from '../database/connect'

/** Defaults for users without choices: only first openings, which users request per link. */
const defaultChoices: Record<PushKind, boolean> = { mention: false, invitation: false, first_visit: true }

/** The push messages that a user wants. */
export async function outsideChoices(db: Db, userId: number): Promise<Record<PushKind, boolean>> {
  const rows = await db.selectFrom('outside_choices').select(['kind', 'is_on']).where('user_id', '=', userId).execute()
  return { ...defaultChoices, ...Object.fromEntries(rows.map(({ kind, is_on }) => [kind, is_on])) }
}

export async function chooseOutside(
  db: Db,
  choice: { user_id: number; kind: PushKind; is_on: boolean },
): Promise<void> {
  await db
    .insertInto('outside_choices')
    .values(choice)
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ is_on: choice.is_on }))
    .execute()
}

/**
 * Counts an event on a day for those users who want push messages of this kind and are known at a messenger.
 * @param day such as 2026-11-25
 * @returns the number of events on that day, by user
 */
export async function countOutside(
  db: Db,
  { kind, userIds, day }: { kind: PushKind; userIds: readonly number[]; day: string },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ user_id: number; happened: number }>`
    insert into outside_days (user_id, kind, day, happened)
    select users.id, ${kind}, ${day}::date, 1
    from users left join outside_choices choices on choices.user_id = users.id and choices.kind = ${kind}
    where users.id = any(${userIds}::bigint[]) and is_active and coalesce(is_on, ${defaultChoices[kind]})
      and exists (select from messenger_identities where messenger_identities.user_id = users.id)
    order by users.id
    on conflict (user_id, kind) do update set day = excluded.day,
      happened = case when outside_days.day = excluded.day then outside_days.happened + 1 else 1 end
    returning user_id, happened`.execute(db)
  return new Map(rows.map(({ user_id, happened }) => [user_id, happened]))
}

/** The users that a comment mentions, if they were notified of the comment. */
export async function mentionedIn(db: Db, commentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('comment_notices')
    .innerJoin('messages', 'messages.id', 'message_id')
    .select('messages.user_id')
    .where('comment_id', '=', commentId)
    .where('is_mention', '=', true)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export interface UnreadMention {
  item_id: number
  message_id: number
  sender: string
}

/** A user's unread mentions, by comment or since a time, newest first. */
export async function unreadMentions(
  db: Db,
  userId: number,
  which: { commentId: number } | { since: Date },
  limit: number,
): Promise<UnreadMention[]> {
  const chosen =
    'commentId' in which ? sql`comments.id = ${which.commentId}` : sql`comments.created_at >= ${which.since}`
  const { rows } = await sql<UnreadMention>`
    select comments.item_id, message_id, users.name as sender
    from comment_notices join messages on messages.id = message_id
    join comments on comments.id = comment_id join users on users.id = comments.author_id
    where messages.user_id = ${userId} and deleted_at is null and is_mention and not is_read and ${chosen}
    order by comments.id desc limit ${limit}`.execute(db)
  return rows
}

/** The users that an entry invites, if they were notified of the invitation. */
export async function invitedBy(db: Db, collabId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('collab_notices')
    .innerJoin('messages', 'messages.id', 'message_id')
    .select('messages.user_id')
    .where('collab_id', '=', collabId)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export interface UnreadInvitation {
  collab_id: number
  sender: string
}

/** A user's unread invitations, by entry or since a time, newest first. */
export async function unreadInvitations(
  db: Db,
  userId: number,
  which: { collabId: number } | { since: Date },
  limit: number,
): Promise<UnreadInvitation[]> {
  const chosen = 'collabId' in which ? sql`collab_id = ${which.collabId}` : sql`updated_at >= ${which.since}`
  const { rows } = await sql<UnreadInvitation>`
    select collab_id, users.name as sender
    from collab_notices join messages on messages.id = message_id join users on users.id = messages.collab_sender_id
    where messages.user_id = ${userId} and deleted_at is null and collab_id is not null and not is_read and not is_refused and ${chosen}
    order by updated_at desc, collab_notices.id desc limit ${limit}`.execute(db)
  return rows
}

/** The number of a user's links first opened since a time. */
export async function countFirstVisits(db: Db, userId: number, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('share_links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('maker_id', '=', userId)
    .where('visit_told_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}
