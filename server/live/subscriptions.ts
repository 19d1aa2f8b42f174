import { principalOf, type ReadingActor, type UserActor } from '../actors/actor'
import type { Db } from '../database/connect'
import { mayReadComments } from '../policies/comments'
import type { Access } from '../policies/access/facts'
import { groupIdsOf } from '../queries/access/rightsFacts'
import { favouriteRows } from '../queries/items/favourites'
import { departmentRoot, departmentRoots, ownRoot } from '../queries/items/spaces'
import { accessOf } from '../services/access/itemAccess'
import { collaboratedItems, externalItems } from '../services/items/external'
import { topicKey, type Topic, type TopicKey } from './topics'

/**
 * A place that can be watched: a list (`own`, `collab`, `frequent`, `trash`, `folder_12`, `department_3`, `enterprise_7`, `user_9`), or the comments
 * of an item (`comments_12`).
 */
export const placePattern = /^(own|collab|frequent|trash|(folder|department|enterprise|user|comments)_\d{1,15})$/

/** The topics that concern an actor who watches a place, and whether the actor may see the place's list now. */
export interface Subscription {
  topics: ReadonlySet<TopicKey>
  isVisible: boolean
}

/** favourites that are watched, newest first */
const FAVOURITES = 200

/** Subscribes an actor to a place with the actor's current rights. */
export async function subscribe(db: Db, actor: UserActor, place: string): Promise<Subscription> {
  const userId = actor.user.id
  const [kind = '', number = ''] = place.split('_')
  const id = Number(number)
  switch (kind) {
    case 'own':
      return subscription([{ name: 'in', itemId: await ownRoot(db, userId) }])
    case 'folder':
      return toFolder(db, actor, id)
    case 'department':
      return toFolder(db, actor, (await departmentRoot(db, id)) ?? 0)
    case 'comments':
      return toComments(db, actor, id)
    case 'frequent':
      return subscription([{ name: 'favourites', userId }, ...(await ofFavourites(db, actor))])
    case 'trash':
      return subscription([
        { name: 'trash', userId },
        { name: 'rights', userId },
      ])
    case 'collab':
      return subscription(await ofInvitations(db, actor, await collaboratedItems(db, actor)))
    default: {
      const items = await externalItems(db, actor, { type: kind as 'enterprise' | 'user', id })
      return subscription(await ofInvitations(db, actor, items), items.size > 0)
    }
  }
}

/** Topics that concern an actor, regardless of the places that the actor watches. */
export function ownTopics({ user: { id: userId } }: UserActor): TopicKey[] {
  return [topicKey({ name: 'session', userId }), topicKey({ name: 'messages', userId })]
}

/** The topics that concern the rights of an actor to an item, and the item's name and place. */
export async function topicsOfItem(db: Db, actor: ReadingActor, access: Access): Promise<Topic[]> {
  const granted = principalOf(actor)
  const { id, parentId } = access.chain[0]
  const own: Topic[] = [
    { name: 'of', itemId: id },
    { name: 'session', userId: granted.user.id },
    ...(parentId === null ? [] : [{ name: 'in', itemId: parentId } as const]),
  ]
  const ofLink: Topic[] = actor.kind === 'visitor' ? [{ name: 'link', linkId: actor.link.id }] : []
  const ofVisitor: Topic[] =
    actor.kind === 'visitor' && actor.user !== null ? [{ name: 'session', userId: actor.user.id }] : []
  return [...own, ...ofLink, ...ofVisitor, ...ofChain(access), ...(await ofActor(db, granted))]
}

function subscription(topics: readonly Topic[], isVisible = true): Subscription {
  return { topics: new Set(topics.map(topicKey)), isVisible }
}

async function toFolder(db: Db, actor: UserActor, itemId: number): Promise<Subscription> {
  const access = (await accessOf(db, actor, [itemId])).get(itemId)
  const isVisible =
    access !== undefined && access.permissions.includes('item_view') && !access.isDeleted && access.chain[0].isFolder
  const own: Topic[] = [
    { name: 'rights', userId: actor.user.id },
    { name: 'in', itemId },
    { name: 'of', itemId },
  ]
  return subscription([...own, ...(access ? ofChain(access) : [])], isVisible)
}

async function toComments(db: Db, actor: UserActor, itemId: number): Promise<Subscription> {
  const access = (await accessOf(db, actor, [itemId])).get(itemId)
  const own: Topic[] = [
    { name: 'rights', userId: actor.user.id },
    { name: 'comments', itemId },
  ]
  return subscription([...own, ...(access ? ofChain(access) : [])], mayReadComments(access))
}

/** A change to any folder around an item can remove the item or change the rights to it. */
function ofChain({ chain }: Access): Topic[] {
  return chain.map(({ id }) => ({ name: 'of', itemId: id }))
}

async function ofFavourites(db: Db, actor: UserActor): Promise<Topic[]> {
  const rows = await favouriteRows(db, actor.user.id, FAVOURITES)
  const departments = rows.flatMap((row) => (row.kind === 'department' ? row.targetId : []))
  const items = rows.flatMap(({ kind, targetId }) => (kind === 'file' || kind === 'folder' ? targetId : []))
  const found = [...(await accessOf(db, actor, [...items, ...(await departmentRoots(db, departments))])).values()]
  // The row of a folder shows the number of its items.
  const within = found.map(({ chain: [item] }): Topic => ({ name: 'in', itemId: item.id }))
  return [...(await ofActor(db, actor)), ...found.flatMap(ofChain), ...within]
}

async function ofInvitations(db: Db, actor: UserActor, items: ReadonlyMap<number, Access>): Promise<Topic[]> {
  return [...(await ofActor(db, actor)), ...[...items.values()].flatMap(ofChain)]
}

async function ofActor(db: Db, { user: { id: userId } }: UserActor): Promise<Topic[]> {
  const groups = await groupIdsOf(db, userId)
  return [{ name: 'rights', userId }, ...groups.map((groupId): Topic => ({ name: 'group', groupId }))]
}
