import type { FastifyInstance } from 'fastify'
import type { onlineDocumentCalls } from '@/contract/onlineDocuments'
import { categoryOf } from '@/domain/items/kinds'
import { actorKey, type ActorKey } from '../actor'
import type { Dependencies } from '../dependencies'
import { addressRefused, itemNotFound, permissionDenied, Refused } from '../errors'
import { requireUser, type Handlers } from '../http/handler'
import { mayPreview } from '../policies/actionPermissions'
import { findPreviewFile, type PreviewFile } from '../previews/previewFiles'
import { requireAccess } from '../services/access'
import { requireSignedFile } from './transfer'

const ACCESS = '/api/yiqixie/access'

/** The frame of a collaborative document: an editor of the installation's own shows it (PREV-11). */
export function onlineDocumentRoutes(deps: Dependencies): Handlers<typeof onlineDocumentCalls> {
  return {
    'GET /yiqixie/get_access_url': requireUser(async ({ actor }, { file_id }) => {
      const access = await requireAccess(deps.db, actor, file_id, 'item_preview')
      const file = await findPreviewFile(deps.db, file_id, {})
      if (file === undefined) throw itemNotFound()
      if (!mayPreview(file.row, access.permissions)) throw permissionDenied()
      const why = refusalOf(file)
      if (why !== null) throw new Refused(why)
      const access_url = actor.enterprise.collaborative_document ? editorAddress(deps, file, actorKey(actor)) : null
      if (access_url === null) throw new Refused('not_support')
      return { access_url }
    }),
  }
}

/**
 * What the editor asks for before it shows anything: who looks at which document, and what he may do with it. The signed address is all it
 * has of us; it needs neither cookie nor key, and answers by the rights of the moment, 403 once they are gone.
 */
export function registerOnlineDocuments(app: FastifyInstance, { db, sign }: Dependencies): void {
  app.get<{ Querystring: { file_id?: string; file_version_key?: string } }>(
    ACCESS,
    { config: { isSigned: true } },
    async (request) => {
      const file = await requireSignedFile(db, sign.verify(request.url), request.query)
      const { fileId, name, access, user, row } = file
      if (access.isDeleted || !mayPreview(row, access.permissions) || refusalOf(file) !== null) throw addressRefused()
      return { file_id: fileId, name, user: { id: user.id, name: user.name }, permissions: access.permissions }
    },
  )
}

/** Why a file has no such frame; encrypted ones stay here. */
function refusalOf({
  extension,
  row,
}: Pick<PreviewFile, 'extension' | 'row'>): 'not_support' | 'encrypt_yiqixie' | null {
  if (categoryOf(extension) !== 'ydoc') return 'not_support'
  return row.is_encrypted ? 'encrypt_yiqixie' : null
}

function editorAddress(
  { sign, config: { documentEditorUrl, baseUrl } }: Dependencies,
  { fileId, versionKey }: PreviewFile,
  actor: ActorKey,
): string | null {
  if (documentEditorUrl === null || baseUrl === null) return null
  const access = baseUrl + sign.address(ACCESS, { file_id: fileId, file_version_key: versionKey }, actor)
  return documentEditorUrl.replace('{access}', () => encodeURIComponent(access))
}
