import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '../../database/connect'
import type { SignOnAttemptTable, SignOnIdentityTable, SignOnProviderTable } from '../../database/signOnTables'

export type SignOnProviderRow = Selectable<SignOnProviderTable>
export type SignOnAttempt = Selectable<SignOnAttemptTable>

export function findProvider(db: Db, enterpriseId: number): Promise<SignOnProviderRow | undefined> {
  return db.selectFrom('sign_on_providers').selectAll().where('enterprise_id', '=', enterpriseId).executeTakeFirst()
}

/** The providers that the sign-in page offers, in the order of their organisations. */
export function providersInUse(db: Db, most: number) {
  return db
    .selectFrom('sign_on_providers')
    .select(['enterprise_id', 'label'])
    .where('is_on', '=', true)
    .orderBy('enterprise_id')
    .limit(most)
    .execute()
}

export async function putProvider(db: Db, provider: Insertable<SignOnProviderTable>): Promise<void> {
  const { enterprise_id: _enterprise, ...rest } = provider
  await db
    .insertInto('sign_on_providers')
    .values(provider)
    .onConflict((conflict) => conflict.column('enterprise_id').doUpdateSet(rest))
    .execute()
}

/** @returns false if the organisation has none */
export async function deleteProvider(db: Db, enterpriseId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_on_providers')
    .where('enterprise_id', '=', enterpriseId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Stores a sign-on under way, and deletes those that are too old. */
export async function insertAttemptToSignOn(db: Db, attempt: SignOnAttempt, since: Date): Promise<void> {
  await db.deleteFrom('sign_on_attempts').where('begun_at', '<', since).execute()
  await db.insertInto('sign_on_attempts').values(attempt).execute()
}

/** Uses up a sign-on of this browser. */
export function takeAttemptToSignOn(
  db: Db,
  { kind, state, browser, since }: { kind: SignOnAttempt['kind']; state: Buffer; browser: Buffer; since: Date },
): Promise<SignOnAttempt | undefined> {
  return db
    .deleteFrom('sign_on_attempts')
    .where('kind', '=', kind)
    .where('state_hash', '=', state)
    .where('browser_hash', '=', browser)
    .where('begun_at', '>=', since)
    .returningAll()
    .executeTakeFirst()
}

/** The label of the provider at which a person signs on who has no password; undefined: none. */
export async function providerInsteadOfPassword(db: Db, userId: number): Promise<string | undefined> {
  const found = await db
    .selectFrom('sign_on_identities')
    .innerJoin('sign_on_providers', (join) =>
      join
        .onRef('sign_on_providers.enterprise_id', '=', 'sign_on_identities.enterprise_id')
        .onRef('sign_on_providers.issuer', '=', 'sign_on_identities.issuer'),
    )
    .innerJoin('users', 'users.id', 'sign_on_identities.user_id')
    .select('label')
    .where('user_id', '=', userId)
    .where('is_on', '=', true)
    .where('password_hash', 'is', null)
    .executeTakeFirst()
  return found?.label
}

type Identity = Pick<Selectable<SignOnIdentityTable>, 'enterprise_id' | 'issuer' | 'subject'>

export async function findIdentity(db: Db, { enterprise_id: id, issuer, subject }: Identity): Promise<number | null> {
  const found = await db
    .selectFrom('sign_on_identities')
    .select('user_id')
    .where('enterprise_id', '=', id)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return found?.user_id ?? null
}

/** @returns false if the person has another identity at the provider, or the identity another person */
export async function insertIdentity(db: Db, identity: Selectable<SignOnIdentityTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sign_on_identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The active people of an organisation with an e-mail address, at most two. */
export function peopleWithEmail(db: Db, enterpriseId: number, email: string) {
  return db
    .selectFrom('users')
    .select('id')
    .where('enterprise_id', '=', enterpriseId)
    .where('email', '=', email)
    .where('is_active', '=', true)
    .limit(2)
    .execute()
}

/** The active people of an organisation with a login, at most one. */
export function peopleWithLogin(db: Db, enterpriseId: number, login: string) {
  return db
    .selectFrom('users')
    .select(['id', 'administrator_role'])
    .where('enterprise_id', '=', enterpriseId)
    .where(sql<boolean>`login_key(login) = login_key(${login})`)
    .where('is_active', '=', true)
    .execute()
}

/**
 * Puts a person into departments, and takes them out of the other departments of the rules. Managers stay, because no rule makes managers.
 * @param managed the departments of all rules
 */
export async function followRules(
  db: Db,
  {
    enterpriseId,
    userId,
    managed,
    wanted,
  }: { enterpriseId: number; userId: number; managed: number[]; wanted: number[] },
): Promise<void> {
  await sql`
    delete from department_members using departments
    where user_id = ${userId} and not is_manager and departments.id = department_id and departments.enterprise_id = ${enterpriseId}
      and department_id = any(${managed}::bigint[]) and department_id <> all(${wanted}::bigint[])`.execute(db)
  await sql`
    insert into department_members (department_id, user_id, is_manager)
    select departments.id, ${userId}, false from departments join items on items.department_id = departments.id and items.deleted_at is null
    where departments.enterprise_id = ${enterpriseId} and departments.id = any(${wanted}::bigint[])
    on conflict do nothing`.execute(db)
}
