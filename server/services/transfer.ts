import type { UserActor } from '../actor'
import type { ActorKey } from '../actorKey'
import type { Db } from '../database/connect'
import type { Dependencies } from '../dependencies'
import { addressRefused, itemNotFound, Refused } from '../errors'
import { downloadRefusal, mayDownload } from '../policies/actionPermissions'
import type { Access } from '../policies/facts'
import { findPreviewFile, type PreviewFile } from '../previews/previewFiles'
import { accessOf, requireAccess } from './access'
import { hasDeed } from '../queries/audit'
import { actorOfKey } from './actors'
import { recordDeed } from './audit'

/** ms in which a file that somebody has is recorded once */
const RECORDED_ONCE = 3_600_000

/** The version that a signed address names, and what its user may do with it now. */
export interface SignedFile extends PreviewFile {
  access: Access
  actor: UserActor
  user: UserActor['user']
}

/** What a signed address says of a version. */
export interface AddressQuery {
  file_id?: string
  file_version_key?: string
}

/**
 * A version of a file that may be downloaded, the current one where none is named; the audit log keeps that it was asked for.
 * @throws Refused item_not_found, item_is_deleted, permission_denied, download_… (1§5, ACT-08)
 */
export async function orderDownload(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  actor: UserActor,
  fileId: number,
  versionId?: number,
): Promise<PreviewFile> {
  const access = await requireAccess(db, actor, fileId, 'item_download')
  const file = await findPreviewFile(db, fileId, { versionId })
  if (file === undefined) throw itemNotFound()
  const refusal = downloadRefusal(file.row, access, actor.user.id)
  if (refusal !== null) throw new Refused(`download_${refusal}`)
  await recordDeed(db, clock(), actor, 'item_downloaded', { itemIds: [fileId] })
  return file
}

/**
 * The version that a signed address names, with the rights that its user has now.
 * @throws Refused permission_denied with the reason `address` when either is gone (decisions 57)
 */
export async function requireSignedFile(db: Db, key: ActorKey, query: AddressQuery): Promise<SignedFile> {
  const fileId = Number(query.file_id)
  const actor = await actorOfKey(db, key)
  if (actor === null || !Number.isSafeInteger(fileId)) throw addressRefused()
  const [access, file] = await Promise.all([
    accessOf(db, actor, [fileId]).then((found) => found.get(fileId)),
    findPreviewFile(db, fileId, { versionKey: query.file_version_key ?? '' }),
  ])
  if (access === undefined || file === undefined) throw addressRefused()
  return { ...file, access, actor, user: actor.user }
}

/**
 * As requireSignedFile, for its own bytes; the audit log keeps that they were had.
 * @param address from where they are asked for
 * @throws Refused as requireSignedFile, also where it may not be downloaded any more
 */
export async function requireSignedDownload(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  key: ActorKey,
  query: AddressQuery,
  address: string,
): Promise<SignedFile> {
  const file = await requireSignedFile(db, key, query)
  if (!mayDownload(file.row, file.access, file.user.id)) throw addressRefused()
  await recordTransfer(db, clock(), { ...file.actor, address }, file.fileId)
  return file
}

/** Writes that a user had the bytes of a file, unless it was written lately: players and resumed downloads ask for many parts. */
export async function recordTransfer(db: Db, at: Date, actor: UserActor, itemId: number): Promise<void> {
  const since = new Date(at.getTime() - RECORDED_ONCE)
  const isKnown = await hasDeed(db, { deed: 'item_downloaded', userId: actor.user.id, itemId, since })
  if (!isKnown) await recordDeed(db, at, actor, 'item_downloaded', { itemIds: [itemId] })
}
