import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { mayReadAudit } from '../../policies/audit'
import { mayBrand } from '../../policies/enterprise'
import { forgetDevice, forgetOtherDevices } from '../../queries/session/devices'
import { deleteOtherSessions, deleteSessionOf, sessionsOf, type SessionRow } from '../../queries/session/sessions'
import type { Db } from '../../database/connect'
import { recordAuditEvent } from '../audit'
import { sessionEnds, type Session, type SignedIn } from './sessions'

type Needs = Pick<Dependencies, 'db' | 'clock'>

/** A user's sessions, last used first, and whether the user may read the audit log and set the logo. */
export async function ownSessions(
  { db, clock, config }: Pick<Dependencies, 'db' | 'clock' | 'config'>,
  { actor }: SignedIn,
): Promise<{ sessions: SessionRow[]; mayReadAudit: boolean; mayBrand: boolean }> {
  const sessions = await sessionsOf(db, actor.user.id, sessionEnds(clock(), config))
  return { sessions, mayReadAudit: mayReadAudit(actor), mayBrand: mayBrand(actor) }
}

/** Ends one of the user's sessions and forgets its device. Ignores a session that has ended already. */
export async function endSession({ db, clock }: Needs, { actor }: SignedIn, id: number): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const ended = await deleteSessionOf(transaction, actor.user.id, id)
    if (!ended) return
    if (ended.device !== null) await forgetDevice(transaction, actor.user.id, ended.device)
    await recordAuditEvent(transaction, clock(), actor, 'sessions_ended', { detail: { count: 1 } })
  })
}

/** Ends all of the user's other sessions. @returns the number of ended sessions */
export async function endOtherSessions({ db, clock }: Needs, { actor, session }: SignedIn): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const count = await endOthers(transaction, actor.user.id, session)
    await recordAuditEvent(transaction, clock(), actor, 'sessions_ended', { detail: { count } })
    return count
  })
}

/** Ends a user's other sessions and forgets the devices of these sessions. @returns the number of ended sessions */
export async function endOthers(db: Db, userId: number, { hash, device }: Session): Promise<number> {
  await forgetOtherDevices(db, userId, device)
  return deleteOtherSessions(db, userId, hash)
}
