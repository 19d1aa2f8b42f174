import { sql, type RawBuilder } from 'kysely'

/** Restricts the items that are found (AH-41). */
export interface Filters {
  /** Only files. */
  isFile?: true
  /** Only files with these extensions. */
  extensions?: readonly string[]
  /** Only items changed at this time or later. */
  from?: Date
  /** Only items changed before this time. */
  before?: Date
  /** Only items that this user created, or that lie in this user's own space. */
  userId?: number
}

/** The conditions of filters on items. @param isOwned whether an item lies in the own space of the filter's user */
export function conditionsOf(
  { isFile, extensions, from, before, userId }: Filters,
  isOwned: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  return [
    ...(isFile ? [sql`not is_folder`] : []),
    ...(extensions ? [sql`not is_folder and items.extension = any(${extensions}::text[])`] : []),
    ...(from ? [sql`items.modified_at >= ${from}`] : []),
    ...(before ? [sql`items.modified_at < ${before}`] : []),
    ...(userId === undefined ? [] : [sql`(items.creator_id = ${userId} or ${isOwned})`]),
  ]
}
