import { sql } from 'kysely'
import type { Db } from '../../database/connect'
import type { NewContent } from '../search/contents'

/** The body of a file's current version; undefined for an encrypted file, and if another file has this body. */
export async function ownBodyOf(db: Db, itemId: number): Promise<{ bodyId: number; extension: string } | undefined> {
  const { rows } = await sql<{ bodyId: number; extension: string }>`
    select versions.body_id as "bodyId", versions.extension ${ownBody(itemId)}`.execute(db)
  return rows[0]
}

/** Replaces the text of a file's current version, if that still has the body, and no other file has it. */
export async function replaceContent(
  db: Db,
  { itemId, bodyId }: { itemId: number; bodyId: number },
  { text, key, marks }: NewContent,
): Promise<void> {
  await sql`
    insert into contents (body_id, text, key, marks)
    select versions.body_id, ${text}, ${key}, ${marks}::integer[] ${ownBody(itemId)} and versions.body_id = ${bodyId}
    on conflict (body_id) do update set text = excluded.text, key = excluded.key, marks = excluded.marks`.execute(db)
}

function ownBody(itemId: number) {
  return sql`from items join versions on versions.id = items.current_version_id
    where items.id = ${itemId} and not items.is_encrypted and not exists (
      select from versions other where other.body_id = versions.body_id and other.item_id <> items.id
    )`
}
