import { sql } from 'kysely'
import type { Belongings } from '@/contract/administration/entities'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'

/** What a person owns, without the trash. */
export async function belongingsOf(db: Db, userId: number): Promise<Belongings> {
  const { rows } = await sql<Belongings>`
    select root.child_count as items, root.used_bytes as bytes, (${countOf(sharedFolders(userId))}) as shared_folders,
      (select count(*) from share_links where maker_id = ${userId} and closed_at is null) as links,
      (select count(*) from collect_links where maker_id = ${userId} and closed_at is null) as collecting_links
    from items root where root.personal_of = ${userId}`.execute(db)
  return rows[0]!
}

const countOf = (rows: ReturnType<typeof sharedFolders>) => sql`select count(*) from (${rows}) counted`

/** The folders of a person's own space that have members, without those inside another one. */
function sharedFolders(userId: number) {
  return sql`
    with recursive tree as (
      select id, exists (select from collabs where item_id = items.id) as is_shared from items
      where parent_id = (select id from items where personal_of = ${userId}) and is_folder and deleted_at is null
      union all
      select below.id, exists (select from collabs where item_id = below.id)
      from tree join items below on below.parent_id = tree.id and below.is_folder and below.deleted_at is null where not tree.is_shared
    ) select id from tree where is_shared`
}

export async function sharedFoldersOf(db: Db, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from (${sharedFolders(userId)}) shared order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The live items at the top of a person's own space. */
export async function ownItems(db: Db, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select items.id from items join items root on root.id = items.parent_id
    where root.personal_of = ${userId} and items.deleted_at is null order by items.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Changes the maker of a person's share links. @param ids only these; null: all @returns the changed links */
export async function giveLinks(
  db: Db,
  fromId: number,
  toId: number,
  ids: readonly number[] | null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update share_links set maker_id = ${toId} where maker_id = ${fromId} ${only(ids)} returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** As giveLinks, for collecting links. */
export async function giveCollects(
  db: Db,
  fromId: number,
  toId: number,
  ids: readonly number[] | null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update collect_links set maker_id = ${toId} where maker_id = ${fromId} ${only(ids)} returning id`.execute(db)
  return rows.map(({ id }) => id)
}

function only(ids: readonly number[] | null) {
  return ids === null ? sql`` : sql`and id = any(${ids}::bigint[])`
}

/** Deleted people whose time to be restored is over, and who have not been erased yet. */
export async function erasedPeople(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select users.id from users join enterprises on enterprises.id = enterprise_id
    where removed_at <= ${now}::timestamptz - make_interval(days => trash_period_days) and login <> 'deleted-' || users.id
    order by users.id limit 1000`.execute(db)
  return rows.map(({ id }) => id)
}

/** Removes everything from an account but its name and what others need: its login becomes free. */
export async function erasePerson(db: Db, id: number): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await transaction
      .updateTable('users')
      .set({
        login: `deleted-${id}`,
        email: '',
        phone: '',
        password_hash: null,
        totp_secret: null,
        totp_enrolled_at: null,
        totp_last_step: null,
        picture_key: null,
        administrator_role: null,
      })
      .where('id', '=', id)
      .execute()
    for (const table of [
      'user_pictures',
      'department_members',
      'group_members',
      'collabs',
      'favourites',
      'messages',
      'sign_on_identities',
      'recovery_codes',
    ] as const)
      await sql`delete from ${sql.table(table)} where user_id = ${id}`.execute(transaction)
    await transaction.deleteFrom('access_requests').where('asker_id', '=', id).execute()
  })
}
