import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/connect'
import type { Window } from '../items/children'
import { allForms, hasForms, patternOf } from './hanForms'
import type { Reach } from './reach'

/** The keys of the words, and the items to search. */
export interface Wanted {
  reach: Reach
  /** as wordKeys, not empty: each must match */
  keys: readonly string[]
  isFoldersOnly: boolean
  /** An item to leave out. */
  rootId?: number
}

/** rank of a match in the name; of words apart from each other in the name; in another field; in the content only */
const RANK = { name: 1, apart: 2, field: 3, content: 4 } as const
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

/** Items that match by name: the number of these items and a page of ids, in one query. Most searches need no other page query. */
export async function namedMatches(
  db: Db,
  { named }: Matching,
  window: Window,
): Promise<{ count: number; ids: number[] }> {
  const { rows } = await sql<{ count: number; ids: number[] }>`
    with found as materialized (${named})
    select (select count(*) from found) as count, array(select id from found ${ordered(window)}) as ids`.execute(db)
  return rows[0]!
}

/** The number of items that match only by other fields. */
export async function countOthers(db: Db, { others }: Matching): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${await others}) found`.execute(db)
  return rows[0]!.count
}

/** A page of all matches. */
export async function pageOfMatches(db: Db, { named, others }: Matching, window: Window): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (select * from (${named}) found union all select * from (${await others}) found) found ${ordered(window)}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** Builds separate queries for names and for the other fields: names match most often, and need no comparison with the others. */
export function matchingOf(db: Db, { reach, keys, isFoldersOnly, rootId }: Wanted): Matching {
  const asked = sql`deleted_at is null and personal_of is null
    ${isFoldersOnly ? sql`and is_folder` : sql``} ${rootId === undefined ? sql`` : sql`and items.id <> ${rootId}`}`
  /* An item has the rights of its folder, unless the item's own rights were checked. */
  const rightsItem = sql`case when items.id = any(${reach.judged}::bigint[]) then items.id else parent_id end`
  const matchesIn = (rank: RawBuilder<unknown>, from: RawBuilder<unknown>, within = reach.visible) =>
    sql`select items.id, ${rank} as rank, modified_at from ${from} and ${asked} and ${rightsItem} = any(${within}::bigint[])`
  const other = (rank: Rank, from: RawBuilder<unknown>, within = reach.visible) =>
    sql`${matchesIn(sql.lit(rank), from, within)} and not (${all(keys, (key) => holds(sql`search_key(items.name)`, key))})`
  const otherFields = ({ users, tags }: Names) => [
    other(RANK.field, sql`items where description <> '' and ${all(keys, (key) => holding('description', key))}`),
    ...(users.length > 0
      ? [
          other(RANK.field, sql`items where creator_id = any(${users})`),
          other(RANK.field, sql`items where updater_id = any(${users})`),
        ]
      : []),
    ...(tags.length > 0
      ? [other(RANK.field, sql`item_tags join items on items.id = item_id where tag_id = any(${tags})`)]
      : []),
    ...(isFoldersOnly
      ? []
      : [
          other(
            RANK.content,
            sql`
      contents join versions using (body_id) join items on items.current_version_id = versions.id
      where ${all(keys, contentHolding)} and not items.is_encrypted and items.scope <> 1`,
            reach.readable,
          ),
        ]),
  ]
  return {
    named: matchesIn(rankOfName(keys), sql`items where ${all(keys, (key) => holding('name', key))}`),
    others: findNames(db, keys).then(
      (names) => sql`
      select id, min(rank) as rank, modified_at from (${sql.join(otherFields(names), sql` union all `)}) found
      group by id, modified_at`,
    ),
  }
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

/** Users and tags whose names match. */
async function findNames(db: Db, keys: readonly string[]): Promise<Names> {
  const held = all(keys, (key) => holding('name', key))
  const {
    rows: [row],
  } = await sql<{ users: string | null; tags: string | null }>`
    select (select array_agg(id)::text from users where ${held}) as users,
      (select array_agg(id)::text from tags where ${held}) as tags`.execute(db)
  return { users: numbersOf(row?.users), tags: numbersOf(row?.tags) }
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
function numbersOf(text: string | null | undefined): number[] {
  return text ? text.slice(1, -1).split(',').map(Number) : []
}
