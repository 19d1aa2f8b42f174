import type { FoundItem } from '@/contract/entities'
import { searchKey } from '@/domain/search/words'
import type { UserActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { holds, isAllowed } from '../policies/access'
import { mayReadContent } from '../policies/actionPermissions'
import type { Access } from '../policies/facts'
import type { Window } from '../queries/children'
import { MARK_INTERVAL } from '../previews/convert/task'
import { presentFoundItem } from '../presenters/presentFoundItem'
import { findPassages } from '../queries/contents'
import { RANK, countMatches, matchingOf, pageOfMatches, type MatchCount } from '../queries/matches'
import { accessOf } from './access'
import { viewRows } from './viewing'

export interface Search {
  /** Without white space, not empty. */
  words: string
  scope: Scope
  isFoldersOnly: boolean
}

/** Where it is searched. */
export interface Scope {
  /** Whether an item lies there, or has its rights from something that does. */
  includes(access: Access): boolean
  /** The place itself is not among what is found in it. */
  rootId?: number
}

export interface Found {
  items: FoundItem[]
  /** What the user may see of all that matches. */
  total: number
}

/**
 * Items whose name, description, creator, editor, tags or content match: names that begin with the words first, then names that hold
 * them, then the rest, contents last; within each the newest first. Rights are asked of folders, not of items: a child without an
 * invitation of its own has those of its folder. Who may not look into a file does not find it by what it contains.
 */
export async function searchItems(
  deps: Pick<Dependencies, 'db' | 'sign'>,
  actor: UserActor,
  search: Search,
  window: Window,
): Promise<Found> {
  const { db } = deps
  const { scope, isFoldersOnly } = search
  const userId = actor.user.id
  const matching = matchingOf(db, { userId, key: searchKey(search.words), isFoldersOnly, rootId: scope.rootId })
  const end = window.offset + window.limit
  const counts = await countMatches(db, matching)
  const access = await accessOf(db, actor, [...new Set(counts.map(({ judge }) => judge))])
  const visible = new Set<number>()
  const readable = new Set<number>()
  for (const [id, found] of access) {
    if (!isAllowed(found) || !scope.includes(found)) continue
    visible.add(id)
    if (holds(found, 'item_preview')) readable.add(id)
  }
  const seen = counts.filter(({ judge, rank }) => (rank === RANK.content ? readable : visible).has(judge))
  const total = sumOf(seen)
  if (total <= window.offset) return { items: [], total }
  const isNamed = Math.min(end, total) <= sumOf(seen.filter(({ rank }) => rank === RANK.name))
  const ids = await pageOfMatches(db, matching, { visible: [...visible], readable: [...readable] }, window, isNamed)
  return { items: await viewFound(deps, actor, ids, search.words), total }
}

function sumOf(counts: readonly MatchCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

async function viewFound(
  deps: Pick<Dependencies, 'db' | 'sign'>,
  actor: UserActor,
  ids: number[],
  words: string,
): Promise<FoundItem[]> {
  if (ids.length === 0) return []
  const [viewed, passages] = await Promise.all([
    viewRows(deps, actor, ids),
    findPassages(deps.db, ids, words, MARK_INTERVAL),
  ])
  return viewed.map(({ row, access, item }) => {
    const passage = mayReadContent(row, access.permissions) ? passages.get(item.id) : undefined
    return presentFoundItem(row, item, words, passage)
  })
}
