import { isMaker, type UserActor, type VisitorActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { permissionDenied } from '../../errors'
import { insertSave } from '../../queries/shares/saves'
import type { CopyMove } from '../moving/copyMove'
import { requirePlace, type PlaceAddress } from '../access/places'
import { authorize, isJob, relocate, requireTarget, type Relocation, type Task } from '../moving/relocation'
import { orderRelocation } from '../moving/relocationJob'
import { namedItems } from '../shares/source'
import { countItems } from '../shares/uses'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'jobs'>

/**
 * Copies items of a link into the saver's drive (LAND-07). The link's download rules apply, and the save counts as downloads of the link. The saver
 * needs rights of their own on the target folder. Runs at once, or as a job like any copy.
 * @throws Refused permission_denied for the maker of the link; as authorize, download_…, share_link_preview_download_limited
 */
export async function saveShared(
  ports: Ports,
  saver: UserActor,
  source: VisitorActor,
  asked: readonly string[],
  address: PlaceAddress,
): Promise<CopyMove> {
  // The saver has signed in by now, perhaps after opening the link. Count them by user, because several users may share one grant.
  const visitor: VisitorActor = { ...source, user: saver.user, visitor: `u${saver.user.id}` }
  if (isMaker(visitor)) throw permissionDenied()
  const { db, clock, jobs } = ports
  const target = await requireTarget(() => requirePlace(db, saver, address))
  const { typedIds, isAll } = await namedItems(db, visitor, asked)
  const task: Task = { action: 'copy', typedIds, folderId: target.chain[0].id, from: visitor }
  const record = async (transaction: Db, { targets }: Relocation, isDone: boolean) => {
    await countItems({ db: transaction, clock, jobs }, visitor, isAll ? 'all' : targets)
    await insertSave(transaction, {
      link_id: visitor.link.id,
      user_id: saver.user.id,
      folder_id: task.folderId,
      is_done: isDone,
      saved_at: clock(),
    })
  }
  const relocation = await authorize(ports, saver, task)
  if (await isJob(db, 'copy', relocation)) {
    await inTransaction(db, async (transaction) => {
      await record(transaction, relocation, false)
      await orderRelocation(ports, saver, task, relocation, transaction)
    })
    return { target, doneIds: [], waitingIds: relocation.targets.map(({ chain: [item] }) => item.id) }
  }
  const doneIds = await relocate(ports, saver, task, async (transaction, done) => {
    await record(transaction, done, true)
    return true
  })
  return { target, doneIds, waitingIds: [] }
}
