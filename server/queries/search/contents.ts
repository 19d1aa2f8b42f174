import { sql } from 'kysely'
import { passage } from '@/domain/search/highlight'
import { searchKey } from '@/domain/search/words'
import type { Db } from '../../database/connect'

/** A blob as the current version of a file has it. */
export interface CurrentFile {
  bodyId: number
  bodyKey: string
  extension: string
  /** bytes */
  size: number
}

/** A file whose current version is a blob; undefined where there is none that is not encrypted. */
export async function currentFileOf(db: Db, bodyId: number): Promise<CurrentFile | undefined> {
  return db
    .selectFrom('versions')
    .innerJoin('items', 'items.current_version_id', 'versions.id')
    .innerJoin('bodies', 'bodies.id', 'versions.body_id')
    .select(['bodies.id as bodyId', 'bodies.key as bodyKey', 'versions.extension', 'bodies.size'])
    .where('bodies.id', '=', bodyId)
    .where('items.is_encrypted', '=', false)
    .limit(1)
    .executeTakeFirst()
}

/** What a document says, as the search reads it. */
export interface NewContent {
  text: string
  key: string
  marks: number[]
}

/** Keeps the text of a blob, unless there is one, or the blob is gone: waits for whoever is deleting it. */
export async function insertContent(db: Db, bodyId: number, { text, key, marks }: NewContent): Promise<void> {
  await sql`
    insert into contents (body_id, text, key, marks)
    select id, ${text}, ${key}, ${marks}::integer[] from bodies where id = ${bodyId} for key share
    on conflict do nothing`.execute(db)
}

/** All extensions that versions of files have. */
export async function knownExtensions(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('versions').select('extension').distinct().execute()
  return rows.map(({ extension }) => extension)
}

/** Current versions without a text, for which no job of that kind waits or was given up. */
export async function findUnread(
  db: Db,
  { extensions, kind, limit }: { extensions: readonly string[]; kind: string; limit: number },
): Promise<Omit<CurrentFile, 'bodyKey'>[]> {
  const { rows } = await sql<Omit<CurrentFile, 'bodyKey'>>`
    select distinct on (body_id) body_id as "bodyId", versions.extension, versions.size
    from items join versions on versions.id = items.current_version_id
    where not is_encrypted and versions.size > 0 and versions.extension = any(${extensions})
      and not exists (select from contents where contents.body_id = versions.body_id)
      and not exists (select from jobs where kind = ${kind} and dedupe_key = versions.body_id::text)
    order by body_id limit ${limit}`.execute(db)
  return rows
}

/** How many jobs of a kind wait or run. */
export async function countPending(db: Db, kind: string): Promise<number> {
  const { count } = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('state', '<>', 'failed')
    .executeTakeFirstOrThrow()
  return count
}

/** Drops the texts of earlier versions of the files that have this body now, where no other file has them. */
export async function forgetOlder(db: Db, bodyId: number): Promise<void> {
  await sql`
    delete from contents where body_id in (
      select older.body_id from versions newer join versions older using (item_id)
      where newer.body_id = ${bodyId} and older.body_id <> ${bodyId}
    ) and not exists (
      select from versions join items on items.current_version_id = versions.id where versions.body_id = contents.body_id
    )`.execute(db)
}

export interface Passage {
  /** Around the first match. */
  text: string
  hits: number
}

/** Characters of a passage. */
const PASSAGE = 120
/** Characters read before the nearest mark, so that something stands before a match at it. */
const BEFORE = 40
/** Characters read from there on: from one mark to the next there may be a blank between any two, and the match may be a long one. */
const READ = 1000

/**
 * The passages of current versions that match, by item. Rights are not asked.
 * @param interval characters of the key from one mark to the next
 */
export async function findPassages(
  db: Db,
  itemIds: readonly number[],
  words: string,
  interval: number,
): Promise<Map<number, Passage>> {
  const key = searchKey(words)
  const { rows } = await sql<{ id: number; window: string; hits: number }>`
    select id, substr(text, greatest(1, mark - ${BEFORE}), ${READ}) as window,
      (char_length(key) - char_length(replace(key, ${key}, ''))) / char_length(${key}) as hits
    from (
      select items.id, contents.text, contents.key, marks[1 + (strpos(contents.key, ${key}) - 1) / ${sql.lit(interval)}] as mark
      from items join versions on versions.id = items.current_version_id join contents using (body_id)
      where items.id = any(${itemIds}) and strpos(contents.key, ${key}) > 0
    ) found`.execute(db)
  return new Map(
    rows.flatMap(({ id, window, hits }) => {
      const text = passage(window, words, PASSAGE)
      return text === null ? [] : [[id, { text, hits }]]
    }),
  )
}
