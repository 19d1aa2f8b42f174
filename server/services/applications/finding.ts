import type { OpenRequest } from '@/contract/applications'
import { searchWords } from '@/domain/search/words'
import { programUser, type ApplicationActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { invalidRequest, Refused } from '../../errors'
import { mayCall } from '../../policies/applications'
import { sortItems } from '../../queries/items/children'
import type { ViewedItem } from '../../queries/items/viewedItem'
import type { SearchedField } from '../../queries/search/matches'
import type { Filters } from '../../queries/search/filters'
import { requireItem } from '../access/places'
import { addFavourite, deleteFavourite, frequentItems } from '../items/frequent'
import { markAsUsed, recentFiles } from '../items/recent'
import { viewItems } from '../items/viewing'
import { findItems } from '../search/matches'
import { scopeOf } from '../search/scope'
import type { OpenPage } from './lists'

type Needs = Pick<Dependencies, 'db' | 'clock'>
type Asked = OpenRequest<'GET /v2/item/search'> & { page_id: number; page_capacity: number }

/** best matches that an order other than by score sorts */
const MOST_SORTED = 5000

const fields: Record<NonNullable<Asked['query_filter']>, SearchedField | undefined> = {
  file_name: 'name',
  content: 'content',
  creator: 'creator',
  tag: 'tag',
  all: undefined,
}

/**
 * A page of matches in the user's items, best first if no other order is asked for. Contents match only for a program that may also preview.
 * @throws Refused invalid_request; as scopeOf for the place
 */
export async function openItemSearch(
  { db }: Pick<Needs, 'db'>,
  actor: ApplicationActor,
  asked: Asked,
): Promise<OpenPage> {
  const user = programUser(actor)
  const words = searchWords(asked.query_words)
  if (words === '') throw invalidRequest('query_words')
  const search = {
    words,
    scope: await scopeOf(db, user, placeOf(asked)),
    isFoldersOnly: asked.type === 'folder',
    withoutContents: !mayCall(actor, 'POST /v2/preview/info'),
    by: fields[asked.query_filter ?? 'all'],
    filters: filtersOf(asked),
  }
  const window = { offset: asked.page_id * asked.page_capacity, limit: asked.page_capacity }
  const { sort_by: sortBy = 'score', sort_direction: direction = 'desc' } = asked
  if (sortBy === 'score') {
    const { ids, total } = await findItems(db, user, search, window)
    return { items: await viewItems({ db }, actor, ids), total }
  }
  const { ids, total } = await findItems(db, user, search, { offset: 0, limit: MOST_SORTED })
  const sorted = await sortItems(db, ids, { sortBy, direction }, window)
  return { items: await viewItems({ db }, actor, sorted), total }
}

/** A folder goes before a department: clients name both. */
function placeOf({ search_in_folder: folderId, department_id: departmentId }: Asked) {
  if (folderId) return { search_in_folder: folderId }
  return departmentId === undefined ? { search_in_folder: folderId } : { department_id: departmentId }
}

/** @throws Refused invalid_request */
function filtersOf({ type, updated_time_range: range = ',' }: Asked): Filters {
  const [from = '', to = ''] = range.split(',')
  if (from !== '' && to !== '' && Number(from) > Number(to)) throw invalidRequest('updated_time_range')
  return {
    ...(type === 'file' && { isFile: true as const }),
    ...(from !== '' && { from: new Date(Number(from) * 1000) }),
    // The last second counts as a whole.
    ...(to !== '' && { before: new Date((Number(to) + 1) * 1000) }),
  }
}

/** The files that the user opened last. */
export function openRecent({ db }: Pick<Needs, 'db'>, actor: ApplicationActor, limit: number): Promise<ViewedItem[]> {
  return recentFiles({ db }, actor, limit)
}

/** @throws Refused item_not_found, item_is_deleted */
export function openMarkAsUsed(needs: Needs, actor: ApplicationActor, fileId: number): Promise<void> {
  return markAsUsed(needs, programUser(actor), `file_${fileId}`)
}

interface Named {
  type: 'file' | 'folder'
  id: number
}

/** Marks an item as frequent; a marked one stays. @returns the owner of its space @throws Refused item_not_found, item_is_deleted */
export async function openMark(
  needs: Needs,
  actor: ApplicationActor,
  { type, id }: Named,
): Promise<{ ownerId: number }> {
  const user = programUser(actor)
  const typedId = `${type}_${id}`
  const { space } = await about(type, () => requireItem(needs.db, user, typedId))
  await ignoring('duplicate_frequently_used_item_id', () => addFavourite(needs, user, typedId))
  return { ownerId: space.owner.id }
}

/** Takes the mark from an item, if it has one. */
export function openUnmark(db: Db, actor: ApplicationActor, { type, id }: Named): Promise<void> {
  return ignoring('frequently_used_item_not_found', () => deleteFavourite(db, programUser(actor), `${type}_${id}`))
}

/** marked items that are looked through */
const MOST_MARKED = 1000

/** A page of the files and folders that the user marked and still sees, newest first. */
export async function openMarked(
  { db }: Pick<Needs, 'db'>,
  actor: ApplicationActor,
  { page_id, page_capacity }: { page_id: number; page_capacity: number },
): Promise<OpenPage> {
  const all = await frequentItems({ db }, programUser(actor), MOST_MARKED)
  const seen = all.flatMap(({ kind, item }) => (item && (kind === 'file' || kind === 'folder') ? item.row.id : []))
  const ids = seen.slice(page_id * page_capacity, (page_id + 1) * page_capacity)
  return { items: await viewItems({ db }, actor, ids), total: seen.length }
}

/** Names the kind of a missing item. */
async function about<T>(kind: Named['type'], find: () => Promise<T>): Promise<T> {
  try {
    return await find()
  } catch (error) {
    const isOfFolder = error instanceof Refused && kind === 'folder'
    throw isOfFolder ? new Refused(error.code, { ...error.detail, errorType: 'target' }) : error
  }
}

async function ignoring(code: Refused['code'], act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== code) throw error
  }
}
