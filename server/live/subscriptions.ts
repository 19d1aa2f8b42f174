import type { UserActor } from '../actor'
import type { Db } from '../database/connect'
import type { Access } from '../policies/facts'
import { groupsOf } from '../queries/access'
import { departmentRoot, ownRoot } from '../queries/spaces'
import { accessOf } from '../services/access'
import { collaboratedItems, externalItems } from '../services/external'
import { sql } from 'kysely'

/** A place whose list somebody watches: `own`, `collab`, `frequent`, `trash`, `folder_12`, `department_3`, `enterprise_7`, `user_9`. */
export const placePattern = /^(own|collab|frequent|trash|(folder|department|enterprise|user)_\d{1,15})$/

/** What concerns a watched place, as migration 010 tells it, and whether its list is open to the user now. */
export interface Subscription {
  topics: ReadonlySet<string>
  isVisible: boolean
}

/** favourites that are watched, the newest first */
const FAVOURITES = 200

/** Looks at a place with the rights of this moment. */
export async function resolve(db: Db, actor: UserActor, place: string): Promise<Subscription> {
  const { user } = actor
  const [kind = '', number = ''] = place.split('_')
  const id = Number(number)
  switch (kind) {
    case 'own':
      return { topics: new Set([`in ${await ownRoot(db, user.id)}`]), isVisible: true }
    case 'folder':
      return folder(db, actor, id)
    case 'department':
      return folder(db, actor, (await departmentRoot(db, id)) ?? 0)
    case 'frequent':
      return { topics: new Set([`favourites ${user.id}`, ...(await ofFavourites(db, actor))]), isVisible: true }
    case 'trash':
      return { topics: new Set([`trash ${user.id}`, `rights ${user.id}`]), isVisible: true }
    case 'collab':
      return {
        topics: new Set(await ofInvitations(db, user.id, await collaboratedItems(db, actor))),
        isVisible: true,
      }
    default: {
      const items = await externalItems(db, actor, { type: kind as 'enterprise' | 'user', id })
      return { topics: new Set(await ofInvitations(db, user.id, items)), isVisible: items.size > 0 }
    }
  }
}

async function folder(db: Db, actor: UserActor, id: number): Promise<Subscription> {
  const access = (await accessOf(db, actor, [id])).get(id)
  const isVisible =
    access !== undefined && access.permissions.includes('item_view') && !access.isDeleted && access.chain[0].isFolder
  return {
    topics: new Set([`rights ${actor.user.id}`, `in ${id}`, `of ${id}`, ...(access ? ofChain(access) : [])]),
    isVisible,
  }
}

/** An item is gone, and its rights are others, with what it lies in. */
function ofChain({ chain }: Access): string[] {
  return chain.map((node) => `of ${node.id}`)
}

async function ofFavourites(db: Db, actor: UserActor): Promise<string[]> {
  const rows = await db
    .selectFrom('favourites')
    .select(['kind', 'target_id'])
    .where('user_id', '=', actor.user.id)
    .orderBy('created_at', 'desc')
    .limit(FAVOURITES)
    .execute()
  const departments = rows.flatMap((row) => (row.kind === 'department' ? row.target_id : []))
  const roots =
    departments.length === 0
      ? []
      : await db.selectFrom('items').select('id').where('department_id', 'in', departments).execute()
  const items = rows.flatMap(({ kind, target_id }) => (kind === 'file' || kind === 'folder' ? target_id : []))
  const access = await accessOf(db, actor, [...items, ...roots.map(({ id }) => id)])
  // A folder's row tells how much lies in it.
  const within = [...access.values()].map(({ chain: [item] }) => `in ${item.id}`)
  return [...(await ofUser(db, actor.user.id)), ...[...access.values()].flatMap(ofChain), ...within]
}

async function ofInvitations(db: Db, userId: number, items: ReadonlyMap<number, Access>): Promise<string[]> {
  return [...(await ofUser(db, userId)), ...[...items.values()].flatMap(ofChain)]
}

async function ofUser(db: Db, userId: number): Promise<string[]> {
  const { rows } = await sql<{ group_id: number }>`select group_id from (${groupsOf(userId)}) as held`.execute(db)
  return [`rights ${userId}`, ...rows.map((row) => `group ${row.group_id}`)]
}
