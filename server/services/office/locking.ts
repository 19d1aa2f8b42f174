import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { setEditingLock } from '../../queries/documents/documents'
import { lockItems } from '../../queries/items/locks'
import { currentOfficeLock, endOfficeLock, putOfficeLock, type OfficeLock } from '../../queries/office'
import { OfficeRefusal } from './OfficeRefusal'
import { requireOfficeFile, requireWritable } from './opening'

/** ms after which a lock ends, unless the service renews it; from the protocol */
export const OFFICE_LOCK_LIFETIME = 30 * 60_000

export type LockAct =
  /** Sets a lock, or renews the same one. `old`: the lock that it replaces (UnlockAndRelock). */
  { kind: 'lock'; lock: string; old?: string } | { kind: 'refresh'; lock: string } | { kind: 'unlock'; lock: string }

/**
 * Changes the lock of the office service on a file, which the drive shows as online editing (kind 3). All users who edit a file together share one
 * lock. Setting and renewing it needs the right to write; whoever may still read may release it.
 * @throws OfficeRefusal 404, 409 with the present lock; Refused as requireOfficeFile
 */
export async function changeLock(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  actor: UserActor,
  fileId: number,
  act: LockAct,
): Promise<void> {
  await inTransaction(
    db,
    async (transaction) => {
      await lockItems(transaction, [fileId])
      const ports = { db: transaction, clock }
      const check = act.kind === 'unlock' ? requireOfficeFile : requireWritable
      const { lock } = await check(ports, actor, fileId)
      requireExpected(lock, act)
      if (act.kind === 'unlock') return endOfficeLock(transaction, fileId)
      const at = clock()
      const userId = act.kind === 'refresh' ? lock!.user_id : actor.user.id
      const expires_at = new Date(at.getTime() + OFFICE_LOCK_LIFETIME)
      await putOfficeLock(transaction, { item_id: fileId, lock: act.lock, user_id: userId, expires_at })
      await setEditingLock(transaction, fileId, userId, at)
    },
    { actor },
  )
}

/** @throws OfficeRefusal 409 */
function requireExpected(present: OfficeLock | undefined, act: LockAct): void {
  const expected = act.kind === 'lock' ? act.old : act.lock
  const isFree = act.kind === 'lock' && expected === undefined && (!present || present.lock === act.lock)
  if (!isFree && present?.lock !== expected) throw OfficeRefusal.otherLock(present?.lock)
}

/** Requires that the service holds this lock on a file, in a transaction that locks the file. @throws OfficeRefusal 409 */
export async function requireLock(db: Db, fileId: number, now: Date, lock: string): Promise<void> {
  const present = await currentOfficeLock(db, fileId, now)
  if (present?.lock !== lock) throw OfficeRefusal.otherLock(present?.lock)
}
