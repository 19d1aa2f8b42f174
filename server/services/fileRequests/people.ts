import { REMINDER_PAUSE } from '@/domain/fileRequests/state'
import { contributorKey, type UserActor } from '../../actors/actor'
import { calendar } from '../../time/calendar'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { collectLinkNotFound } from '../../errors'
import { findPerson, markReminded, releasePerson } from '../../queries/fileRequests/people'
import { deleteOrphans, trimNetworks } from '../../queries/fileRequests/requests'
import { insertCollectReminders } from '../../queries/fileRequests/reminders'
import { endUploads } from '../../queries/uploads/uploads'
import { recordAuditEvent } from '../audit'
import { requireOwn } from './requests'
import { requireOpen } from './contributors'

type Ports = Pick<Dependencies, 'db' | 'clock'>

/** most links about which one user may remind another in REMINDER_PAUSE, so that 200 links cannot flood somebody's messages */
const MAX_REMINDERS = 5
/** days to keep the networks from which names were claimed, and links whose folder is purged */
const RETENTION_DAYS = 30

/**
 * Reminds the people on a link's list who have an account and have handed in nothing. Omits people who were reminded recently.
 * @returns the number of reminded people
 * @throws Refused collect_link_not_found; collect_link_closed, _ended or _full
 */
export async function remindPeople({ db, clock }: Ports, actor: UserActor, id: number): Promise<number> {
  const at = clock()
  const { unique_name: uniqueName, title } = await requireOwn(db, actor, id)
  await requireOpen(db, id, at)
  return inTransaction(db, async (transaction) => {
    const since = calendar(at).subtract(REMINDER_PAUSE, 'seconds').toDate()
    const userIds = await markReminded(transaction, id, { senderId: actor.user.id, since, at, most: MAX_REMINDERS })
    const reminder = { collectId: id, senderId: actor.user.id, userIds, title, uniqueName, at }
    if (userIds.length > 0) await insertCollectReminders(transaction, reminder)
    return userIds.length
  })
}

/** Releases a name, so that another device can claim the name. The hand-ins under the name remain. @throws Refused collect_link_not_found */
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
      await endUploads(transaction, contributorKey(id, personId), clock())
      const itemIds = folderId === null ? undefined : [folderId]
      await recordAuditEvent(transaction, clock(), actor, 'collect_released', {
        itemIds,
        detail: { person_name: person.name },
      })
    },
    { actor },
  )
}

/** Deletes old network addresses of claims, and links whose folder was purged long ago. */
export async function deleteOldCollects({ db, clock }: Ports): Promise<void> {
  const before = calendar(clock()).subtract(RETENTION_DAYS, 'days').toDate()
  await trimNetworks(db, before)
  await deleteOrphans(db, before)
}
