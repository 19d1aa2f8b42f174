import { categoryOf } from '@/domain/items/kinds'
import { actorKey, type UserActor, type ViewingActor } from '../../actors/actor'
import type { ActorKey } from '../../actors/actorKey'
import { documentEditorAddress } from '../../crypto/signedAddresses'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { addressRefused, itemNotFound, permissionDenied, Refused } from '../../errors'
import { mayPreview } from '../../policies/access/actionPermissions'
import { findPreviewFile, type PreviewFile } from '../../previews/previewFiles'
import { requireAccess } from '../access/itemAccess'
import { requireState } from '../documents/body'
import { requireDocument } from '../documents/opening'
import { requireSignedFile, type AddressQuery, type SignedFile } from '../downloads/files'
import { countPreview } from '../shares/uses'

/**
 * The address of a collaborative document in the other editor that the installation uses (PREV-11).
 * @throws Refused as requireAccess, encrypt_yiqixie, not_support without an editor in the enterprise, or without BASE_URL
 */
export async function openDocument(
  ports: Pick<Dependencies, 'db' | 'sign' | 'config'>,
  actor: UserActor,
  fileId: number,
): Promise<string> {
  const access = await requireAccess(ports.db, actor, fileId, 'item_preview')
  const file = await findPreviewFile(ports.db, fileId, {})
  if (file === undefined) throw itemNotFound()
  if (!mayPreview(file.row, access.permissions)) throw permissionDenied()
  const refusal = refusalOf(file)
  if (refusal !== null) throw new Refused(refusal)
  const hasEditor = actor.enterprise.collaborative_document
  const address = hasEditor ? documentEditorAddress(ports, file, actorKey(actor)) : null
  if (address === null) throw new Refused('not_support')
  return address
}

/**
 * Requires that an actor may see a document in our own editor, and that the document can be opened. Counts a preview of the visitor's link.
 * @throws Refused as requireDocument; share_link_preview_limited, share_link_preview_download_limited
 */
export async function openOwnDocument(
  ports: Pick<Dependencies, 'db' | 'clock' | 'config' | 'jobs' | 'storage'>,
  actor: ViewingActor,
  fileId: number,
): Promise<void> {
  const { file, kind } = await requireDocument(ports, actor, fileId)
  await requireState(ports, file, kind)
  if (actor.kind === 'visitor') await countPreview(ports, actor, file)
}

/** The document that a signed address names, with current rights. @throws Refused as requireSignedFile */
export async function requireSignedDocument(db: Db, key: ActorKey, query: AddressQuery): Promise<SignedFile> {
  const file = await requireSignedFile(db, key, query)
  const isShown = !file.access.isDeleted && mayPreview(file.row, file.access.permissions)
  if (!isShown || refusalOf(file) !== null) throw addressRefused()
  return file
}

/** The error code for a file that the editor does not show; null for other files. Encrypted files never leave the server. */
function refusalOf({
  extension,
  row,
}: Pick<PreviewFile, 'extension' | 'row'>): 'not_support' | 'encrypt_yiqixie' | null {
  if (categoryOf(extension) !== 'ydoc') return 'not_support'
  return row.is_encrypted ? 'encrypt_yiqixie' : null
}
