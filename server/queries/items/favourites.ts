import type { Db } from '../../database/connect'
import type { FavouriteKind } from '../../database/tables'

export interface FavouriteKey {
  kind: FavouriteKind
  target_id: number
}

/** A favourite and its current state. */
export interface Favourite<Shown> {
  kind: FavouriteKind
  targetId: number
  /** the name at the user's last access */
  name: string
  /** The reason why the favourite cannot be opened: the user lost access, or the item is in the trash or purged. */
  loss: 'forbidden' | 'dismissed' | null
  /** null for an external enterprise and for a lost item */
  item: Shown | null
  counts: { items: number; folders: number; departments: number }
}

/** A favourite's key: `folder_12`, `external_enterprise_7`. */
export function favouriteOf(typedId: string): FavouriteKey {
  const at = typedId.lastIndexOf('_')
  return { kind: typedId.slice(0, at) as FavouriteKind, target_id: Number(typedId.slice(at + 1)) }
}

export async function isFavourite(db: Db, userId: number, typedId: string): Promise<boolean> {
  const { kind, target_id } = favouriteOf(typedId)
  const found = await db
    .selectFrom('favourites')
    .select('target_id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('target_id', '=', target_id)
    .executeTakeFirst()
  return found !== undefined
}

/** A user's favourites, newest first. */
export async function favouriteRows(db: Db, userId: number, limit: number) {
  return db
    .selectFrom('favourites')
    .select(['kind', 'target_id as targetId', 'name'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('target_id', 'desc')
    .limit(limit)
    .execute()
}

/** @returns whether the favourite is new */
export async function insertFavourite(
  db: Db,
  favourite: FavouriteKey & { user_id: number; name: string; created_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('favourites')
    .values(favourite)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Boolean(numInsertedOrUpdatedRows)
}

/** @returns whether the favourite existed */
export async function removeFavourite(db: Db, userId: number, { kind, target_id }: FavouriteKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('favourites')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('target_id', '=', target_id)
    .executeTakeFirst()
  return Boolean(numDeletedRows)
}

/** Returns those of the ids that belong to an existing enterprise. */
export async function existingEnterprises(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db.selectFrom('enterprises').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}
