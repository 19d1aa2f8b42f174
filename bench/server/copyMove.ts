import { sql } from 'kysely'
import type { Db } from '../../server/database/connect'
import { inTransaction } from '../../server/database/transaction'
import { copyInto } from '../../server/queries/moving/copyItems'
import { findUser } from '../../server/queries/session/sessions'
import { reviewedWithin, withheldWithin } from '../../server/services/access/withheld'
import { accessOf } from '../../server/services/access/itemAccess'
import { client, type Client } from '../../tests/support/client'
import { factories } from '../../tests/support/factories'
import { median, percentile, type Measurement } from '../measurement'
import { prepareGround } from '../service'

const items = 20_000
/** files per subfolder */
const spread = 100
const moves = 60
const copies = 5

/** Moves a folder of 20,000 items back and forth, within a department and to the own space, and copies it. */
export async function measureCopyMove(): Promise<Measurement[]> {
  const ground = await prepareGround()
  try {
    const { url } = await ground.serve()
    const make = factories({ db: ground.db, storage: ground.storage, clock: () => new Date() })
    const department = await make.department()
    const user = await make.user({ department })
    const [folder, here, there] = await Promise.all([1, 2, 3].map(() => make.folder({ department })))
    const body = await make.file({ department })
    await fill(ground.db, { folderId: folder!.id, userId: user.id, fileId: body.id })
    await sql`vacuum analyze`.execute(ground.db)

    const self = await client({ url }).asApplet(user.login)
    const within = await moveToAndFro(self, folder!.id, [here!.id, there!.id])
    const between = await moveToAndFro(self, folder!.id, [0, here!.id])
    const speeds: number[] = []
    const copying = { folderId: folder!.id, targetId: there!.id, userId: user.id }
    for (let copy = 0; copy < copies; copy += 1) speeds.push(await copyOnce(ground.db, copying))
    return [
      { id: 'server.move', value: percentile(within, 0.95) },
      { id: 'server.move.median', value: median(within) },
      { id: 'server.moveOut', value: percentile(between, 0.95) },
      { id: 'server.copy', value: median(speeds) },
    ]
  } finally {
    await ground.close()
  }
}

/** Adds folders of a hundred files each, every file with its version. */
async function fill(db: Db, { folderId, userId, fileId }: { folderId: number; userId: number; fileId: number }) {
  const folders = Math.round(items / (spread + 1))
  await sql`
    with folders as (
      insert into items (parent_id, is_folder, name, name_key, creator_id, updater_id)
      select ${folderId}, true, 'd' || n, 'd' || n, ${userId}, ${userId} from generate_series(1, ${folders}::int) n returning id
    )
    insert into items (parent_id, is_folder, name, name_key, extension, size, creator_id, updater_id)
    select folders.id, false, '会议纪要 ' || n || '.docx', '会议纪要 ' || n || '.docx', 'docx', 16, ${userId}, ${userId}
    from folders, generate_series(1, ${spread}::int) n`.execute(db)
  await sql`
    insert into versions (item_id, number, body_id, name, size, key, creator_id)
    select items.id, 1, body.body_id, items.name, 16, md5(items.id::text), ${userId}
    from items, (select body_id from versions where item_id = ${fileId}) body
    where not items.is_folder and items.current_version_id is null`.execute(db)
  await sql`
    update items set current_version_id = versions.id from versions
    where versions.item_id = items.id and items.current_version_id is null`.execute(db)
}

/** ms of each call except the first */
async function moveToAndFro(self: Client, id: number, targets: readonly [number, number]): Promise<number[]> {
  const times: number[] = []
  for (let move = 0; move <= moves; move += 1) {
    const started = performance.now()
    await self.call('POST /apps/files/move', { item_typed_ids: [`folder_${id}`], target_folder_id: targets[move % 2]! })
    if (move > 0) times.push(performance.now() - started)
  }
  return times
}

/** items per second, copied as the job does */
async function copyOnce(
  db: Db,
  { folderId, targetId, userId }: { folderId: number; targetId: number; userId: number },
): Promise<number> {
  const started = performance.now()
  await inTransaction(db, async (transaction) => {
    const actor = (await findUser(transaction, userId))!
    const access = await accessOf(transaction, actor, [folderId, targetId])
    const targets = [access.get(folderId)!]
    const withheld = [
      ...(await withheldWithin(transaction, actor, targets)),
      ...(await reviewedWithin(transaction, actor, targets)),
    ]
    await copyInto(transaction, {
      folder: access.get(targetId)!,
      targets,
      withheld: withheld.map(({ chain: [item] }) => item.id),
      userId,
      at: new Date(),
    })
  })
  return items / ((performance.now() - started) / 1000)
}
