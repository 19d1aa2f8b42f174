import type { Selectable } from 'kysely'
import type { Db } from '../../database/connect'
import type { DirectoryTable } from '../../database/directoryTables'
import type { WeComDirectoryTable } from '../../database/weComTables'

/** The settings of WeCom with those that every directory has. */
export type WeComRow = Selectable<WeComDirectoryTable> &
  Pick<Selectable<DirectoryTable>, 'id' | 'enterprise_id' | 'label' | 'is_on' | 'links_existing' | 'sync_hours'>

function rows(db: Db) {
  return db
    .selectFrom('wecom_directories')
    .innerJoin('directories', 'directories.id', 'directory_id')
    .selectAll('wecom_directories')
    .select(['directories.id', 'enterprise_id', 'label', 'is_on', 'links_existing', 'sync_hours'])
}

export function findWeCom(db: Db, enterpriseId: number): Promise<WeComRow | undefined> {
  return rows(db).where('enterprise_id', '=', enterpriseId).executeTakeFirst()
}

export function weComById(db: Db, directoryId: number): Promise<WeComRow | undefined> {
  return rows(db).where('directory_id', '=', directoryId).executeTakeFirst()
}

/** The directory of an organisation in WeCom. */
export function weComOfCorp(db: Db, corpId: string): Promise<WeComRow | undefined> {
  return rows(db).where('corp_id', '=', corpId).executeTakeFirst()
}

/** The organisations whose people sign in with WeCom, in their order. */
export async function weComInUse(db: Db, most: number): Promise<{ enterprise_id: number; label: string }[]> {
  return db
    .selectFrom('wecom_directories')
    .innerJoin('directories', 'directories.id', 'directory_id')
    .select(['enterprise_id', 'label'])
    .where('is_on', '=', true)
    .where('offers_sign_in', '=', true)
    .orderBy('enterprise_id')
    .limit(most)
    .execute()
}

export async function putWeComSettings(db: Db, settings: WeComDirectoryTable): Promise<void> {
  const { directory_id: _directory, ...rest } = settings
  await db
    .insertInto('wecom_directories')
    .values(settings)
    .onConflict((conflict) => conflict.column('directory_id').doUpdateSet(rest))
    .execute()
}

/** The active person of a directory with an id there; null: none. */
export async function personOfDirectory(db: Db, directoryId: number, externalId: string): Promise<number | null> {
  const found = await db
    .selectFrom('directory_people')
    .innerJoin('users', 'users.id', 'user_id')
    .innerJoin('directories', 'directories.id', 'directory_id')
    .select('user_id')
    .where('directory_id', '=', directoryId)
    .where('external_id', '=', externalId)
    .where('is_active', '=', true)
    .whereRef('users.enterprise_id', '=', 'directories.enterprise_id')
    .executeTakeFirst()
  return found?.user_id ?? null
}

/** The id of a person in a directory; null: the directory does not link them. */
export async function weComIdOf(db: Db, directoryId: number, userId: number): Promise<string | null> {
  const found = await db
    .selectFrom('directory_people')
    .select('external_id')
    .where('directory_id', '=', directoryId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found?.external_id ?? null
}

/** Most callbacks per directory that are remembered. A newer one replaces the oldest. */
const MOST_EVENTS = 1000

/** Remembers a callback. @returns false if it is known already */
export async function rememberEvent(
  db: Db,
  event: { directory_id: number; key: Buffer; at: Date },
  since: Date,
): Promise<boolean> {
  const { directory_id: directoryId } = event
  const made = await db
    .insertInto('wecom_events')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  await db.deleteFrom('wecom_events').where('directory_id', '=', directoryId).where('at', '<', since).execute()
  const surplus = db
    .selectFrom('wecom_events')
    .select('key')
    .where('directory_id', '=', directoryId)
    .orderBy('at', 'desc')
    .offset(MOST_EVENTS)
  await db.deleteFrom('wecom_events').where('directory_id', '=', directoryId).where('key', 'in', surplus).execute()
  return (made.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Most changed userids per directory that wait for a sync. */
const MOST_RENAMES = 1000

export async function rememberRename(
  db: Db,
  rename: { directory_id: number; before: string; after: string; at: Date },
): Promise<void> {
  const { after, at, directory_id: directoryId } = rename
  const { waiting } = await db
    .selectFrom('wecom_renames')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('directory_id', '=', directoryId)
    .executeTakeFirstOrThrow()
  if (Number(waiting) >= MOST_RENAMES) return
  await db
    .insertInto('wecom_renames')
    .values(rename)
    .onConflict((conflict) => conflict.columns(['directory_id', 'before']).doUpdateSet({ after, at }))
    .execute()
}

/** ms for which a changed userid is remembered that no sync could follow */
const RENAME_LIFE = 86_400_000

/**
 * Gives people their changed userid where WeCom no longer knows the old one and nobody else has the new one.
 * @param isKnown whether WeCom has a member of an id now
 */
export async function followRenames(
  db: Db,
  directoryId: number,
  isKnown: (userId: string) => boolean,
  now: Date,
): Promise<void> {
  const renames = await db
    .selectFrom('wecom_renames')
    .select(['before', 'after', 'at'])
    .where('directory_id', '=', directoryId)
    .orderBy('at')
    .forUpdate()
    .execute()
  for (const { before, after, at } of renames) {
    const isDone = !isKnown(before) && isKnown(after)
    if (!isDone && now.getTime() - at.getTime() < RENAME_LIFE) continue
    await db.deleteFrom('wecom_renames').where('directory_id', '=', directoryId).where('before', '=', before).execute()
    if (isDone && (await personWithId(db, directoryId, after)) === undefined)
      await db
        .updateTable('directory_people')
        .set({ external_id: after })
        .where('directory_id', '=', directoryId)
        .where('external_id', '=', before)
        .execute()
  }
}

function personWithId(db: Db, directoryId: number, externalId: string) {
  return db
    .selectFrom('directory_people')
    .select('user_id')
    .where('directory_id', '=', directoryId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
}
