import { categoryOf } from '@/domain/items/kinds'
import type { UserActor } from '../../actors/actor'
import { OFFICE_TOKEN_LIFETIME, type OfficeHolder } from '../../crypto/officeTokens'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { itemIsDeleted, itemLocked, itemNotFound, permissionDenied, Refused } from '../../errors'
import { holds } from '../../policies/access/authorize'
import type { Access } from '../../policies/access/facts'
import { blockingLockers } from '../../policies/items'
import { officeRights, type OfficeRights } from '../../policies/office'
import type { PreviewFile } from '../../previews/previewFiles'
import { locksOf } from '../../queries/items/locks'
import { contentsChangedAt, currentOfficeLock, type OfficeLock } from '../../queries/office'
import { findUser, isSessionValid } from '../../queries/session/sessions'
import { accessOf } from '../access/itemAccess'
import { requireVersion } from '../access/viewedFiles'
import { recordRepeatable } from '../audit'
import { sessionEnds, type Session } from '../session/sessions'
import { OfficeRefusal } from './OfficeRefusal'

/** A file that a user may open in the office service now. */
export interface OfficeFile {
  actor: UserActor
  file: PreviewFile
  access: Access
  rights: OfficeRights
  lock: OfficeLock | undefined
  /** The time of the last change of the contents. */
  changedAt: Date
  /** The names of other users whose locks keep the user from changing the file. */
  lockers: readonly string[]
}

/** @throws Refused item_not_found, item_is_deleted, permission_denied, not_support */
export async function requireOfficeFile(
  { db, clock }: { db: Db; clock: Dependencies['clock'] },
  actor: UserActor,
  fileId: number,
): Promise<OfficeFile> {
  const access = (await accessOf(db, actor, [fileId])).get(fileId)
  if (!holds(access)) throw itemNotFound()
  if (access.isDeleted) throw itemIsDeleted()
  const parentId = access.chain[0].parentId
  const [file, locks, lock, changedAt, folders] = await Promise.all([
    requireVersion(db, actor, fileId),
    locksOf(db, [fileId]),
    currentOfficeLock(db, fileId, clock()),
    contentsChangedAt(db, fileId),
    accessOf(db, actor, parentId === null ? [] : [parentId]),
  ])
  if (categoryOf(file.extension) === 'ydoc') throw new Refused('not_support')
  const lockers = blockingLockers(locks, actor.user.id)
  const rights = officeRights(actor, file.row, access, folders.get(parentId ?? 0), lockers.length > 0)
  if (!rights.read) throw permissionDenied()
  return { actor, file, access, rights, lock, changedAt, lockers }
}

/** Asks for the rights of a file again, in a transaction. @throws Refused as requireOfficeFile; OfficeRefusal 404 */
export async function requireWritable(
  ports: { db: Db; clock: Dependencies['clock'] },
  actor: UserActor,
  fileId: number,
): Promise<OfficeFile> {
  const opened = await requireOfficeFile(ports, actor, fileId)
  if (opened.lockers.length > 0) throw OfficeRefusal.lockedHere()
  if (!opened.rights.write) throw new OfficeRefusal(404)
  return opened
}

/**
 * The file of a token, with the rights of now.
 * @throws OfficeRefusal 401 if the session, the user or the plan of the organisation has ended; Refused as requireOfficeFile
 */
export async function requireHeldFile(
  { db, clock, config }: Pick<Dependencies, 'db' | 'clock' | 'config'>,
  { fileId, userId, sessionId }: OfficeHolder,
): Promise<OfficeFile> {
  const [actor, isValid] = await Promise.all([
    findUser(db, userId),
    isSessionValid(db, { id: sessionId, userId }, sessionEnds(clock(), config)),
  ])
  const expiresAt = actor?.enterprise.expires_at ?? null
  if (actor === null || !isValid || (expiresAt !== null && expiresAt <= clock())) throw new OfficeRefusal(401)
  return requireOfficeFile({ db, clock }, actor, fileId)
}

/**
 * Opens a file for editing, for the page around the service. Recorded as an opening.
 * @returns the file, and the facts for a token
 * @throws Refused as requireOfficeFile, item_locked; permission_denied for users who may not edit
 */
export async function openForEditing(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  actor: UserActor,
  { id: sessionId }: Pick<Session, 'id'>,
  fileId: number,
): Promise<{ opened: OfficeFile; holder: OfficeHolder }> {
  const opened = await requireOfficeFile({ db, clock }, actor, fileId)
  const [locker] = opened.lockers
  if (locker !== undefined) throw itemLocked(locker)
  if (!opened.rights.write) throw permissionDenied()
  const now = clock()
  await recordRepeatable(db, now, actor, 'item_opened', { itemIds: [fileId] })
  const expiresAt = now.getTime() + OFFICE_TOKEN_LIFETIME
  return { opened, holder: { fileId, userId: actor.user.id, sessionId, expiresAt } }
}
