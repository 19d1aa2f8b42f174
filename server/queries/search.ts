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
  const ways = [
    sql`select id, 1 as rank from items where deleted_at is null and personal_of is null and ${matching('name', key)}`,
    sql`select id, 2 from items where deleted_at is null and description <> '' and ${matching('description', key)}`,
    ...(users.length > 0 ? [
      sql`select id, 2 from items where creator_id = any(${users}) and deleted_at is null`,
      sql`select id, 2 from items where updater_id = any(${users}) and deleted_at is null`,
    ] : []),
    ...(tags.length > 0 ? [sql`select item_id, 2 from item_tags where tag_id = any(${tags})`] : []),
  ]
  const { rows: [row] } = await sql<{ ids: string | null; judges: string | null }>`
    with matches as (${sql.join(ways, sql` union all `)}),
    mine as (
      select item_id from collabs where user_id = ${userId}
      union
      select item_id from collabs where group_id in (${groupsOf(userId)})
    ),
    sorted as (
      select items.id,
        case when items.department_id is not null or mine.item_id is not null then items.id else items.parent_id end as judge
      from (select id, min(rank) as rank from matches group by id) best
      join items on items.id = best.id
      left join mine on mine.item_id = items.id
      where items.deleted_at is null and items.personal_of is null ${isFoldersOnly ? sql`and is_folder` : sql``}
      order by case when starts_with(lower(name_key), ${key}) then 0 else rank end, modified_at desc, items.id desc
    )
    select array_agg(id)::text as ids, array_agg(judge)::text as judges from sorted`.execute(db)
  const judges = numbersOf(row?.judges)
  return numbersOf(row?.ids).map((id, index) => ({ id, judgedBy: judges[index]! }))
}

/** People and tags of that name. */
async function findNames(db: Db, key: string) {
  const { rows: [row] } = await sql<{ users: string | null; tags: string | null }>`
    select (select array_agg(id)::text from users where ${matching('name', key)}) as users,
      (select array_agg(id)::text from tags where ${matching('name', key)}) as tags`.execute(db)
  return { users: numbersOf(row?.users), tags: numbersOf(row?.tags) }
}

/** Up to three characters are a run that the index holds; of more, each run of three must be there, and then the whole. */
function matching(column: string, key: string): RawBuilder<boolean> {
  const characters = Array.from(key)
  const runs = characters.length <= 3 ? [key] : characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''))
  const held = sql<boolean>`search_runs(${sql.ref(column)}) @> ${[...new Set(runs)]}::text[]`
  return characters.length <= 3 ? held : sql<boolean>`${held} and strpos(search_key(${sql.ref(column)}), ${key}) > 0`
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
