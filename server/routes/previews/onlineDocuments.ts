import type { FastifyInstance } from 'fastify'
import type { onlineDocumentCalls } from '@/contract/previews/onlineDocuments'
import { withoutDirections } from '@/domain/items/naming'
import { DOCUMENT_ACCESS } from '../../crypto/signedAddresses'
import type { Dependencies } from '../../dependencies'
import { requireUser, type Handlers } from '../../http/handler'
import { openDocument, requireSignedDocument } from '../../services/previews/onlineDocuments'
import type { AddressQuery } from '../../services/downloads/files'

/** The frame of a collaborative document: an editor of the installation's own shows it (PREV-11). */
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
 * What the editor asks for before it shows anything: who looks at which document, and what they may do with it. The signed address is all
 * that it has from us: it needs neither cookie nor key.
 */
export function registerOnlineDocuments(app: FastifyInstance, { db, sign }: Pick<Dependencies, 'db' | 'sign'>): void {
  app.get<{ Querystring: AddressQuery }>(DOCUMENT_ACCESS, { config: { isSigned: true } }, async (request) => {
    const { fileId, name, access, user } = await requireSignedDocument(db, sign.verify(request.url), request.query)
    const shown = withoutDirections(name)
    return { file_id: fileId, name: shown, user: { id: user.id, name: user.name }, permissions: access.permissions }
  })
}
