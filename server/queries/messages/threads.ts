import { sql } from 'kysely'

/** The messages of one entry of a folded list (AH-56). */
export interface ThreadFacts {
  /** The oldest message. */
  id: number
  /** comments, invitations or messages */
  count: number
  unread: number
}

/** Whether the user has no newer message about the same thing. */
export const isNewestOfThread = sql<boolean>`(messages.thread is null or not exists (
  select from messages newer
  where newer.user_id = messages.user_id and newer.thread = messages.thread and newer.deleted_at is null
    and (newer.modified_at, newer.id) > (messages.modified_at, messages.id)
))`

/** Whether a message is about the same thing as another one of the user. A foreign id is about nothing. */
export function isInThreadOf(userId: number, id: number) {
  return sql<boolean>`messages.thread = (
    select named.thread from messages named where named.user_id = ${userId} and named.id = ${id}
  )`
}

export const threadFacts = sql<ThreadFacts | null>`(
  select json_build_object(
    'id', coalesce(min(mates.id), messages.id),
    'unread', coalesce(sum(mates.unread_count), messages.unread_count)::int,
    'count', greatest(1, case
      when messages.comment_item_id is not null then (select count(*) from comment_notices where message_id = messages.id)
      when messages.collab_sender_id is not null then (select count(*) from collab_notices where message_id = messages.id)
      else count(*) end)
  )
  from messages mates
  where mates.user_id = messages.user_id and mates.thread = messages.thread and mates.deleted_at is null
)`

/** Messages of a user, by id. `isFolded`: the ids name entries of a folded list, each with the messages about the same thing. */
export interface NamedMessages {
  ids: readonly number[]
  isFolded?: boolean
}

/** By change, the mates of a named message that change with it. */
const changing = {
  /** All of them. */
  read: sql`mates.deleted_at is null`,
  /** Those that the reader could see below the named one: a message that arrived since stays. */
  delete: sql`mates.deleted_at is null and (mates.modified_at, mates.id) <= (named.modified_at, named.id)`,
  /** Those deleted with the named one. */
  restore: sql`mates.deleted_at = named.deleted_at`,
}

/** The condition for a change of named messages. It begins with the named ones, so that a user's other messages are not read. */
export function isNamed(userId: number, { ids, isFolded }: NamedMessages, change: keyof typeof changing) {
  if (!isFolded) return sql<boolean>`messages.id = any(${ids}::bigint[])`
  return sql<boolean>`messages.id in (
    select unnest(${ids}::bigint[])
    union
    select mates.id
    from messages named join messages mates on mates.user_id = named.user_id and mates.thread = named.thread
    where named.user_id = ${userId} and named.id = any(${ids}::bigint[]) and ${changing[change]}
  )`
}
