import { visitorOfKey, type ReadingActor } from '../../actors/actor'
import type { ActorKey } from '../../actors/actorKey'
import type { Dependencies } from '../../dependencies'
import { addressRefused } from '../../errors'
import { actorOfKey } from '../access/actorOfKey'
import { applicationOfAddress } from '../applications/tokens'
import { visitorOfAddress } from '../shares/visitors'

/** The actor of a signed address, with current rights. @throws Refused permission_denied with the reason `address` */
export async function viewerOfKey(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  key: ActorKey,
): Promise<ReadingActor> {
  const named = visitorOfKey(key)
  const actor =
    named === null
      ? ((await actorOfKey(db, key)) ?? (await applicationOfAddress({ db, clock }, key)))
      : await visitorOfAddress(db, clock(), named)
  if (actor === null) throw addressRefused()
  return actor
}
