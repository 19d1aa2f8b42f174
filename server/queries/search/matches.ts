import { sql, type RawBuilder } from 'kysely'
import { soundKeyOf } from '@/domain/search/soundKey'
import type { Db } from '../../database/connect'
import type { Window } from '../items/children'
import { conditionsOf, type Filters } from './filters'
import { allForms, hasForms, patternOf } from './hanForms'
import type { Reach } from './reach'
import { sounding } from './sounds'

/** The keys of the words, and the items to search. */
export interface Wanted {
  reach: Reach
  /** as wordKeys: each must match; without keys every item does */
  keys: readonly string[]
  isFoldersOnly: boolean
  /** An item to leave out. */
  rootId?: number
  filters: Filters
  /** The only field that is searched; names include their sounds. Absent: all. */
  by?: SearchedField
}

export type SearchedField = 'name' | 'content' | 'creator' | 'tag'

/** rank of a match in the name; of words apart from each other in the name; in the sound; in another field; in the content only */
const RANK = { name: 1, apart: 2, sounding: 3, field: 4, content: 5 } as const
type Rank = (typeof RANK)[keyof typeof RANK]

/** The SQL of a running search. */
export interface Matching {
  named: RawBuilder<unknown>
  /** Available once the matching people and tags are loaded. */
  others: Promise<RawBuilder<unknown>>
}

const MAX_CHARACTER = String.fromCodePoint(0x10ffff)

const ordered = ({ offset, limit }: Window) =>
  sql`order by rank, modified_at desc, id desc offset ${offset} limit ${limit}`

/** Items that match by name: the number of these items and a page of ids, in one query. */
export async function namedMatches(
  db: Db,
  { named }: Matching,
  window: Window,
): Promise<{ count: number; ids: number[] }> {
  return countedPage(db, named, window)
}

/** Items that match only by other fields: the number of these items and the ids of the first ones. They come after all that match by name. */
export async function otherMatches(
  db: Db,
  { others }: Matching,
  limit: number,
): Promise<{ count: number; ids: number[] }> {
  return countedPage(db, await others, { offset: 0, limit })
}

async function countedPage(
  db: Db,
  matches: RawBuilder<unknown>,
  window: Window,
): Promise<{ count: number; ids: number[] }> {
  const { rows } = await sql<{ count: number; ids: number[] }>`
    with found as materialized (${matches})
    select (select count(*) from found) as count, array(select id from found ${ordered(window)}) as ids`.execute(db)
  return rows[0]!
}

/** Builds separate queries for names and for the other fields: names match most often, and need no comparison with the others. */
export function matchingOf(db: Db, { reach, keys, isFoldersOnly, rootId, filters, by }: Wanted): Matching {
  /* An item has the rights of its folder, unless the item's own rights were checked. */
  const rightsItem = sql`case when items.id = any(${reach.judged}::bigint[]) then items.id else parent_id end`
  const asked = sql.join(
    [
      sql`deleted_at is null and personal_of is null`,
      ...(isFoldersOnly ? [sql`is_folder`] : []),
      ...(rootId === undefined ? [] : [sql`items.id <> ${rootId}`]),
      ...conditionsOf(filters, sql`${rightsItem} = any(${reach.owned}::bigint[])`),
    ],
    sql` and `,
  )
  const found = (columns: RawBuilder<unknown>, from: RawBuilder<unknown>, within: string) =>
    sql`select items.id, ${columns}, modified_at from ${from} and ${asked} and ${rightsItem} = any(${within}::bigint[])`
  if (keys.length === 0) {
    const inReach = sql`items where (parent_id = any(${reach.visible}::bigint[]) or items.id = any(${reach.judged}::bigint[]))`
    return { named: found(sql`0 as rank`, inReach, reach.visible), others: Promise.resolve(nothing) }
  }
  const isSearched = (field: SearchedField) => by === undefined || by === field
  const isSpoken = keys.some((key) => soundKeyOf(key) !== null)
  /** Items of which another field than the name holds one of the keys. */
  const held = (at: number, rank: Rank, from: RawBuilder<unknown>, within = reach.visible) =>
    found(
      sql`${sql.lit(rank)} as rank, ${bitOf(at)} as held, ${isSpoken ? sql`0 as named` : sql`items.name`}`,
      from,
      within,
    )
  /** Items of which the name holds one of the keys. */
  const named = (key: string, at: number) =>
    found(
      sql`${sql.lit(RANK.content)} as rank, 0 as held, ${bitOf(at)} as named`,
      sql`items where ${holding('name', key)}`,
      reach.visible,
    )
  const otherFields = (key: string, at: number, { users, tags }: Names) => {
    const letters = soundKeyOf(key)
    return [
      ...(letters && isSearched('name')
        ? [
            held(
              at,
              RANK.sounding,
              sql`item_sounds join items on items.id = item_id where ${sounding(sql`item_sounds.sounds`, letters)}`,
            ),
          ]
        : []),
      ...(by === undefined
        ? [held(at, RANK.field, sql`items where description <> '' and ${holding('description', key)}`)]
        : []),
      ...(users.length > 0 && isSearched('creator')
        ? [held(at, RANK.field, sql`items where creator_id = any(${users})`)]
        : []),
      ...(users.length > 0 && by === undefined
        ? [held(at, RANK.field, sql`items where updater_id = any(${users})`)]
        : []),
      ...(tags.length > 0 && isSearched('tag')
        ? [held(at, RANK.field, sql`item_tags join items on items.id = item_id where tag_id = any(${tags})`)]
        : []),
      ...(isFoldersOnly || !isSearched('content')
        ? []
        : [
            held(
              at,
              RANK.content,
              sql`
      contents join versions using (body_id) join items on items.current_version_id = versions.id
      where ${contentHolding(key)} and not items.is_encrypted and items.scope <> 1`,
              reach.readable,
            ),
          ]),
    ]
  }
  const ofNames = isSearched('name')
  return {
    named: !ofNames
      ? nothing
      : found(
          sql`${rankOfName(keys)} as rank`,
          sql`items where ${all(keys, (key) => holding('name', key))}`,
          reach.visible,
        ),
    others: findNames(db, keys).then((names) => {
      const fields = keys.flatMap((key, at) => otherFields(key, at, names[at]!))
      if (fields.length === 0) return nothing
      if (!ofNames) return heldWhole(keys, fields)
      return isSpoken ? joinedByIndex(keys, [...fields, ...keys.map(named)]) : joined(keys, fields)
    }),
  }
}

const nothing = sql`select null::bigint as id, 0 as rank, null::timestamptz as modified_at where false`

/** A bit per key, to count the keys that an item holds. */
const bitOf = (at: number) => sql.lit(1 << at)

/** Items whose other fields and name together hold all keys, but not those whose name alone holds them. */
function joined(keys: readonly string[], fields: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const whole = sql.lit((1 << keys.length) - 1)
  const inName = keys.map((key, at) => sql`case when ${holds(sql`search_key(name)`, key)} then ${bitOf(at)} else 0 end`)
  return sql`
    select id, rank, modified_at from (
      select id, rank, modified_at, held, ${sql.join(inName, sql` | `)} as named from (
        select id, min(rank) as rank, modified_at, bit_or(held) as held, name
        from (${sql.join(fields, sql` union all `)}) found group by id, modified_at, name
      ) gathered offset 0
    ) compared where named <> ${whole} and held | named = ${whole}`
}

/**
 * As `joined`, with the names found in their index: thousands of names may sound like a short word, and comparing each takes seconds.
 * @param fields `named`: the keys that the name holds
 */
function joinedByIndex(keys: readonly string[], fields: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const whole = sql.lit((1 << keys.length) - 1)
  return sql`
    select id, rank, modified_at from (
      select id, min(rank) as rank, modified_at, bit_or(held) as held, bit_or(named) as named
      from (${sql.join(fields, sql` union all `)}) found group by id, modified_at
    ) compared where named <> ${whole} and held | named = ${whole}`
}

/** Items of which one field holds all keys, whatever their names hold. */
function heldWhole(keys: readonly string[], fields: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`
    select id, min(rank) as rank, modified_at from (${sql.join(fields, sql` union all `)}) found
    group by id, modified_at having bit_or(held) = ${sql.lit((1 << keys.length) - 1)}`
}

interface Names {
  users: number[]
  tags: number[]
}

function all(keys: readonly string[], match: (key: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  return sql.join(keys.map(match), sql` and `)
}

/** Names that begin with the words come first, then names that hold them side by side. */
function rankOfName(keys: readonly string[]): RawBuilder<unknown> {
  const joined = keys.join('')
  const apart =
    keys.length > 1 ? sql`when not ${holds(sql`search_key(name)`, joined)} then ${sql.lit(RANK.apart)}` : sql``
  return sql`case when ${beginning(joined)} then 0 ${apart} else ${sql.lit(RANK.name)} end`
}

/** By key: users and tags whose names match, also users whose names sound like the key. */
async function findNames(db: Db, keys: readonly string[]): Promise<Names[]> {
  const asked = keys.map((key, at) => {
    const held = holding('name', key)
    const letters = soundKeyOf(key)
    const users = letters
      ? sql`(select id from users where ${held} union select id from users where ${sounding(sql`sounds`, letters)})`
      : sql`(select id from users where ${held})`
    return sql`select (select array_agg(id)::text from ${users} named) as users,
      (select array_agg(id)::text from tags where ${held}) as tags, ${sql.lit(at)} as at`
  })
  const { rows } = await sql<{ users: string | null; tags: string | null }>`
    ${sql.join(asked, sql` union all `)} order by at`.execute(db)
  return rows.map(({ users, tags }) => ({ users: numbersOf(users), tags: numbersOf(tags) }))
}

/**
 * A key of up to three characters is one run in the index. For a longer key, each run of three characters must match, then the whole key. The key is
 * compared with the raw text first, because most names contain the key unchanged, and this comparison is ten times as fast.
 */
function holding(column: 'name' | 'description', key: string): RawBuilder<boolean> {
  const text = sql`${sql.ref(column)} collate "C"`
  const held = runsHeld(sql`search_runs(${sql.ref(column)})`, key)
  if (isRun(key)) return held
  return sql<boolean>`${held} and (strpos(${hasCase(key) ? sql`lower(${text})` : text}, ${key}) > 0
    or ${holds(sql`search_key(${sql.ref(column)})`, key)})`
}

function contentHolding(key: string): RawBuilder<boolean> {
  const held = runsHeld(sql`content_runs(contents.key)`, key)
  return isRun(key)
    ? held
    : sql<boolean>`${held} and (strpos(contents.key, ${key}) > 0 or ${holds(sql`contents.key`, key)})`
}

/** Whether a text contains a key, in traditional or simplified characters (decisions 118). @param text as search_key */
export function holds(text: RawBuilder<unknown>, key: string): RawBuilder<boolean> {
  return hasForms(key) ? sql<boolean>`${text} ~ ${patternOf(key)}` : sql<boolean>`strpos(${text}, ${key}) > 0`
}

/** Runs of a long key that are looked up in the index; the key is compared anyway. */
const MOST_RUNS = 8

function runsHeld(runs: RawBuilder<unknown>, key: string): RawBuilder<boolean> {
  const wanted = runsOf(key)
  if (!hasForms(key)) return sql<boolean>`${runs} @> ${wanted}::text[]`
  const some = wanted.filter((_, at) => at % Math.ceil(wanted.length / MOST_RUNS) === 0)
  return sql<boolean>`(${sql.join(
    some.map((run) => sql`${runs} && ${allForms(run)}::text[]`),
    sql` and `,
  )})`
}

/** Raw names are compared with two bounds, which is twice as fast as `starts_with`. Most names contain the key unchanged, not in another form. */
function beginning(key: string): RawBuilder<boolean> {
  const length = 2 * Array.from(key).length
  const unchanged = hasCase(key)
    ? sql<boolean>`starts_with(lower(left(name_key, ${length})), ${key})`
    : sql<boolean>`name_key >= ${key} and name_key < ${key + MAX_CHARACTER}`
  return hasForms(key)
    ? sql<boolean>`(${unchanged} or search_key(left(name, ${length})) ~ ${`^${patternOf(key)}`})`
    : unchanged
}

function runsOf(key: string): string[] {
  const characters = Array.from(key)
  return isRun(key) ? [key] : [...new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join('')))]
}

function isRun(key: string): boolean {
  return Array.from(key).length <= 3
}

function hasCase(key: string): boolean {
  return key !== key.toUpperCase()
}

/** Parses an array in the database's notation: parsing each number in the driver takes longer than the search. */
function numbersOf(text: string | null): number[] {
  return text ? text.slice(1, -1).split(',').map(Number) : []
}
