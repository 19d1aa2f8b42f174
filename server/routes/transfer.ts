import type { FastifyInstance } from 'fastify'
import type { transferCalls } from '@/contract/transfer'
import { actorKey, type ActorKey, type UserActor } from '../actor'
import { actorOfKey } from '../services/actors'
import type { Db } from '../database/connect'
import type { Dependencies } from '../dependencies'
import { addressRefused, itemNotFound, Refused } from '../errors'
import { requireUser, type Handlers } from '../http/handler'
import { downloadRefusal } from '../policies/actionPermissions'
import { findPreviewFile, type PreviewFile } from '../previews/previewFiles'
import { accessOf, requireAccess } from '../services/access'
import type { Signer } from '../signing'
import { mediaTypeOf } from '../storage/mediaType'
import { sendBlob } from '../storage/sendBlob'

export const DOWNLOAD_CONTENT = '/api/apps/files/download/content'

/** Asking for the addresses under which bytes leave. */
export function transferRoutes({
  db,
  sign,
}: Dependencies): Omit<Handlers<typeof transferCalls>, 'POST /pack_download/download'> {
  return {
    'GET /apps/files/download': requireUser(async ({ actor }, { file_id }) => {
      const file = await requireDownload(db, actor, file_id)
      return { download_url: downloadAddress(sign, file, actorKey(actor)) }
    }),
  }
}

/**
 * A version of a file that may be downloaded, the current one where none is named.
 * @throws Refused item_not_found, item_is_deleted, permission_denied, download_… (1§5, ACT-08)
 */
export async function requireDownload(
  db: Db,
  actor: UserActor,
  fileId: number,
  versionId?: number,
): Promise<PreviewFile> {
  const access = await requireAccess(db, actor, fileId, 'item_download')
  const file = await findPreviewFile(db, fileId, { versionId })
  if (file === undefined) throw itemNotFound()
  const refusal = downloadRefusal(file.row, access, actor.user.id)
  if (refusal !== null) throw new Refused(`download_${refusal}`)
  return file
}

/** The signed address of a version's own bytes (decisions 39); who serves it asks for the right again. */
export function downloadAddress(sign: Signer, file: { fileId: number; versionKey: string }, actor: ActorKey): string {
  return sign.address(DOWNLOAD_CONTENT, { file_id: file.fileId, file_version_key: file.versionKey }, actor)
}

/** The addresses themselves. */
export function registerTransfers(app: FastifyInstance, deps: Dependencies): void {
  app.route<{ Querystring: { file_id?: string; file_version_key?: string } }>({
    method: ['GET', 'HEAD'],
    url: DOWNLOAD_CONTENT,
    config: { isSigned: true },
    async handler(request, reply) {
      const file = await requireSignedFile(deps.db, deps.sign.verify(request.url), request.query)
      const { access, user } = file
      if (access.isDeleted || !access.permissions.includes('item_download')) throw addressRefused()
      if (downloadRefusal(file.row, access, user.id) !== null) throw addressRefused()
      return sendBlob(request, reply, deps.storage, {
        key: file.bodyKey,
        size: file.size,
        contentType: mediaTypeOf(file.extension),
        etag: file.versionKey,
        cacheControl: 'private, no-cache',
        saveAs: file.name,
      })
    },
  })
}

/**
 * The version that a signed address names, with the rights that its user has now.
 * @throws Refused permission_denied with the reason `address` when either is gone (decisions 57)
 */
export async function requireSignedFile(db: Db, key: ActorKey, query: { file_id?: string; file_version_key?: string }) {
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
