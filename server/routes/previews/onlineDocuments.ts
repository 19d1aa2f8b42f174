import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { onlineDocumentCalls } from '@/contract/previews/onlineDocuments'
import { withoutDirections } from '@/domain/items/naming'
import type { ViewingActor } from '../../actors/actor'
import { documentToken, DOCUMENT_ACCESS, ownEditorAddress } from '../../crypto/signedAddresses'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import type { Handlers } from '../../http/handler'
import { requireViewer } from '../../http/viewers'
import { holderOf } from '../../services/documents/opening'
import type { Session } from '../../services/session/sessions'
import { openDocument, openOwnDocument, requireSignedDocument } from '../../services/previews/onlineDocuments'
import type { AddressQuery } from '../../services/downloads/files'

type Ports = Pick<Dependencies, 'db' | 'sign' | 'config' | 'clock' | 'jobs' | 'storage'>

/** The call that opens a collaborative document: in our own editor, or in the installation's other editor (PREV-11). */
export function onlineDocumentRoutes(ports: Ports): Handlers<typeof onlineDocumentCalls> {
  return {
    'GET /yiqixie/get_access_url': requireViewer(ports, async (actor, { file_id }, request) => ({
      access_url: await addressOfEditor(ports, actor, file_id, { request, session: request.context.session }),
    })),
  }
}

/** The address of the editor for a document. @throws Refused as openDocument or openOwnDocument */
export async function addressOfEditor(
  ports: Ports,
  actor: ViewingActor,
  fileId: number,
  { request, session }: { request: FastifyRequest; session: Session | null },
): Promise<string> {
  const { config, sign } = ports
  if (config.documentEditorUrl !== null) {
    if (actor.kind !== 'user') throw new Refused('not_support')
    return openDocument(ports, actor, fileId)
  }
  // The preview in a frame of others has a user and no session, which a token needs.
  if (actor.kind === 'user' && session === null) throw new Refused('not_support')
  if (session?.kind === 'token' && !config.documentWebView) throw new Refused('not_support')
  await openOwnDocument(ports, actor, fileId)
  const origin = config.baseUrl ?? `${request.protocol}://${request.host}`
  return ownEditorAddress(origin, fileId, documentToken(sign, holderOf(actor, fileId, session?.id)))
}

/**
 * The call that the editor makes before it shows a document. The answer names the user, the document and the user's permissions. The signed address
 * authorises the call: it needs no cookie and no key.
 */
export function registerOnlineDocuments(app: FastifyInstance, { db, sign }: Pick<Dependencies, 'db' | 'sign'>): void {
  app.get<{ Querystring: AddressQuery }>(DOCUMENT_ACCESS, { config: { isSigned: true } }, async (request) => {
    const { fileId, name, access, user } = await requireSignedDocument(db, sign.verify(request.url), request.query)
    const shown = withoutDirections(name)
    return { file_id: fileId, name: shown, user: { id: user.id, name: user.name }, permissions: access.permissions }
  })
}
