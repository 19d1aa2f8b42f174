import { sql } from 'kysely'
import { passage } from '@/domain/search/highlight'
import { searchKey, wordKeys } from '@/domain/search/words'
import type { Db } from '../../database/connect'
import { formsIn, hasForms, patternOf } from './hanForms'
import { holds } from './matches'

/** A blob with the extension of a file's current version. */
export interface CurrentFile {
  bodyId: number
  bodyKey: string
  extension: string
  /** bytes */
  size: number
}

/** An unencrypted file whose current version has this body; undefined without such a file. */
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

/** The text of a document and its search key. */
export interface NewContent {
  text: string
  key: string
  marks: number[]
  /** Whether the words of some pages are still to be recognised. */
  hasScans?: boolean
}

/** Stores the text of a body, unless the body already has a text or is deleted. Waits for a running deletion of the body. */
export async function insertContent(
  db: Db,
  bodyId: number,
  { text, key, marks, hasScans = false }: NewContent,
): Promise<void> {
  await sql`
    insert into contents (body_id, text, key, marks, awaits_recognition)
    select id, ${text}, ${key}, ${marks}::integer[], ${hasScans} from bodies where id = ${bodyId} for key share
    on conflict do nothing`.execute(db)
}

/** Records that the words of a body's pages were recognised. @param content null: nothing was found */
export async function recordRecognition(db: Db, bodyId: number, content: NewContent | null): Promise<void> {
  const text = content && { text: content.text, key: content.key, marks: content.marks }
  await db
    .updateTable('contents')
    .set({ ...text, awaits_recognition: false })
    .where('body_id', '=', bodyId)
    .execute()
}

/** Current versions whose words await recognition, unless a job of that kind is pending or has failed for them. */
export async function findAwaiting(
  db: Db,
  { extension, kind, limit }: { extension: string; kind: string; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ body_id: number }>`
    select distinct body_id
    from contents join versions using (body_id) join items on items.current_version_id = versions.id
    where awaits_recognition and not is_encrypted and versions.extension = ${extension}
      and not exists (select from jobs where kind = ${kind} and dedupe_key = contents.body_id::text)
    order by body_id limit ${limit}`.execute(db)
  return rows.map(({ body_id: bodyId }) => bodyId)
}

/** All extensions of versions. */
export async function knownExtensions(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('versions').select('extension').distinct().execute()
  return rows.map(({ extension }) => extension)
}

/** Current versions without a text, unless a job of that kind is pending or has failed for them. */
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

/** The number of pending and running jobs of a kind. */
export async function countPending(db: Db, kind: string): Promise<number> {
  const { count } = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('state', '<>', 'failed')
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes the texts of the other versions of this body's files. Keeps the text of a body that is the current version of any file. */
export async function deleteOlder(db: Db, bodyId: number): Promise<void> {
  await sql`
    delete from contents where body_id in (
      select older.body_id from versions newer join versions older using (item_id)
      where newer.body_id = ${bodyId} and older.body_id <> ${bodyId}
    ) and not exists (
      select from versions join items on items.current_version_id = versions.id where versions.body_id = contents.body_id
    )`.execute(db)
}

export interface Passage {
  /** The text around the first match. */
  text: string
  hits: number
}

/** characters of a passage */
const PASSAGE_LENGTH = 120
/** Characters to read before the nearest mark, so that a match at the mark has some text before it. */
const READ_BEFORE = 40
/** Characters to read for a passage. There may be a blank between any two characters before the next mark, and the match may be long. */
const READ_LENGTH = 1000

/**
 * The passages of current versions that match one of the words, by item. Does not check rights.
 * @param interval characters of the key between two marks
 */
export async function findPassages(
  db: Db,
  itemIds: readonly number[],
  words: string,
  interval: number,
): Promise<Map<number, Passage>> {
  const keys = wordKeys(words)
  if (keys.length === 0) return new Map()
  const held = (key: string) => holds(sql`contents.key`, key)
  const first = sql`case ${sql.join(
    keys.map((key) => sql`when ${held(key)} then ${placeOf(key)}`),
    sql` `,
  )} end`
  const { rows } = await sql<{ id: number; window: string; hits: number }>`
    select id, substr(text, greatest(1, mark - ${READ_BEFORE}), ${READ_LENGTH}) as window, hits
    from (
      select items.id, contents.text, ${sql.join(keys.map(hitsOf), sql` + `)} as hits,
        marks[1 + (${first} - 1) / ${sql.lit(interval)}] as mark
      from items join versions on versions.id = items.current_version_id join contents using (body_id)
      where items.id = any(${itemIds}) and (${sql.join(keys.map(held), sql` or `)})
    ) found`.execute(db)
  return new Map(
    rows.flatMap(({ id, window, hits }) => {
      const text = passage(window, formsIn([searchKey(window)], keys), PASSAGE_LENGTH)
      return text === null ? [] : [[id, { text, hits }]]
    }),
  )
}

/** The position of a key's first match. */
function placeOf(key: string) {
  return hasForms(key) ? sql`regexp_instr(contents.key, ${patternOf(key)})` : sql`strpos(contents.key, ${key})`
}

/** The number of a key's matches. */
function hitsOf(key: string) {
  return hasForms(key)
    ? sql`regexp_count(contents.key, ${patternOf(key)})`
    : sql`(char_length(contents.key) - char_length(replace(contents.key, ${key}, ''))) / char_length(${key})`
}
