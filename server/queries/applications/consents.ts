import { sql } from 'kysely'
import type { Scope } from '@/contract/applications'
import type { Db } from '../../database/connect'

/** An application that a user allowed to act for them. */
export interface ConsentRow {
  id: number
  name: string
  scopes: Scope[]
  created_at: Date
}

/** The scopes that a user allowed an application; none without a consent. */
export async function allowedScopes(db: Db, applicationId: number, userId: number): Promise<Scope[]> {
  const found = await db
    .selectFrom('application_consents')
    .select('scopes')
    .where('application_id', '=', applicationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found?.scopes ?? []
}

export async function storeConsent(
  db: Db,
  consent: { application_id: number; user_id: number; scopes: Scope[]; created_at: Date },
): Promise<void> {
  const { scopes, created_at } = consent
  await db
    .insertInto('application_consents')
    .values(consent)
    .onConflict((conflict) => conflict.columns(['application_id', 'user_id']).doUpdateSet({ scopes, created_at }))
    .execute()
}

/** The kinds of grants that users give. Assertions are the administrator's. */
const ofUsers = sql`('authorization_code', 'password')`

/** The applications that a user allowed, or gave the password to, by name, without those that have ended. */
export async function consentsOf(db: Db, userId: number, now: Date): Promise<ConsentRow[]> {
  const { rows } = await sql<ConsentRow>`
    select distinct on (name, id) id, name, given.scopes, given.created_at
    from applications join (
      select application_id, scopes, created_at, 0 as place from application_consents where user_id = ${userId}
      union all
      select application_id, scopes, created_at, 1 from application_grants
      where user_id = ${userId} and kind in ${ofUsers} and expires_at > ${now}
    ) given on application_id = id
    where disabled_at is null
    order by name, id, place, given.created_at desc`.execute(db)
  return rows
}

/**
 * Ends the access that a user gave an application: the consent, codes, and grants with their tokens.
 * @returns the name of the application; undefined: the user had given it none
 */
export async function deleteConsent(db: Db, applicationId: number, userId: number): Promise<string | undefined> {
  // In this order: a code that is redeemed meanwhile has become a grant when its row can be deleted.
  const deleted = [
    await sql`delete from application_consents where application_id = ${applicationId} and user_id = ${userId}`.execute(
      db,
    ),
    await sql`delete from application_codes where application_id = ${applicationId} and user_id = ${userId}`.execute(
      db,
    ),
    await sql`
      delete from application_grants where application_id = ${applicationId} and user_id = ${userId}
      and kind in ${ofUsers}`.execute(db),
  ]
  if (deleted.every(({ numAffectedRows }) => !numAffectedRows)) return undefined
  const found = await db.selectFrom('applications').select('name').where('id', '=', applicationId).executeTakeFirst()
  return found?.name
}
