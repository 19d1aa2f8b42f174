import type { UserActor } from '../../actors/actor'
import { calendar } from '../../time/calendar'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { collectLinkNotFound } from '../../errors'
import { findPerson, markReminded, releasePerson } from '../../queries/fileRequests/people'
import { deleteOrphans, trimNetworks } from '../../queries/fileRequests/requests'
import { insertCollectReminders } from '../../queries/messages'
import { recordDeed } from '../audit'
import { requireOwn } from './requests'
import { requireOpen } from './contributors'

type Ports = Pick<Dependencies, 'db' | 'clock'>

/** hours in which nobody is reminded of a link twice */
const QUIET_HOURS = 1
/** links of which one user reminds another in that time: 200 links are no way to fill somebody's messages */
const MOST_REMINDERS = 5
/** days that is kept from where a name was taken, and that a link without its folder lies about */
const KEPT_DAYS = 30

/**
 * Tells those on the list of a link who have an account and have handed in nothing.
 * @returns how many
 * @throws Refused collect_link_not_found; collect_link_closed, _ended or _full where nobody could hand in
 */
export async function remindPeople({ db, clock }: Ports, actor: UserActor, id: number): Promise<number> {
  const at = clock()
  const { unique_name: uniqueName, title } = await requireOwn(db, actor, id)
  await requireOpen(db, id, at)
  return inTransaction(db, async (transaction) => {
    const since = calendar(at).subtract(QUIET_HOURS, 'hours').toDate()
    const userIds = await markReminded(transaction, id, { senderId: actor.user.id, since, at, most: MOST_REMINDERS })
    const told = { collectId: id, senderId: actor.user.id, userIds, title, uniqueName, at }
    if (userIds.length > 0) await insertCollectReminders(transaction, told)
    return userIds.length
  })
}

/** Lets another device hand in under a name; what was handed in stays. @throws Refused collect_link_not_found */
export async function releaseName(
  { db, clock }: Ports,
  actor: UserActor,
  { collect_id: id, person_id: personId }: { collect_id: number; person_id: number },
): Promise<void> {
  const { folder_id: folderId } = await requireOwn(db, actor, id)
  await inTransaction(
    db,
    async (transaction) => {
      const person = await findPerson(transaction, id, { id: personId })
      if (!person) throw collectLinkNotFound()
      await releasePerson(transaction, personId)
      const itemIds = folderId === null ? undefined : [folderId]
      await recordDeed(transaction, clock(), actor, 'collect_released', {
        itemIds,
        detail: { person_name: person.name },
      })
    },
    { by: actor },
  )
}

/** Forgets from where names were taken, and links whose folder is purged, once that is old. */
export async function forgetOldCollects({ db, clock }: Ports): Promise<void> {
  const before = calendar(clock()).subtract(KEPT_DAYS, 'days').toDate()
  await trimNetworks(db, before)
  await deleteOrphans(db, before)
}
