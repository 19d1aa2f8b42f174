import { sql } from 'kysely'
import type { Db } from '../../database/connect'

export interface PersonalAccount {
  login: string
  name: string
  is_active: boolean
  used_bytes: number
  created_at: Date
  last_sign_in_at: Date | null
}

/** Personal accounts, the newest first, and how many match. @param search part of a login or a name; '' finds all */
export async function personalAccounts(
  db: Db,
  { search, offset, limit }: { search: string; offset: number; limit: number },
): Promise<{ accounts: PersonalAccount[]; total: number }> {
  const matches = sql`enterprises.is_personal and (position(lower(${search}) in lower(login)) > 0 or position(lower(${search}) in lower(users.name)) > 0)`
  const { rows } = await sql<PersonalAccount>`
    select login, users.name, is_active, (select used_bytes from items where personal_of = users.id) as used_bytes, users.created_at, last_sign_in_at
    from users join enterprises on enterprises.id = enterprise_id where ${matches}
    order by users.id desc limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from users join enterprises on enterprises.id = enterprise_id where ${matches}`.execute(
    db,
  )
  return { accounts: rows, total: counted.rows[0]!.total }
}

/** The id of a personal account by login; null without one. */
export async function personalAccount(db: Db, login: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select users.id from users join enterprises on enterprises.id = enterprise_id
    where enterprises.is_personal and login_key(login) = login_key(${login})`.execute(db)
  return rows[0]?.id ?? null
}
