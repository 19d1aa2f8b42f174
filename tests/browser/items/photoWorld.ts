import { sql } from 'kysely'
import type { ItemRow } from '../../../server/database/tables'
import { photo } from '../../support/samples/samples'
import type { Drive } from '../rig/drive'

export type FolderRow = ItemRow

type World = Pick<Drive, 'make' | 'server'>

/** A folder with pictures of two months, 1 the newest, and one text. */
export async function makeAlbum({ make }: Pick<World, 'make'>) {
  const user = await make.user()
  const folder = await make.folder({ owner: user }, { name: '开放日' })
  const content = await photo({ width: 48, height: 64 })
  for (let n = 1; n <= 12; n += 1) {
    const at = new Date(Date.UTC(2026, n <= 8 ? 10 : 9, 28 - n, 4))
    await make.file({ parent: folder }, { name: `照片 ${n}.jpg`, content, at })
  }
  await make.file({ parent: folder }, { name: '说明.txt', at: new Date(Date.UTC(2026, 0, 1)) })
  return { user, folder }
}

/** Fills a folder with so many pictures at once, one per hour; they share the content of one. */
export async function fillWithPhotos({ make, server }: World, folder: ItemRow, count: number): Promise<void> {
  const { db } = server.deps
  const first = await make.file(
    { parent: folder },
    { name: '00000.jpg', content: await photo({ width: 48, height: 64 }) },
  )
  const { body_id: bodyId } = await db
    .selectFrom('versions')
    .select('body_id')
    .where('id', '=', first.current_version_id!)
    .executeTakeFirstOrThrow()
  await sql`
    with made as (
      insert into items (parent_id, name, name_key, extension, is_folder, creator_id, updater_id, created_at, modified_at, changed_at)
      select ${folder.id}, name, name, 'jpg', false, ${folder.creator_id}, ${folder.creator_id}, at, at, at
      from (
        select lpad(n::text, 5, '0') || '.jpg' as name, now() - n * interval '1 hour' as at from generate_series(1, ${count - 1}::int) n
      ) names
      returning id, name, creator_id
    )
    insert into versions (item_id, number, body_id, name, size, key, creator_id)
    select id, 1, ${bodyId}, name, 1, 'photo_' || id, creator_id from made`.execute(db)
  await sql`
    update items set current_version_id = versions.id from versions
    where versions.item_id = items.id and items.parent_id = ${folder.id} and items.current_version_id is null`.execute(
    db,
  )
}
