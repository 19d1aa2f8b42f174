import { sql } from 'kysely'
import type { ExternalTrash } from '@/contract/trash'
import type { Db } from '../database/connect'
import { itemNotFound } from '../errors'
import { accessOf, groupsOf } from './access'
import type { Order, Page, Window } from './children'
import type { UserActor } from '../actor'

/** What a recycle bin keeps of an item that was deleted itself, not with a folder above it. */
export interface TrashRecord {
  id: number
  deletedBy: number
  isParentGone: boolean
}

/** Of these items the ones that were deleted themselves. */
export async function trashRecords(db: Db, ids: readonly number[]): Promise<Map<number, TrashRecord>> {
  const rows = await db
    .selectFrom('items')
    .select(['id', 'deleted_by', 'is_parent_gone'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .execute()
  return new Map(
    rows.map((row) => [row.id, { id: row.id, deletedBy: row.deleted_by ?? 0, isParentGone: row.is_parent_gone }]),
  )
}

/** One user's recycle bin: his own, or that of an external enterprise or user (LIST-12). */
export interface Trash {
  external: ExternalTrash | null
  /** Other trashes in which something of his lies. */
  others: ExternalTrash[]
  /** Records of what others own; those of his own are found by their owner. */
  ids: number[]
  /** null in an external one */
  ownerId: number | null
}

/**
 * What lies in it (decisions 52): what the user owns, whoever deleted it, and what he deleted of others' and still sees.
 * @param externalId such as `enterprise_7`; absent: his own enterprise
 * @throws Refused item_not_found where he has nothing to do with the enterprise or user
 */
export async function trashOf(db: Db, actor: UserActor, externalId?: string): Promise<Trash> {
  const groups = await foreignRecords(db, actor)
  if (externalId === undefined) {
    const others = await describe(
      db,
      [...groups.keys()].filter((key) => key !== 'own'),
    )
    return { external: null, others, ids: groups.get('own') ?? [], ownerId: actor.user.id }
  }
  const ids = groups.get(externalId) ?? []
  const [external] =
    ids.length > 0 || (await isCollaboratorOf(db, actor, externalId)) ? await describe(db, [externalId]) : []
  if (external === undefined) throw itemNotFound()
  return { external, others: [], ids, ownerId: null }
}

/** Records that the user made of what others own, by whose trash they lie in. */
async function foreignRecords(db: Db, { user, enterprise }: UserActor) {
  const rows = await db
    .selectFrom('items')
    .innerJoin('users as owner', 'owner.id', 'items.deleted_space_owner_id')
    .innerJoin('enterprises', 'enterprises.id', 'owner.enterprise_id')
    .select(['items.id', 'owner.id as ownerId', 'enterprises.id as enterpriseId', 'enterprises.is_personal'])
    .where('deleted_at', 'is not', null)
    .where('deleted_by', '=', user.id)
    .where('is_record_hidden', '=', false)
    .where('deleted_space_owner_id', '<>', user.id)
    .execute()
  const access = await accessOf(
    db,
    user.id,
    rows.map((row) => row.id),
  )
  const groups = new Map<string, number[]>()
  for (const { id, enterpriseId, ...owner } of rows) {
    if (!access.get(id)?.permissions.includes('item_view')) continue
    const key = enterpriseId === enterprise.id ? 'own' : externalKey(enterpriseId, owner.ownerId, owner.is_personal)
    groups.set(key, [...(groups.get(key) ?? []), id])
  }
  return groups
}

function externalKey(enterpriseId: number, ownerId: number, isPersonal: boolean) {
  return isPersonal ? `user_${ownerId}` : `enterprise_${enterpriseId}`
}

/** Whether an accepted invitation lets the user see something there. */
async function isCollaboratorOf(db: Db, { user, enterprise }: UserActor, externalId: string) {
  const { rows } = await sql<{ item_id: number }>`
    select item_id from collabs where accepted and (user_id = ${user.id} or group_id in (${groupsOf(user.id)}))`.execute(
    db,
  )
  const [kind, id] = parts(externalId)
  const access = await accessOf(
    db,
    user.id,
    rows.map((row) => row.item_id),
  )
  return [...access.values()].some(
    ({ permissions, space: { owner } }) =>
      permissions.includes('item_view') &&
      owner.enterpriseId !== enterprise.id &&
      (kind === 'user' ? owner.id : owner.enterpriseId) === id,
  )
}

/** Names and periods, in the order of the names; what does not exist is missing. */
async function describe(db: Db, keys: readonly string[]): Promise<ExternalTrash[]> {
  if (keys.length === 0) return []
  const idsOf = (wanted: string) => keys.map(parts).flatMap(([kind, id]) => (kind === wanted ? id : []))
  const { rows } = await sql<ExternalTrash>`
    select id, 'enterprise' as type, name, trash_period_days as trash_period from enterprises
    where id = any(${idsOf('enterprise')}) and not is_personal
    union all
    select users.id, 'user', users.name, trash_period_days from users join enterprises on enterprises.id = enterprise_id
    where users.id = any(${idsOf('user')}) and is_personal
    order by name, id`.execute(db)
  return rows
}

function parts(externalId: string): [kind: string, id: number] {
  const [kind = '', id = ''] = externalId.split('_')
  return [kind, Number(id)]
}

const columns = { date: 'deleted_at', name: 'name', size: 'size' } as const

/** One page of a trash, folders first; the date is that of deletion. */
export async function trashPage(
  db: Db,
  { ids, ownerId }: Trash,
  order: Order,
  { offset, limit }: Window,
): Promise<Page> {
  const lying = db
    .selectFrom('items')
    .where('deleted_at', 'is not', null)
    .where(sql<boolean>`(deleted_space_owner_id = ${ownerId}::bigint or id = any(${ids}))`)
  const [rows, { total }] = await Promise.all([
    lying
      .select('id')
      .orderBy('is_folder', 'desc')
      .orderBy(columns[order.sortBy], order.direction)
      .orderBy('id', order.direction)
      .offset(offset)
      .limit(limit)
      .execute(),
    lying.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { ids: rows.map((row) => row.id), total }
}
