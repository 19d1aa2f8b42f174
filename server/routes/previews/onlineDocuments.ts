import type { FastifyInstance } from 'fastify'
import type { onlineDocumentCalls } from '@/contract/previews/onlineDocuments'
import { withoutDirections } from '@/domain/items/naming'
import { DOCUMENT_ACCESS } from '../../crypto/signedAddresses'
import type { Dependencies } from '../../dependencies'
import { requireUser, type Handlers } from '../../http/handler'
import { openDocument, requireSignedDocument } from '../../services/previews/onlineDocuments'
import type { AddressQuery } from '../../services/downloads/files'

/** The call that opens a collaborative document in the installation's own editor (PREV-11). */
export function onlineDocumentRoutes(
  ports: Pick<Dependencies, 'db' | 'sign' | 'config'>,
): Handlers<typeof onlineDocumentCalls> {
  return {
    'GET /yiqixie/get_access_url': requireUser(async ({ actor }, { file_id }) => ({
      access_url: await openDocument(ports, actor, file_id),
    })),
  }
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
