import type { UserActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import type { Access } from '../../policies/access/facts'
import { requirePlace, type PlaceAddress } from '../access/places'
import { authorize, isJob, relocate, requireTarget, type Action } from './relocation'
import { orderRelocation } from './relocationJob'

export interface CopyMove {
  target: Access
  /** Ids of the items in the target folder. */
  doneIds: number[]
  /** Ids of the items that a job copies or moves; a message reports the result. */
  waitingIds: number[]
}

/**
 * Copies or moves items into a folder (1§7): at once, or as a job if the action would take long.
 * @throws Refused as `authorize`, with `errorType` item or target
 */
export async function copyOrMove(
  ports: Pick<Dependencies, 'db' | 'clock' | 'jobs'>,
  actor: UserActor,
  action: Action,
  typedIds: readonly string[],
  address: PlaceAddress,
): Promise<CopyMove> {
  const target = await requireTarget(() => requirePlace(ports.db, actor, address))
  const order = { action, typedIds, folderId: target.chain[0].id }
  const relocation = await authorize(ports, actor, order)
  if (await isJob(ports.db, action, relocation)) {
    await orderRelocation(ports, actor, order, relocation)
    return { target, doneIds: [], waitingIds: relocation.targets.map(({ chain: [item] }) => item.id) }
  }
  return { target, doneIds: await relocate(ports, actor, order), waitingIds: [] }
}
