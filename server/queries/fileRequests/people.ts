import { sql } from 'kysely'
import { personKey } from '@/domain/fileRequests/files'
import type { Db } from '../../database/connect'
import type { CollectFileRow, CollectPersonRow } from '../../database/fileRequestTables'

export type { CollectFileRow, CollectPersonRow } from '../../database/fileRequestTables'

/** A contributor with their hand-ins that are not in the trash. */
export interface PersonDetail extends CollectPersonRow {
  files: { item_id: number; name: string; extension: string; size: number; at: string }[]
}

export interface NewPerson {
  name: string
  userId: number | null
}

/** Adds people to the list of a link. Ignores names already on the list. Unlisted contributors with a given name become listed. */
export async function insertListed(db: Db, linkId: number, people: readonly NewPerson[]): Promise<void> {
  if (people.length === 0) return
  await sql`
    insert into collect_people (link_id, name, name_key, user_id, is_listed)
    select ${linkId}, name, name_key, user_id, true
    from unnest(${people.map(({ name }) => name)}::text[], ${people.map(({ name }) => personKey(name))}::text[],
      ${people.map(({ userId }) => userId)}::bigint[]) as given (name, name_key, user_id)
    on conflict (link_id, name_key) do update set is_listed = true`.execute(db)
}

/** Removes people from a link, unless they have handed in something. */
export async function deletePeople(db: Db, linkId: number, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('collect_people')
    .where('link_id', '=', linkId)
    .where('id', 'in', [...ids, 0])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('collect_files').select('id').whereRef('person_id', '=', 'collect_people.id'))),
    )
    .execute()
}

/** All people of a link, in the order of the list. */
export function peopleOfCollect(db: Db, linkId: number): Promise<CollectPersonRow[]> {
  return db.selectFrom('collect_people').selectAll().where('link_id', '=', linkId).orderBy('id').execute()
}

export function findPerson(db: Db, linkId: number, by: { id: number } | { name: string }) {
  const found = db.selectFrom('collect_people').selectAll().where('link_id', '=', linkId)
  const one = 'id' in by ? found.where('id', '=', by.id) : found.where('name_key', '=', personKey(by.name))
  return one.executeTakeFirst()
}

/** Adds a contributor whose name is not on the list. */
export function insertUnlisted(db: Db, linkId: number, name: string): Promise<CollectPersonRow> {
  return db
    .insertInto('collect_people')
    .values({ link_id: linkId, name, name_key: personKey(name), user_id: null, is_listed: false })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Records that a device has claimed a name. */
export async function markClaimed(db: Db, id: number, { at, network }: { at: Date; network: string }): Promise<void> {
  await db.updateTable('collect_people').set({ claimed_at: at, opened_at: at, network }).where('id', '=', id).execute()
}

/** The numbers of names that a network and its site have claimed after `since`. @param site the text with which its networks begin */
export async function claimsSince(
  db: Db,
  linkId: number,
  { network, site }: { network: string; site: string },
  since: Date,
): Promise<{ network: number; site: number }> {
  const { rows } = await sql<{ network: number; site: number }>`
    select count(*) filter (where network = ${network})::int as network, count(*)::int as site
    from collect_people where link_id = ${linkId} and starts_with(network, ${site}) and claimed_at > ${since}`.execute(
    db,
  )
  return rows[0]!
}

export async function countPeople(db: Db, linkId: number): Promise<number> {
  const { count } = await db
    .selectFrom('collect_people')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('link_id', '=', linkId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Stores the hash of a device's token, and deletes all of the person's tokens except the newest `most`. */
export async function insertToken(
  db: Db,
  { hash, personId, at, most }: { hash: Buffer; personId: number; at: Date; most: number },
): Promise<void> {
  await db.insertInto('collect_tokens').values({ hash, person_id: personId, created_at: at }).execute()
  await sql`
    delete from collect_tokens where person_id = ${personId} and hash not in (
      select hash from collect_tokens where person_id = ${personId} order by created_at desc, hash = ${hash} desc limit ${most}
    )`.execute(db)
}

/** The contributor of a token. */
export function personByToken(db: Db, hash: Buffer): Promise<CollectPersonRow | undefined> {
  return db
    .selectFrom('collect_tokens')
    .innerJoin('collect_people', 'collect_people.id', 'person_id')
    .selectAll('collect_people')
    .where('hash', '=', hash)
    .executeTakeFirst()
}

/** Deletes a person's devices, so that another device may claim the name. */
export async function releasePerson(db: Db, id: number): Promise<void> {
  await db.deleteFrom('collect_tokens').where('person_id', '=', id).execute()
  await db.updateTable('collect_people').set({ claimed_at: null }).where('id', '=', id).execute()
}

/** Records that a person opened the page of the link. */
export async function markOpened(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable('collect_people').set({ opened_at: at }).where('id', '=', id).execute()
}

/** A page of a link's people, by name: people who have handed in files, or listed people who have not. Hand-ins in the trash do not count. */
export async function peoplePage(
  db: Db,
  linkId: number,
  { isDone, offset, limit }: { isDone: boolean; offset: number; limit: number },
): Promise<{ rows: PersonDetail[]; total: number }> {
  const filtered = sql`
    from (
      select people.*, coalesce((
        select json_agg(json_build_object(
          'item_id', items.id, 'name', items.name, 'extension', items.extension, 'size', items.size, 'at', handed.at
        ) order by handed.id)
        from collect_files handed join items on items.id = handed.item_id
        where handed.person_id = people.id and items.deleted_at is null
      ), '[]') as files
      from collect_people people where people.link_id = ${linkId}
    ) each
    where ${isDone ? sql`json_array_length(files) > 0` : sql`is_listed and json_array_length(files) = 0`}`
  const { rows: counts } = await sql<{ count: number }>`select count(*)::int as count ${filtered}`.execute(db)
  const { rows } = await sql<PersonDetail>`
    select each.* ${filtered} order by name_key, id offset ${offset} limit ${limit}`.execute(db)
  return { rows, total: counts[0]!.count }
}

/**
 * Selects the listed people to remind, and records the reminder. Selects people with an active account who have handed in nothing. Omits people who
 * were reminded of this link after `since`, or whom the sender reminded of `most` links after `since`. Messages about this link count as reminders
 * too, because a person may have been removed and listed again.
 * @returns the ids of the users
 */
export async function markReminded(
  db: Db,
  linkId: number,
  { senderId, since, at, most }: { senderId: number; since: Date; at: Date; most: number },
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    update collect_people people set reminded_at = ${at} from users
    where link_id = ${linkId} and is_listed and users.id = people.user_id and users.is_active
      and (reminded_at is null or reminded_at <= ${since}) and not exists (
        select from collect_files handed join items on items.id = handed.item_id
        where handed.person_id = people.id and items.deleted_at is null
      ) and (
        select count(*) < ${most} and not coalesce(bool_or(collect_link_id = ${linkId}), false) from messages
        where messages.user_id = users.id and sender_id = ${senderId} and collect_link_id is not null and modified_at > ${since}
      )
    returning users.id as user_id`.execute(db)
  return rows.map(({ user_id: id }) => id)
}

/** The number of hand-ins to a link that are not in the trash. */
export async function countHandIns(db: Db, linkId: number): Promise<number> {
  const { count } = await db
    .selectFrom('collect_files')
    .innerJoin('items', 'items.id', 'item_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('link_id', '=', linkId)
    .where('items.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The number of a person's hand-ins that are in the trash. */
export async function countTrashed(db: Db, personId: number): Promise<number> {
  const { count } = await db
    .selectFrom('collect_files')
    .innerJoin('items', 'items.id', 'item_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('items.deleted_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Records that a contributor took a hand-in back. @param at the time of the item's deletion */
export async function markTakenBack(db: Db, handInId: number, at: Date): Promise<void> {
  await db.updateTable('collect_files').set({ taken_back_at: at }).where('id', '=', handInId).execute()
}

/** Whether a person has handed in anything, even if it is in the trash. */
export async function hasHandedIn(db: Db, personId: number): Promise<boolean> {
  const found = await db.selectFrom('collect_files').select('id').where('person_id', '=', personId).limit(1).execute()
  return found.length > 0
}

/** A person's hand-ins that are not in the trash, oldest first, each with the file's current folder. */
export function handInsOf(db: Db, personId: number): Promise<(CollectFileRow & { parent_id: number | null })[]> {
  return db
    .selectFrom('collect_files')
    .innerJoin('items', 'items.id', 'item_id')
    .selectAll('collect_files')
    .select('items.parent_id')
    .where('person_id', '=', personId)
    .where('items.deleted_at', 'is', null)
    .orderBy('collect_files.id')
    .execute()
}

/** Records a hand-in; a new version updates size and time. */
export async function saveHandIn(db: Db, file: Omit<CollectFileRow, 'id' | 'taken_back_at'>): Promise<void> {
  await db
    .insertInto('collect_files')
    .values(file)
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet({ size: file.size, at: file.at }))
    .execute()
}

/** The number of uploads that an actor announced after `since`, and the number of the actor's uploads that are still open. */
export async function announcedBy(
  db: Db,
  actorKey: string,
  { since, now }: { since: Date; now: Date },
): Promise<{ recent: number; open: number }> {
  const { rows } = await sql<{ recent: number; open: number }>`
    select count(*) filter (where created_at > ${since})::int as recent,
      count(*) filter (where state in ('open', 'partial') and expires_at > ${now})::int as open
    from uploads where actor_key = ${actorKey}`.execute(db)
  return rows[0]!
}
