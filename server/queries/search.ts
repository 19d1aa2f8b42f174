import { sql, type RawBuilder } from 'kysely'
import type { FoundItem, Item } from '@/contract/entities'
import { countHits } from '@/domain/search/highlight'
import { searchKey } from '@/domain/search/words'
import type { Db } from '../database/connect'
import type { Dependencies } from '../dependencies'
import { accessOf, groupsOf, type Access } from './access'
import type { Window } from './children'
import type { SignedIn } from './sessions'
import { viewItems } from './viewing'

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
 * Items whose name, description, creator, editor or tags match: names that begin with the words first, then names that hold them, then
 * the rest; within each the newest first. Rights are asked of folders, not of items: a child without an invitation of its own has
 * those of its folder.
 */
export async function searchItems(
  deps: Pick<Dependencies, 'db' | 'sign'>, signedIn: SignedIn, search: Search, { offset, limit }: Window,
): Promise<Found> {
  const { db } = deps
  const userId = signedIn.user.id
  const matches = await findMatches(db, userId, searchKey(search.words), search.isFoldersOnly)
  const access = await accessOf(db, userId, [...new Set(matches.map(({ judgedBy }) => judgedBy))])
  const isVisible = new Map([...access].map(([id, found]) => [
    id, !found.isDeleted && found.permissions.includes('item_view') && search.scope.includes(found),
  ]))
  const visible = matches.filter(({ id, judgedBy }) => id !== search.scope.rootId && isVisible.get(judgedBy))
  const ids = visible.slice(offset, offset + limit).map(({ id }) => id)
  return { items: await presentFound(deps, signedIn, ids, search.words), total: visible.length }
}

interface Match {
  id: number
  /** The item whose access is also that of this one: itself, where it may differ from its folder's. */
  judgedBy: number
}

async function findMatches(db: Db, userId: number, key: string, isFoldersOnly: boolean): Promise<Match[]> {
  const { users, tags } = await findNames(db, key)
  const way = (rank: number, from: RawBuilder<unknown>) => sql`
    select items.id, ${sql.lit(rank)} as rank, parent_id, department_id, is_folder, name_key, modified_at from ${from}
    and deleted_at is null and personal_of is null`
  const ways = [
    way(1, sql`items where ${matching('name', key)}`),
    way(2, sql`items where description <> '' and ${matching('description', key)}`),
    ...(users.length > 0 ? [
      way(2, sql`items where creator_id = any(${users})`),
      way(2, sql`items where updater_id = any(${users})`),
    ] : []),
    ...(tags.length > 0 ? [way(2, sql`item_tags join items on items.id = item_id where tag_id = any(${tags})`)] : []),
  ]
  const { rows: [row] } = await sql<{ ids: string | null; judges: string | null }>`
    with matches as (${sql.join(ways, sql` union all `)}),
    sorted as (
      select id, case when department_id is not null or id in (
        select item_id from collabs where user_id = ${userId}
        union all
        select item_id from collabs where group_id in (${groupsOf(userId)})
      ) then id else parent_id end as judge
      from matches ${isFoldersOnly ? sql`where is_folder` : sql``}
      order by case when starts_with(lower(name_key), ${key}) then 0 else rank end, modified_at desc, id desc
    )
    select array_agg(id)::text as ids, array_agg(judge)::text as judges from sorted`.execute(db)
  const judges = numbersOf(row?.judges)
  const matches = new Map<number, Match>()
  for (const [index, id] of numbersOf(row?.ids).entries()) if (!matches.has(id)) matches.set(id, { id, judgedBy: judges[index]! })
  return [...matches.values()]
}

/** People and tags of that name. */
async function findNames(db: Db, key: string) {
  const { rows: [row] } = await sql<{ users: string | null; tags: string | null }>`
    select (select array_agg(id)::text from users where ${matching('name', key)}) as users,
      (select array_agg(id)::text from tags where ${matching('name', key)}) as tags`.execute(db)
  return { users: numbersOf(row?.users), tags: numbersOf(row?.tags) }
}

/**
 * Up to three characters are a run that the index holds; of more, each run of three must be there, and then the whole: most names hold
 * it as they are, which is seen ten times as fast.
 */
function matching(column: 'name' | 'description', key: string): RawBuilder<boolean> {
  const characters = Array.from(key)
  const runs = characters.length <= 3 ? [key] : characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''))
  const held = sql<boolean>`search_runs(${sql.ref(column)}) @> ${[...new Set(runs)]}::text[]`
  if (characters.length <= 3) return held
  const text = sql.ref(column)
  return sql<boolean>`${held} and (strpos(lower(${text} collate "C"), ${key}) > 0 or strpos(search_key(${text}), ${key}) > 0)`
}

/** An array as the database writes it: parsing 20,000 numbers one by one would take longer than finding them. */
function numbersOf(text: string | null | undefined): number[] {
  return text ? text.slice(1, -1).split(',').map(Number) : []
}

async function presentFound(
  deps: Pick<Dependencies, 'db' | 'sign'>, signedIn: SignedIn, ids: number[], words: string,
): Promise<FoundItem[]> {
  if (ids.length === 0) return []
  const [items, creators] = await Promise.all([
    viewItems(deps, signedIn, ids),
    deps.db.selectFrom('items').innerJoin('users', 'users.id', 'items.creator_id')
      .select(['items.id as itemId', 'users.id', 'users.name']).where('items.id', 'in', ids).execute(),
  ])
  const creatorOf = new Map(creators.map(({ itemId, id, name }) => [itemId, { id, name }]))
  return items.map((item) => {
    const creator = creatorOf.get(item.id)!
    return { ...item, creator, content: '', hit_num: hitsOf(item, creator.name, words) }
  })
}

function hitsOf({ name, description, updater, tags }: Item, creator: string, words: string): number {
  const fields = [name, description, creator, ...(updater.name === creator ? [] : [updater.name]), ...tags.map((tag) => tag.name)]
  return fields.reduce((sum, field) => sum + countHits(field, words), 0)
}
