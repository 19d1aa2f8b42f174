import { sql } from 'kysely'
import { extensionsOf } from '@/domain/items/kinds'
import type { Db } from '../database/connect'
import type { SiblingSortBy } from '@/contract/previews/siblings'
import type { SortDirection } from '@/contract/items/lists'
import { columns } from './items/children'
import { latestFilesIn, originalDate, type FileFacts } from './items/photos'

/** Files of one list that the user's role lets them preview. `isShared`: for a visitor, without encrypted files. */
export type SiblingFilter = { folderId: number; without: number[]; isShared?: true } | { ids: number[] }

export interface SiblingOrder {
  sortBy: SiblingSortBy
  direction: SortDirection
}

const images = extensionsOf.image.split(' ')

type Side = 'left' | 'right'

/**
 * Ids of the pictures on one side of a file. Reads the order's index from the file on, so that the cost does not depend on the file's
 * position. Original dates have no index: among them only the files of the folder's grid take part.
 */
export async function readBeside(
  db: Db,
  fileId: number,
  among: SiblingFilter,
  order: SiblingOrder,
  side: Side,
  limit: number,
) {
  const { rows: lying, column, onward } = beside(db, fileId, among, order, side)
  const rows = await lying.select('id').orderBy(column, onward).orderBy('id', onward).limit(limit).execute()
  const ids = rows.map(({ id }) => id)
  return side === 'right' ? ids : ids.reverse()
}

/** The number of files that readBeside returns without a limit. */
export async function countBeside(
  db: Db,
  fileId: number,
  among: SiblingFilter,
  order: SiblingOrder,
  side: Side,
): Promise<number> {
  const { count } = await beside(db, fileId, among, order, side)
    .rows.select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function beside(db: Db, fileId: number, among: SiblingFilter, { sortBy, direction }: SiblingOrder, side: Side) {
  const column = sortBy === 'taken' ? originalDate : sql.ref(columns[sortBy])
  const isUp = (direction === 'asc') === (side === 'right')
  const source = sortBy === 'taken' && 'folderId' in among ? latestFilesIn(among.folderId) : sql<FileFacts>`items`
  const rows = db
    .selectFrom(source.as('items'))
    .where(
      'ids' in among
        ? sql<boolean>`id = any(${among.ids})`
        : sql<boolean>`parent_id = ${among.folderId} and id <> all(${among.without})`,
    )
    .where('is_folder', '=', false)
    .where('deleted_at', 'is', null)
    .where('scope', '<>', 1)
    .$if('isShared' in among, (query) => query.where('is_encrypted', '=', false))
    .where(sql<boolean>`extension = any(${images})`)
    .where(
      sql<boolean>`(${column}, id) ${sql.raw(isUp ? '>' : '<')} (select ${column}, id from items where id = ${fileId})`,
    )
  return { rows, column, onward: isUp ? ('asc' as const) : ('desc' as const) }
}
