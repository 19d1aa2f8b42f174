import { sql } from 'kysely'
import type { ExternalTrash } from '@/contract/trash'
import type { Db } from '../../database/connect'
import type { Order, Page, Window } from '../items/children'

/** The trash record of an item that was deleted itself, not with a folder above it. */
export interface TrashRecord {
  id: number
  deletedAt: Date
  deletedBy: number
  isParentGone: boolean
  /** Whether the user who deleted it removed it from their own list. */
  isHidden: boolean
}

/** The records of those items that were deleted themselves. */
export async function trashRecords(db: Db, ids: readonly number[]): Promise<Map<number, TrashRecord>> {
  const rows = await db
    .selectFrom('items')
    .select(['id', 'deleted_at', 'deleted_by', 'is_parent_gone', 'is_record_hidden'])
    .where(sql<boolean>`id = any(${ids})`)
    .where('deleted_at', 'is not', null)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        deletedAt: row.deleted_at!,
        deletedBy: row.deleted_by ?? 0,
        isParentGone: row.is_parent_gone,
        isHidden: row.is_record_hidden,
      },
    ]),
  )
}

/** A recycle bin: the user's own, or one of an external enterprise or user (LIST-12). */
export interface Trash {
  external: ExternalTrash | null
  /** External recycle bins with records of the user. */
  others: ExternalTrash[]
  /** The user's records of others' items; the user's own items are found by their owner. */
  ids: number[]
  /** null for an external recycle bin */
  ownerId: number | null
}

/** Items that a user deleted in others' spaces, with the owners of these spaces. */
export async function foreignRecords(db: Db, userId: number) {
  return db
    .selectFrom('items')
    .innerJoin('users as owner', 'owner.id', 'items.deleted_space_owner_id')
    .innerJoin('enterprises', 'enterprises.id', 'owner.enterprise_id')
    .select(['items.id', 'owner.id as ownerId', 'enterprises.id as enterpriseId', 'enterprises.is_personal'])
    .where('deleted_at', 'is not', null)
    .where('deleted_by', '=', userId)
    .where('is_record_hidden', '=', false)
    .where('deleted_space_owner_id', '<>', userId)
    .execute()
}

/** Hides records of items from the users who deleted these items in others' spaces. */
export async function hideRecords(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('items').set({ is_record_hidden: true }).where('id', 'in', ids).execute()
}

/** Names and retention times of external recycle bins, sorted by name. Omits missing enterprises and users. */
export async function describeTrashes(db: Db, keys: readonly string[]): Promise<ExternalTrash[]> {
  if (keys.length === 0) return []
  const idsOf = (wanted: string) => keys.map(partsOf).flatMap(([kind, id]) => (kind === wanted ? id : []))
  const { rows } = await sql<ExternalTrash>`
    select id, 'enterprise' as type, name, trash_period_days as trash_period from enterprises
    where id = any(${idsOf('enterprise')}) and not is_personal
    union all
    select users.id, 'user', users.name, trash_period_days from users join enterprises on enterprises.id = enterprise_id
    where users.id = any(${idsOf('user')}) and is_personal
    order by name, id`.execute(db)
  return rows
}

export function partsOf(externalId: string): [kind: string, id: number] {
  const [kind = '', id = ''] = externalId.split('_')
  return [kind, Number(id)]
}

const columns = { date: 'deleted_at', name: 'name_order', size: 'size' } as const

/** A recycle bin's records made up to the time `until` (seconds). Sorted by id; returns only those with ids greater than `after`. */
export async function recordsIn(
  db: Db,
  trash: Trash,
  { after, until }: { after: number; until: number },
  limit: number,
  kind: 'file' | 'folder' | 'all' = 'all',
): Promise<{ id: number; isFolder: boolean }[]> {
  return ofKind(recordsOf(db, trash), kind)
    .select(['id', 'is_folder as isFolder'])
    .where('id', '>', after)
    .where(sql<boolean>`deleted_at <= to_timestamp(${until})`)
    .orderBy('id')
    .limit(limit)
    .execute()
}

function recordsOf(db: Db, { ids, ownerId }: Trash) {
  return db
    .selectFrom('items')
    .where('deleted_at', 'is not', null)
    .where(sql<boolean>`(deleted_space_owner_id = ${ownerId}::bigint or id = any(${ids}))`)
}

function ofKind(records: ReturnType<typeof recordsOf>, kind: 'file' | 'folder' | 'all') {
  return kind === 'all' ? records : records.where('is_folder', '=', kind === 'folder')
}

/** One page of a recycle bin, folders first; dates are those of deletion. */
export async function trashPage(
  db: Db,
  trash: Trash,
  order: Order,
  { offset, limit }: Window,
  kind: 'file' | 'folder' | 'all' = 'all',
): Promise<Page> {
  const records = ofKind(recordsOf(db, trash), kind)
  const [rows, { total }] = await Promise.all([
    records
      .select('id')
      .orderBy('is_folder', 'desc')
      .orderBy(columns[order.sortBy], order.direction)
      .orderBy('id', order.direction)
      .offset(offset)
      .limit(limit)
      .execute(),
    records.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { ids: rows.map((row) => row.id), total }
}
