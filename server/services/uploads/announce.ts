import { randomBytes } from 'node:crypto'
import { checkFileName } from '@/domain/items/naming'
import { UPLOAD_SIZE_LIMIT } from '@/domain/uploads/uploads'
import { actorKey, type UploadingActor, type UserActor } from '../../actors/actor'
import type { UploadRow } from '../../database/tables'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { insertUpload, resumableUploads as findResumable } from '../../queries/uploads/uploads'
import { requireName } from '../access/preconditions'
import { requireRoom, requireSameKind, requireTarget } from './target'

/** ms until an upload address expires */
export const ADDRESS_LIFETIME = 3_600_000

/** seconds; 1980-01-01, the start of unset clocks in phones and cameras */
const EARLIEST = 315_532_800

/** A client's announcement of a file. */
export interface AnnouncedUpload {
  /** bytes; undefined if unknown until they arrive */
  file_size: number | undefined
  name?: string
  /** absent or 0: the root of the own space or of the department */
  folder_id?: number
  department_id?: number
  /** The file that gets a new version; excludes a folder. */
  target_file_id?: number
  remark?: string
  /** seconds */
  original_date?: number
}

/**
 * Announces an upload.
 * @returns the upload's id
 * @throws Refused file_too_large, quota_exceeded, version_extension, the error code of a name check, and as `requireTarget`
 */
export async function announceUpload(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  actor: UploadingActor,
  announced: AnnouncedUpload,
): Promise<string> {
  const { file_size: size = 0, name, target_file_id: fileId } = announced
  if (size >= UPLOAD_SIZE_LIMIT) throw new Refused('file_too_large', { field: 'file_size' })
  if (name !== undefined) requireName(checkFileName(name))
  const target =
    fileId === undefined
      ? { folder_id: announced.folder_id ?? 0, target_file_id: null }
      : { folder_id: null, target_file_id: fileId }
  const now = clock()
  const access = await requireTarget(db, now, actor, target, announced.department_id)
  if (fileId !== undefined && name !== undefined) requireSameKind(access, name)
  await requireRoom(db, access, size, now)
  const id = randomBytes(16).toString('base64url')
  await insertUpload(db, {
    id,
    actor_key: actorKey(actor),
    folder_id: fileId === undefined ? access.chain[0].id : null,
    target_file_id: target.target_file_id,
    space_id: access.space.id,
    name: name ?? null,
    remark: announced.remark ?? '',
    original_date: originalDate(announced.original_date, now),
    size,
    is_size_unknown: announced.file_size === undefined,
    item_id: null,
    created_at: now,
    expires_at: new Date(now.getTime() + ADDRESS_LIFETIME),
  })
  return id
}

/** An actor's resumable uploads, latest first. */
export function resumableUploads(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  actor: UserActor,
): Promise<UploadRow[]> {
  return findResumable(db, actorKey(actor), clock())
}

/** Ignores impossible dates: in the future, or from an unset clock. */
function originalDate(seconds: number | undefined, now: Date): Date | null {
  const isSane = seconds !== undefined && seconds >= EARLIEST && seconds * 1000 <= now.getTime()
  return isSane ? new Date(seconds * 1000) : null
}
