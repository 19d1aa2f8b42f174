import { sql, type Insertable, type Selectable } from 'kysely'
import type { SignInLinkTable } from '../../database/administrationTables'
import type { Db } from '../../database/connect'

type SignInLinkRow = Selectable<SignInLinkTable>
export type LinkPurpose = SignInLinkRow['purpose']

/** Where a user gets messages. */
export interface Addresses {
  /** '' = none */
  email: string
  /** The id in WeCom, if the organisation's directory there is on; null: none. */
  weComId: string | null
}

/** Stores the one link that a user has for a purpose. */
export async function putSignInLink(db: Db, link: Insertable<SignInLinkTable>): Promise<Addresses> {
  const { user_id: _user, ...rest } = link
  return db
    .insertInto('sign_in_links')
    .values(link)
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(rest))
    .returning([
      sql<string>`(select email from users where users.id = sign_in_links.user_id)`.as('email'),
      sql<string | null>`(select external_id from directory_people join directories on directories.id = directory_id
        where kind = 'wecom' and is_on and user_id = sign_in_links.user_id)`.as('weComId'),
    ])
    .executeTakeFirstOrThrow()
}

/** A link that has not expired. */
export function findSignInLink(db: Db, hash: Buffer, now: Date): Promise<SignInLinkRow | undefined> {
  return db
    .selectFrom('sign_in_links')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Deletes a valid link of a user. @returns false if there is none any more */
export async function useSignInLink(db: Db, hash: Buffer, userId: number, now: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_links')
    .where('token_hash', '=', hash)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes all links of a user. @returns false if the user has none */
export async function deleteSignInLinks(db: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sign_in_links').where('user_id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteExpiredSignInLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_links').where('expires_at', '<=', now).execute()
}
