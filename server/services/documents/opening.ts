import type { DocumentKind, DocumentPerson } from '@/contract/documents'
import { documentKindOf } from '@/domain/documents/roots'
import { presenceColor } from '@/domain/documents/presence'
import { withoutDirections } from '@/domain/items/naming'
import { actorKey, principalOf, type ReadingActor, type ViewingActor } from '../../actors/actor'
import type { DocumentHolder } from '../../crypto/signedAddresses'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { itemIsDeleted, itemLocked, itemNotFound, permissionDenied, personalSpaceClosed, Refused } from '../../errors'
import { mayPreview } from '../../policies/access/actionPermissions'
import { holds } from '../../policies/access/authorize'
import type { Access } from '../../policies/access/facts'
import { blockingLockers } from '../../policies/items'
import { roleInDocument, type RoleInDocument } from '../../policies/documents'
import type { PreviewFile } from '../../previews/previewFiles'
import { watermarkFor } from '../../previews/watermarks'
import { locksOf } from '../../queries/items/locks'
import { isSessionValid } from '../../queries/session/sessions'
import { accessOf } from '../access/itemAccess'
import { requireVersion } from '../access/viewedFiles'
import { viewerOfKey } from '../downloads/viewers'
import { sessionEnds } from '../session/sessions'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'config'>

/** A document that an actor may open now, and what they may do with it. */
export interface OpenDocument extends RoleInDocument {
  file: PreviewFile
  kind: DocumentKind
  /** As shown. */
  name: string
  actor: ReadingActor
  access: Access
  /** null for a visitor of a link, who is not shown to others */
  person: DocumentPerson | null
  mayCopy: boolean
  /** null = none */
  watermark: string | null
}

/**
 * Requires that an actor may see a document in our own editor now.
 * @throws Refused item_not_found, item_is_deleted, permission_denied, not_support, encrypt_yiqixie
 */
export async function requireDocument(ports: Ports, actor: ViewingActor, fileId: number): Promise<OpenDocument> {
  const { db, clock } = ports
  const access = (await accessOf(db, actor, [fileId])).get(fileId)
  if (!holds(access)) throw itemNotFound()
  if (access.isDeleted) throw itemIsDeleted()
  const [file, locks] = await Promise.all([requireVersion(db, actor, fileId), locksOf(db, [fileId])])
  if (!mayPreview(file.row, access.permissions)) throw permissionDenied()
  const kind = documentKindOf(file.row.extension)
  // A link that shows an earlier version for ever does not show what is written now.
  if (kind === null || !file.isCurrent || !principalOf(actor).enterprise.collaborative_document)
    throw new Refused('not_support')
  if (file.row.is_encrypted) throw new Refused('encrypt_yiqixie')
  const mayCopy = access.permissions.includes('item_download')
  const isLocked = actor.kind === 'user' && blockingLockers(locks, actor.user.id).length > 0
  return {
    ...roleInDocument(actor, access, isLocked),
    file,
    kind,
    name: withoutDirections(file.name),
    actor,
    access,
    person: actor.kind === 'user' ? personOf(actor.user) : null,
    mayCopy: actor.kind === 'user' && mayCopy,
    watermark: watermarkFor(actor, mayCopy, clock())?.text ?? null,
  }
}

/**
 * As requireDocument, for the holder of a token.
 * @throws Refused as requireDocument; document_access if the session has ended, or the user or the link no longer lets anybody in
 */
export async function requireHeldDocument(ports: Ports, holder: DocumentHolder): Promise<OpenDocument> {
  const { db, clock, config } = ports
  const actor = await viewerOfKey(ports, holder.actor).catch(asAccess)
  if (actor.kind === 'application' || !Number.isSafeInteger(holder.fileId)) throw accessEnded()
  if (actor.kind === 'user') {
    const session = { id: holder.sessionId ?? 0, userId: actor.user.id }
    if (!(await isSessionValid(db, session, sessionEnds(clock(), config)))) throw accessEnded()
    const { expires_at: expiresAt } = actor.enterprise
    if (expiresAt !== null && expiresAt <= clock()) throw accessEnded()
  }
  return requireDocument(ports, actor, holder.fileId)
}

/** @throws Refused permission_denied, item_locked, personal_space_closed where somebody may only read a document */
export async function requireRightToWrite(db: Db, { file, reason }: OpenDocument): Promise<void> {
  switch (reason) {
    case null:
      return
    case 'item_locked':
      throw itemLocked((await locksOf(db, [file.fileId]))[0]?.name ?? '')
    case 'personal_space_closed':
      throw personalSpaceClosed()
    default:
      throw permissionDenied()
  }
}

/** The key of the document's holder, for a new token. */
export function holderOf(actor: ViewingActor, fileId: number, sessionId: number | undefined): DocumentHolder {
  return { fileId, actor: actorKey(actor), ...(actor.kind === 'user' && { sessionId }) }
}

function personOf({ id, name }: { id: number; name: string }): DocumentPerson {
  return { id, name: withoutDirections(name), color: presenceColor(id) }
}

function accessEnded(): Refused {
  return new Refused('document_access')
}

function asAccess(error: unknown): never {
  throw error instanceof Refused ? accessEnded() : error
}
