import { isMaker, reviewerId, type UserActor, type ReadingActor, type VisitorActor } from '../../actors/actor'
import type { ActorKey } from '../../actors/actorKey'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { addressRefused, Refused } from '../../errors'
import { downloadRefusal, mayDownload } from '../../policies/access/actionPermissions'
import type { Access } from '../../policies/access/facts'
import { findPreviewFile, type PreviewFile } from '../../previews/previewFiles'
import { accessOf, requireAccess } from '../access/itemAccess'
import { actorOfKey } from '../access/actorOfKey'
import { recordedActorOf, recordRepeatable, recordVisit } from '../audit'
import { hasDownload, countDownload } from '../shares/uses'
import { isShown, requireVersion } from '../access/viewedFiles'
import { viewerOfKey } from './viewers'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'jobs'>

/** The version that a signed address names, with the current rights of the address's actor. */
export interface ViewedFile extends PreviewFile {
  access: Access
  actor: ReadingActor
}

/** As ViewedFile, for a user. */
export interface SignedFile extends ViewedFile {
  actor: UserActor
  user: UserActor['user']
}

/** The version in a signed address. */
export interface AddressQuery {
  file_id?: string
  file_version_key?: string
}

/**
 * Requires that a version of a file may be downloaded, and records the download in the audit log. For a visitor, also counts a download of the
 * link; a download that is already counted is not recorded again.
 * @param versionId omitted: the current version, or the version that the visitor's link shows
 * @throws Refused item_not_found, item_is_deleted, permission_denied, download_… (1§5, ACT-08), share_link_preview_download_limited
 */
export async function orderDownload(
  ports: Ports,
  actor: ReadingActor,
  fileId: number,
  versionId?: number,
): Promise<PreviewFile> {
  const { db, clock } = ports
  const access = await requireAccess(db, actor, fileId, 'item_download')
  const file = await requireVersion(db, actor, fileId, versionId)
  const refusal = downloadRefusal(file.row, access, reviewerId(actor))
  if (refusal !== null) throw new Refused(`download_${refusal}`)
  if (actor.kind === 'visitor') await countOnce(ports, actor, file)
  else await recordRepeatable(db, clock(), ...deedOf(actor, [fileId]))
  return file
}

/**
 * The version that a signed address names, with the current rights of the address's user.
 * @throws Refused permission_denied with the reason `address` if the user or the file is gone (decisions 57)
 */
export async function requireSignedFile(db: Db, key: ActorKey, query: AddressQuery): Promise<SignedFile> {
  const actor = await actorOfKey(db, key)
  if (actor === null) throw addressRefused()
  return { ...(await fileOf(db, actor, query)), actor, user: actor.user }
}

/** As requireSignedFile, also for visitors of links. */
export async function requireViewedFile(ports: Ports, key: ActorKey, query: AddressQuery): Promise<ViewedFile> {
  const actor = await viewerOfKey(ports, key)
  return { ...(await fileOf(ports.db, actor, query)), actor }
}

async function fileOf(db: Db, actor: ReadingActor, query: AddressQuery): Promise<PreviewFile & { access: Access }> {
  const fileId = Number(query.file_id)
  if (!Number.isSafeInteger(fileId)) throw addressRefused()
  const [access, file] = await Promise.all([
    accessOf(db, actor, [fileId]).then((found) => found.get(fileId)),
    findPreviewFile(db, fileId, { versionKey: query.file_version_key ?? '' }),
  ])
  if (access === undefined || file === undefined) throw addressRefused()
  return { ...file, access }
}

/**
 * As requireViewedFile, for downloading the file's bytes. Records the transfer in the audit log.
 * @param address the client's network address
 * @throws Refused as requireViewedFile, also if the file may no longer be downloaded or the link has no download left
 */
export async function requireSignedDownload(
  ports: Ports,
  key: ActorKey,
  query: AddressQuery,
  address: string,
): Promise<ViewedFile> {
  const file = await requireViewedFile(ports, key, query)
  const actor = { ...file.actor, address }
  if (!mayDownload(file.row, file.access, reviewerId(actor))) throw addressRefused()
  // A download that has begun may finish, even if there is a newer version now.
  if (actor.kind === 'visitor' && !isShown(actor, file) && !(await hasDownload(ports, actor, file)))
    throw addressRefused()
  await recordTransfer(ports, actor, file)
  return file
}

/**
 * Records a file transfer in the audit log, unless a transfer was recorded recently, because players and resumed downloads request many ranges.
 * For a visitor, counts a download of the link.
 */
export async function recordTransfer(
  ports: Ports,
  actor: ReadingActor,
  file: Pick<PreviewFile, 'fileId' | 'versionId' | 'name'>,
): Promise<void> {
  if (actor.kind === 'visitor' && !isMaker(actor)) {
    await countOnce(ports, actor, file).catch(asAddress)
    return
  }
  const { db, clock } = ports
  await recordRepeatable(db, clock(), ...deedOf(actor, [file.fileId]))
}

/** Arguments of recordRepeatable: the user, and the application that acts for them. */
function deedOf(actor: ReadingActor, itemIds: readonly number[]) {
  const { by, detail } = recordedActorOf(actor)
  return [by, 'item_downloaded', { itemIds, detail }] as const
}

/** Counts a download through a link, and records a newly counted download in the audit log. Anonymous downloads record only the link. */
async function countOnce(
  ports: Ports,
  actor: VisitorActor,
  file: Pick<PreviewFile, 'fileId' | 'versionId' | 'name'>,
): Promise<void> {
  if (!(await countDownload(ports, actor, file))) return
  const detail = { serial_number: actor.link.serialNumber }
  await recordVisit(ports.db, ports.clock(), actor, 'item_downloaded', { itemIds: [file.fileId], detail })
}

/** Turns every refusal into `addressRefused` (HTTP 403), because clients of signed addresses, such as players, read only the status. */
function asAddress(error: unknown): never {
  throw error instanceof Refused ? addressRefused() : error
}
