import { sql } from 'kysely'
import type { AccessRequestState, AskedRole } from '@/contract/members/accessRequests'
import type { Db } from '../../database/connect'
import { calendar } from '../../time/calendar'
import { insertNotice, type StoredNotice } from '../messages'

/** days until an undecided request expires, and until a request can be made again */
const LIFETIME = 7

/** Requests that were made until then have expired. Decided ones can be made again. */
export function requestsExpiredBefore(now: Date): Date {
  return calendar(now).subtract(LIFETIME, 'days').toDate()
}

/** The active managers of the first of some departments that has any; empty if none has. */
export async function nearestManagers(db: Db, departmentIds: readonly number[]): Promise<number[]> {
  if (departmentIds.length === 0) return []
  const { rows } = await sql<{ user_id: number }>`
    with managers as (
      select user_id, array_position(${departmentIds}::bigint[], department_id) as place
      from department_members join users on users.id = user_id
      where department_id = any(${departmentIds}::bigint[]) and is_manager and is_active
    )
    select user_id from managers where place = (select min(place) from managers) order by user_id`.execute(db)
  return rows.map(({ user_id: id }) => id)
}

/** The users among the given ones who have fewer undecided requests of an asker, made after `since`, than a limit. */
export async function withRoomFor(
  db: Db,
  { askerId, userIds, since, most }: { askerId: number; userIds: readonly number[]; since: Date; most: number },
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select given.user_id from unnest(${userIds}::bigint[]) given (user_id) where (
      select count(*) from messages join access_requests on access_requests.id = access_request_id
      where messages.user_id = given.user_id and asker_id = ${askerId} and state = 'open' and changed_at > ${since}
    ) < ${most}`.execute(db)
  return rows.map(({ user_id: id }) => id)
}

interface Opening {
  askerId: number
  itemId: number
  role: AskedRole
  message: string
  at: Date
  /** A request that was made or decided later stays as it is. */
  renewedBefore: Date
}

/** Opens a request. @returns its id; undefined if the asker has asked, or was answered, too recently */
export async function openRequest(
  db: Db,
  { askerId, itemId, role, message, at, renewedBefore }: Opening,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into access_requests (asker_id, item_id, role, message, changed_at) values (${askerId}, ${itemId}, ${role}, ${message}, ${at})
    on conflict (asker_id, item_id) do update set
      state = 'open', role = excluded.role, message = excluded.message, changed_at = excluded.changed_at
      where access_requests.changed_at <= ${renewedBefore}
    returning id`.execute(db)
  return rows[0]?.id
}

export interface RequestMessage {
  requestId: number
  askerId: number
  userIds: readonly number[]
  item: { id: number; name: string; isFolder: boolean }
  at: Date
}

/** Notifies those who decide a request: one message per person and request, which becomes unread again when the asker asks again. */
export async function insertRequestMessages(
  db: Db,
  { requestId, askerId, userIds, item, at }: RequestMessage,
): Promise<void> {
  const notice: StoredNotice = { action: 'access_asked', state: 'finished', count: 1, name: item.name, folder: '' }
  const type = item.isFolder ? 'folder' : 'file'
  await sql`
    insert into messages (user_id, type, object_typed_id, item_name, sender_id, unread_count, most_recent, access_request_id, created_at, modified_at)
    select user_id, 'collab_notice', ${`${type}_${item.id}`}, ${item.name}, ${askerId}, 1, ${JSON.stringify({ notice, item_type: type })}::jsonb,
      ${requestId}, ${at}, ${at}
    from unnest(${userIds}::bigint[]) user_id
    on conflict (user_id, access_request_id) where access_request_id is not null do update set
      item_name = excluded.item_name, unread_count = 1, modified_at = excluded.modified_at, deleted_at = null`.execute(
    db,
  )
}

export interface LockedRequest {
  id: number
  asker_id: number
  item_id: number
  state: Exclude<AccessRequestState, 'expired'>
  role: AskedRole
  changed_at: Date
}

/** A request that reached a user in a message, locked until the transaction ends; undefined for any other. */
export async function lockRequest(db: Db, id: number, userId: number): Promise<LockedRequest | undefined> {
  return db
    .selectFrom('access_requests')
    .select(['id', 'asker_id', 'item_id', 'state', 'role', 'changed_at'])
    .where('id', '=', id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('messages')
          .select('messages.id')
          .whereRef('messages.access_request_id', '=', 'access_requests.id')
          .where('messages.user_id', '=', userId),
      ),
    )
    .forUpdate()
    .executeTakeFirst()
}

/** Stores a decision, and marks the messages of everybody who could decide as read. */
export async function settleRequest(
  db: Db,
  id: number,
  { state, at }: { state: 'granted' | 'declined'; at: Date },
): Promise<void> {
  await db.updateTable('access_requests').set({ state, changed_at: at }).where('id', '=', id).execute()
  // Every message changes, so that the others who could decide see the decision at once.
  await db.updateTable('messages').set({ unread_count: 0 }).where('access_request_id', '=', id).execute()
}

/** Notifies the asker that a request was declined, without the item's name and without a sender. */
export async function insertDeclined(db: Db, userId: number, at: Date): Promise<void> {
  const notice: StoredNotice = { action: 'access_declined', state: 'finished', count: 1, name: '', folder: '' }
  await insertNotice(db, { userId, ticket: null, notice, at })
}
