import type { Db } from '../../database/connect'
import type { LdapDirectoryRow } from '../../database/directoryTables'

export function findLdapSettings(db: Db, directoryId: number): Promise<LdapDirectoryRow | undefined> {
  return db.selectFrom('ldap_directories').selectAll().where('directory_id', '=', directoryId).executeTakeFirst()
}

export async function putLdapSettings(db: Db, settings: LdapDirectoryRow): Promise<void> {
  const { directory_id: _directory, ...rest } = settings
  await db
    .insertInto('ldap_directories')
    .values(settings)
    .onConflict((conflict) => conflict.column('directory_id').doUpdateSet(rest))
    .execute()
}

/** The name of the directory with whose password a person signs in, instead of one of their own; undefined: none. */
export async function directoryInsteadOfPassword(db: Db, userId: number): Promise<string | undefined> {
  return (await ldapPerson(db, userId))?.label
}

/** An active person who signs in with a password of an LDAP directory, and the settings of the directory. */
export interface LdapPerson {
  enterpriseId: number
  externalId: string
  /** The name that people know the directory by. */
  label: string
  settings: LdapDirectoryRow
}

/** @returns undefined for people who sign in here, and for administrators with a password of their own, who get in when the directory is down */
export async function ldapPerson(db: Db, userId: number): Promise<LdapPerson | undefined> {
  const found = await db
    .selectFrom('directory_people')
    .innerJoin('directories', 'directories.id', 'directory_people.directory_id')
    .innerJoin('ldap_directories', 'ldap_directories.directory_id', 'directories.id')
    .innerJoin('users', 'users.id', 'directory_people.user_id')
    .selectAll('ldap_directories')
    .select(['users.enterprise_id as enterpriseId', 'external_id as externalId', 'label'])
    .where('user_id', '=', userId)
    .where('is_on', '=', true)
    .where('signs_in', '=', true)
    .where((eb) => eb.or([eb('administrator_role', 'is', null), eb('password_hash', 'is', null)]))
    .executeTakeFirst()
  if (!found) return undefined
  const { enterpriseId, externalId, label, ...settings } = found
  return { enterpriseId, externalId, label, settings }
}
