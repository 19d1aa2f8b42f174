import { sql } from 'kysely'
import { ownRoot } from '../../../server/queries/items/spaces'
import type { UserRow } from '../../../server/database/tables'
import type { Drive } from './drive'

export const folderName = (n: number) => `资料${String(n).padStart(5, '0')}`

/** Fills the user's own root, or a folder of theirs, with numbered folders at once; the highest number is the newest. */
export async function fillWithFolders(
  {
    server: {
      deps: { db },
    },
  }: Pick<Drive, 'server'>,
  user: UserRow,
  count: number,
  parentId?: number,
): Promise<void> {
  const creator = user.id
  const values = Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.UTC(2026, 0, 1, 0, index))
    const name = folderName(index + 1)
    return {
      name,
      name_key: name,
      is_folder: true,
      creator_id: creator,
      updater_id: creator,
      created_at: at,
      modified_at: at,
      changed_at: at,
    }
  })
  const parent = parentId ?? (await ownRoot(db, creator))
  for (let from = 0; from < count; from += 1000) {
    await db
      .insertInto('items')
      .values(values.slice(from, from + 1000).map((value) => ({ ...value, parent_id: parent })))
      .execute()
  }
  // A database does this by itself within a minute; tests turn that off.
  await sql`analyze items`.execute(db)
}

export async function userWithFoldersIn(drive: Drive, count: number): Promise<UserRow> {
  const user = await drive.make.user()
  await fillWithFolders(drive, user, count)
  return user
}
