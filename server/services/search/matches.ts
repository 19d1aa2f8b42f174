import { searchKey } from '@/domain/search/words'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { holds, isAllowed } from '../../policies/access/authorize'
import { mayReadContent } from '../../policies/access/actionPermissions'
import type { Access } from '../../policies/access/facts'
import type { Window } from '../../queries/items/children'
import { MARK_INTERVAL } from '../../previews/converters/task'
import { findPassages, type Passage } from '../../queries/search/contents'
import { readIds, withItem } from '../../queries/access/itemIds'
import { countOthers, matchingOf, namedMatches, pageOfMatches } from '../../queries/search/matches'
import { reachFrom, turningPoints, type Reach } from '../../queries/search/reach'
import { accessFrom, rightsFactsFor } from '../access/itemAccess'
import { viewItems, type ViewedItem } from '../items/viewing'

export interface Search {
  /** Without white space, not empty. */
  words: string
  scope: Scope
  isFoldersOnly: boolean
  /** Not by what files contain. */
  withoutContents?: boolean
}

/** Where it is searched. */
export interface Scope {
  /** Whether an item lies there, or has its rights from something that does. */
  includes(access: Access): boolean
  /** The place itself is not among what is found in it. */
  rootId?: number
}

/** A match. */
export interface FoundItem extends ViewedItem {
  /** Of its content, where it matches and may be read. */
  passage: Passage | undefined
}

export interface Found {
  items: FoundItem[]
  /** What the user may see of all that matches. */
  total: number
}

/**
 * Items whose name, description, creator, editor, tags or content match: names that begin with the words first, then names that hold
 * them, then the rest, contents last; within each the newest first. Looks only where the user has rights: what strangers have costs
 * nothing, whether it matches or not. Who may not look into a file does not find it by what it contains.
 */
export async function searchItems(
  deps: Pick<Dependencies, 'db'>,
  actor: UserActor,
  search: Search,
  window: Window,
): Promise<Found> {
  const { ids, total } = await findItems(deps.db, actor, search, window)
  return { items: await viewFound(deps, actor, ids, search.words), total }
}

/** As searchItems, by their ids. */
export async function findItems(
  db: Db,
  actor: UserActor,
  { words, scope, isFoldersOnly, withoutContents = false }: Search,
  window: Window,
): Promise<{ ids: number[]; total: number }> {
  const reach = await reachOf(db, actor, scope, withoutContents)
  const matching = matchingOf(db, { reach, key: searchKey(words), isFoldersOnly, rootId: scope.rootId })
  // Names are found while the other fields still are looked up.
  const [named, others] = await Promise.all([namedMatches(db, matching, window), countOthers(db, matching)])
  const total = named.count + others
  const isNamed = Math.min(window.offset + window.limit, total) <= named.count || total <= window.offset
  return { ids: isNamed ? named.ids : await pageOfMatches(db, matching, window), total }
}

/** Where in a scope a user finds something. Rights are asked of as many items as the user was given rights on, however deep they lie. */
async function reachOf(db: Db, actor: UserActor, scope: Scope, withoutContents: boolean): Promise<Reach> {
  const points = turningPoints(actor.user.id)
  const asked = scope.rootId === undefined ? points : withItem(points, scope.rootId)
  // The points are read twice, at the same time: what changes just then counts with the next search.
  const [judged, facts] = await Promise.all([readIds(db, asked), rightsFactsFor(db, actor, asked)])
  const found = [...accessFrom(facts, actor, judged).values()]
  const visible = found.filter((access) => isAllowed(access) && scope.includes(access))
  return reachFrom(db, {
    judged,
    visible: idsOf(visible),
    readable: withoutContents ? [] : idsOf(visible.filter((access) => holds(access, 'item_preview'))),
  })
}

function idsOf(accesses: readonly Access[]): number[] {
  return accesses.map(({ chain: [item] }) => item.id)
}

async function viewFound(
  deps: Pick<Dependencies, 'db'>,
  actor: UserActor,
  ids: number[],
  words: string,
): Promise<FoundItem[]> {
  if (ids.length === 0) return []
  const [viewed, passages] = await Promise.all([
    viewItems(deps, actor, ids),
    findPassages(deps.db, ids, words, MARK_INTERVAL),
  ])
  return viewed.map((item) => ({
    ...item,
    passage: mayReadContent(item.row, item.access.permissions) ? passages.get(item.row.id) : undefined,
  }))
}
