import type { CopyFormat } from '@/contract/documents'
import type { PreviewReason } from '@/contract/errors'
import { copyFormats, documentMadeOf } from '@/domain/documents/conversions'
import { splitExtension } from '@/domain/items/extension'
import { checkFileName } from '@/domain/items/naming'
import { actorKey, jobOwner, transactionActorOf, type UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { itemNotFound, loginExpired, permissionDenied, Refused } from '../../errors'
import { downloadRefusal, mayPreview, mayTakeText } from '../../policies/access/actionPermissions'
import type { Access } from '../../policies/access/facts'
import { convertedKind, type Converting } from '../../previews/makers/Conversions'
import type { PreviewFile } from '../../previews/previewFiles'
import { findConverted, forgetConverted, takeConverted } from '../../previews/converted'
import type { ConvertedTo } from '../../previews/target'
import { waitForRendition } from '../../previews/waitForRendition'
import { insertFile } from '../../queries/items/newItems'
import { isSessionValid } from '../../queries/session/sessions'
import { insertBlob } from '../../queries/uploads/blobs'
import { requireAccess } from '../access/itemAccess'
import { requirePlace, type PlaceAddress } from '../access/places'
import { requireName, requireOpenSpace } from '../access/preconditions'
import { requireVersion } from '../access/viewedFiles'
import { recordAuditEvent } from '../audit'
import { indexLater } from '../search/contents'
import { sessionEnds, type Session } from '../session/sessions'
import { requireQuota } from '../uploads/target'
import { requireState } from './body'
import { requireDocument } from './opening'

type Ports = Pick<
  Dependencies,
  'db' | 'clock' | 'config' | 'storage' | 'jobs' | 'live' | 'previews' | 'log' | 'contentCheck'
>

/** ms to wait for what is being made */
const PATIENCE = 15_000

/** A user, and the session by which they ask: it may end while a file is made. */
interface Asker {
  actor: UserActor
  session: Pick<Session, 'id'>
}

interface Asked {
  fileId: number
  /** Whether the caller goes on waiting for a conversion that an earlier call began. */
  continues?: boolean
}

/** A file to convert, and where the result belongs. */
interface Source {
  file: PreviewFile
  to: ConvertedTo
  place: PlaceAddress
}

/**
 * Makes a document of a file, beside the file (DOC-07).
 * @returns the id of the new item; null while it is being made
 * @throws Refused item_not_found, item_is_deleted, permission_denied, download_…, not_support, personal_space_closed, quota_exceeded; for the name:
 *   name_…, content_refused, content_unchecked; conversion_…
 */
export function importFile(
  ports: Ports,
  asker: Asker,
  { fileId, continues }: Asked,
  gone: AbortSignal,
): Promise<number | null> {
  const { actor } = asker
  const find = async (db: Db): Promise<Source> => {
    const access = await requireAccess(db, actor, fileId, 'item_download')
    const file = await requireVersion(db, actor, fileId)
    if (!mayPreview(file.row, access.permissions)) throw permissionDenied()
    const refusal = downloadRefusal(file.row, access, actor.user.id)
    if (refusal !== null) throw new Refused(`download_${refusal}`)
    const to = documentMadeOf(file.extension)
    if (to === null || !actor.enterprise.collaborative_document) throw new Refused('not_support')
    return { file, to, place: { folderId: parentOf(access) } }
  }
  return convert(ports, asker, find, continues === true, gone)
}

/**
 * Copies a document as a file of another kind into a folder (DOC-07), with everything that is written until the conversion.
 * @returns the id of the new item; null while it is being made
 * @throws Refused as requireDocument; permission_denied also for an actor who may not take the text; not_support for a kind that this server cannot
 *   make; for the place and the name: as importFile; conversion_…; login_expired if the session ended meanwhile
 */
export async function copyAs(
  ports: Ports,
  asker: Asker,
  { fileId, continues, format, place }: Asked & { format: CopyFormat; place: PlaceAddress },
  gone: AbortSignal,
): Promise<number | null> {
  const { actor } = asker
  const find = async (db: Db): Promise<Source> => {
    const { file, kind, access } = await requireDocument({ ...ports, db }, actor, fileId)
    if (!mayTakeText(file.row, access, actor.user.id)) throw permissionDenied()
    if (!copyFormats[kind].includes(format) || !ports.previews.conversions.makes(format))
      throw new Refused('not_support')
    return { file, to: format, place }
  }
  const { file } = await find(ports.db)
  await requireState(ports, file, file.extension === 'yxls' ? 'yxls' : 'ydoc')
  return convert(ports, asker, find, continues === true, gone)
}

/** @param find checks the rights on the source; also again, because they may have been withdrawn while the file was made */
async function convert(
  ports: Ports,
  asker: Asker,
  find: (db: Db) => Promise<Source>,
  continues: boolean,
  gone: AbortSignal,
): Promise<number | null> {
  const { db, contentCheck, previews } = ports
  const { actor } = asker
  const { file, to, place } = await find(db)
  requireOpenSpace(await requirePlace(db, actor, place, 'item_upload'))
  const name = requireName(checkFileName(`${splitExtension(file.name).stem}.${to}`))
  const asked: Converting = { ...file, to, asker: jobOwner(actor) }
  const kind = convertedKind(asked)
  if (!continues) {
    // Once, because the check may ask a service outside.
    await contentCheck.require({ kind: 'name', text: name }, actor.user.id)
    await forgetEarlier(ports, { fileId: file.fileId, kind })
  }
  const begun = continues ? await findConverted(db, { fileId: file.fileId, kind }) : file
  if (begun === undefined) throw new Refused('conversion_ended')
  const { bodyId, bodyKey, size, extension } = begun
  const converting: Converting = { ...asked, bodyId, bodyKey, size, extension }
  let isBegun = continues
  // Once another call has taken the result, asking must not begin anew: the user would get the file twice.
  const ask = async () => {
    const known = isBegun ? await previews.conversions.continue(converting) : await previews.conversions.ask(converting)
    isBegun = true
    if (known === null) throw new Refused('conversion_ended')
    return known
  }
  const state = await waitForRendition(ports, actorKey(actor), ask, ({ pending }) => pending, PATIENCE, gone)
  if (state.reason !== null) throw refusalOf(state.reason, to)
  if (gone.aborted || state.made === null) return null
  return inTransaction(db, (transaction) => take({ ...ports, db: transaction }, asker, find, converting, name), {
    actor: transactionActorOf(actor),
  })
}

/** Makes a file of the result. */
async function take(
  ports: Ports,
  { actor, session }: Asker,
  find: (db: Db) => Promise<Source>,
  converting: Converting,
  name: string,
): Promise<number> {
  const { db, clock, config } = ports
  const known = { id: session.id, userId: actor.user.id }
  if (!(await isSessionValid(db, known, sessionEnds(clock(), config)))) throw loginExpired()
  const { file, to, place } = await find(db)
  const access = await requirePlace(db, actor, place, 'item_upload')
  requireOpenSpace(access)
  const blob = await takeConverted(db, { bodyId: converting.bodyId, kind: convertedKind(converting) })
  if (blob === null) throw new Refused('conversion_ended')
  const at = clock()
  const [folder] = access.chain
  const bodyId = await insertBlob(db, { ...blob, originalDate: null })
  const made = { parentId: folder.id, name, creatorId: actor.user.id, at, bodyId, size: blob.size }
  const { id } = await insertFile(db, made)
  await requireQuota(db, access)
  await indexLater(ports, { bodyId, extension: to, size: blob.size, isEncrypted: false, asker: jobOwner(actor) })
  const detail = { after: { folder_id: folder.id, folder: folder.name } }
  await recordAuditEvent(db, at, actor, 'item_copied', { itemIds: [file.fileId], detail })
  return id
}

/** Forgets the result or the failure of an earlier call, because the text may have changed since. */
async function forgetEarlier({ db, storage }: Ports, conversion: Parameters<typeof forgetConverted>[1]): Promise<void> {
  for (const key of await forgetConverted(db, conversion)) await storage.delete(key)
}

function parentOf({ chain }: Access): number {
  const [{ parentId }] = chain
  if (parentId === null) throw itemNotFound()
  return parentId
}

function refusalOf(reason: PreviewReason, to: ConvertedTo): Refused {
  switch (reason) {
    case 'too_large':
      return new Refused(to === 'yxls' ? 'conversion_book_too_large' : 'conversion_too_large')
    case 'office_encrypted':
    case 'zip_encrypted':
      return new Refused('conversion_encrypted')
    case 'not_support':
      return new Refused('not_support')
    case 'file_deleted':
      return itemNotFound()
    case 'server_error':
      return new Refused('server_error')
    default:
      return new Refused('conversion_failed')
  }
}
