import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/connect'

/** letters of the beginnings in the index, as in migration 101 */
const WIDTHS = [6, 3, 2]

/** Whether a name sounds like some letters, from the beginning of a syllable on; looked up in the index. @param letters as soundKeyOf */
export function sounding(sounds: RawBuilder<unknown>, letters: string): RawBuilder<boolean> {
  const run = letters.slice(
    0,
    WIDTHS.find((width) => width <= letters.length),
  )
  const held = sql<boolean>`sound_runs(${sounds}) @> ${[run]}::text[]`
  return run === letters ? held : sql<boolean>`${held} and ${soundsLike(sounds, letters)}`
}

/** As `sounding`, without the index. */
export function soundsLike(sounds: RawBuilder<unknown>, letters: string): RawBuilder<boolean> {
  return sql<boolean>`${sounds} ~ ${`(^|[ \n])${Array.from(letters).join(' ?')}`}`
}

export interface Named {
  id: number
  name: string
}

/**
 * Locks items whose names wait for their sounds, and reads the names afterwards: a rename that the lock precedes makes the item wait again.
 * Omits those that somebody else has locked.
 */
export async function itemsWithoutSounds(db: Db, limit: number): Promise<Named[]> {
  const waiting = await db
    .selectFrom('item_sounds')
    .select('item_id')
    .where('sounds', 'is', null)
    .orderBy('item_id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = waiting.map(({ item_id: id }) => id)
  return namesOf(db, 'items', ids)
}

/** As itemsWithoutSounds, for people. */
export async function usersWithoutSounds(db: Db, limit: number): Promise<Named[]> {
  const waiting = await db
    .selectFrom('users')
    .select('id')
    .where('sounds', 'is', null)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  const ids = waiting.map(({ id }) => id)
  return namesOf(db, 'users', ids)
}

async function namesOf(db: Db, table: 'items' | 'users', ids: readonly number[]): Promise<Named[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Named>`select id, name from ${sql.table(table)} where id = any(${ids}::bigint[])`.execute(
    db,
  )
  return rows
}

export interface Sounded {
  id: number
  sounds: string
}

export async function saveItemSounds(db: Db, items: readonly Sounded[]): Promise<void> {
  await sql`
    update item_sounds set sounds = given.sounds from ${given(items)} where item_sounds.item_id = given.id`.execute(db)
}

export async function saveUserSounds(db: Db, users: readonly Sounded[]): Promise<void> {
  await sql`update users set sounds = given.sounds from ${given(users)} where users.id = given.id`.execute(db)
}

function given(rows: readonly Sounded[]) {
  return sql`unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ sounds }) => sounds)}::text[]) as given (id, sounds)`
}
