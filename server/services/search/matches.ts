import { searchKey, wordKeys } from '@/domain/search/words'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { holds, isAllowed } from '../../policies/access/authorize'
import { mayReadContent } from '../../policies/access/actionPermissions'
import type { Access } from '../../policies/access/facts'
import type { Window } from '../../queries/items/children'
import { MARK_INTERVAL } from '../../previews/converters/task'
import { findPassages, type Passage } from '../../queries/search/contents'
import { formsIn } from '../../queries/search/hanForms'
import { readIds, withItem } from '../../queries/access/itemIds'
import type { Filters } from '../../queries/search/filters'
import { matchingOf, namedMatches, otherMatches, type SearchedField } from '../../queries/search/matches'
import { reachFrom, turningPoints, type Reach } from '../../queries/search/reach'
import type { ViewedItem } from '../../queries/items/viewedItem'
import { accessFrom, rightsFactsFor } from '../access/itemAccess'
import { viewItems } from '../items/viewing'
import { fillSoundsFor } from './soundIndex'
import { soundForms } from './sounds'

export interface Search {
  /** as searchWords; without words, a search with filters finds every item */
  words: string
  scope: Scope
  isFoldersOnly: boolean
  /** Ignores the contents of files. */
  withoutContents?: boolean
  /** The only field that is searched; absent: all. */
  by?: SearchedField
  filters?: Filters
}

/** The place that is searched. */
export interface Scope {
  /** Whether an item lies in the place, or inherits its rights from an item in it. */
  includes(access: Access): boolean
  /** The root of the place, which is no result itself. */
  rootId?: number
}

/** A search result. */
export interface FoundItem extends ViewedItem {
  /** The matching passage of the file's content, if the user may read the content. */
  passage: Passage | undefined
  /** The words in the forms in which the item holds them, traditional or simplified. */
  forms: string[]
}

export interface Found {
  items: FoundItem[]
  /** The number of all matches that the user may see. */
  total: number
}

/**
 * Items that hold all words, in any order: each word in the name, its sound, the description, the creator, the editor, a tag or the content (decisions
 * 243). Names that begin with the words come first, then names that contain them, then sounds, then the other fields, contents last; newest first
 * within each group. Searches only items that the user has rights on, so foreign items cost nothing. Contents match only if the user may read them.
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

/** As searchItems, but only ids. */
export async function findItems(
  db: Db,
  actor: UserActor,
  search: Search,
  window: Window,
): Promise<{ ids: number[]; total: number }> {
  const { words, scope, isFoldersOnly, filters = {}, by } = search
  const keys = wordKeys(words)
  // Words that leave no key, such as a single accent, match nothing.
  if (keys.length === 0 && (words !== '' || !(isFoldersOnly || hasAny(filters)))) return { ids: [], total: 0 }
  await fillSoundsFor(db, keys)
  const reach = await reachOf(db, actor, search)
  const matching = matchingOf(db, { reach, keys, isFoldersOnly, rootId: scope.rootId, filters, by })
  // Names are matched in parallel with the other fields.
  const [named, others] = await Promise.all([
    namedMatches(db, matching, window),
    otherMatches(db, matching, window.offset + window.limit),
  ])
  const first = Math.max(0, window.offset - named.count)
  const ids = [...named.ids, ...others.ids.slice(first, first + window.limit - named.ids.length)]
  return { ids, total: named.count + others.count }
}

/** The part of a scope that the user can see. Checks rights once per item with grants to the user, at any depth. */
async function reachOf(
  db: Db,
  actor: UserActor,
  { scope, withoutContents, filters: { userId } = {} }: Search,
): Promise<Reach> {
  const points = turningPoints(actor.user.id)
  const pointIds = scope.rootId === undefined ? points : withItem(points, scope.rootId)
  // The points are read twice in parallel; a change between the reads counts in the next search.
  const [judged, facts] = await Promise.all([readIds(db, pointIds), rightsFactsFor(db, actor, pointIds)])
  const found = [...accessFrom(facts, actor, judged).values()]
  const visible = found.filter((access) => isAllowed(access) && scope.includes(access))
  return reachFrom(db, {
    judged,
    visible: idsOf(visible),
    readable: withoutContents ? [] : idsOf(visible.filter((access) => holds(access, 'item_preview'))),
    owned: userId === undefined ? [] : idsOf(visible.filter(({ space }) => space.personalOf === userId)),
  })
}

function hasAny(filters: Filters): boolean {
  return Object.values(filters).some((value) => value !== undefined)
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
  const keys = wordKeys(words)
  return viewed.map((item) => {
    const { row, access } = item
    const passage = mayReadContent(row, access.permissions) ? passages.get(row.id) : undefined
    const { name, description, creator_name, updater_name, tags } = row
    const texts = [name, description, creator_name, updater_name, ...tags.map((tag) => tag.name), passage?.text ?? '']
    const sounding = [name, creator_name, updater_name].flatMap((text) => soundForms(text, keys))
    return { ...item, passage, forms: [...new Set([...formsIn(texts.map(searchKey), keys), ...sounding])] }
  })
}
