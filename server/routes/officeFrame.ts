import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { userKey, type ActorKey } from '../actor'
import type { Dependencies } from '../dependencies'
import { addressRefused } from '../errors'
import { officePolicy } from '../http/contentSecurity'
import { escaped } from '../http/page'
import { mayPreview } from '../policies/actionPermissions'
import { planOf } from '../previews/plans'
import { renditionAddress, type PreviewFile } from '../previews/previewFiles'
import type { Signer } from '../signing'
import { downloadAddress, requireSignedFile } from './transfer'

const OFFICE_FRAME = '/api/apps/representations/office'

/** The signed address of the office frame around a document's PDF rendition (decisions 27, 39). */
export function officeFrameAddress(sign: Signer, { fileId, versionKey }: PreviewFile, actor: ActorKey): string {
  return sign.address(OFFICE_FRAME, { file_id: fileId, file_version_key: versionKey }, actor)
}

/** Where the configured office service shows a document; null without one. It fetches the original, so only who may download gets this. */
export function officeServiceAddress(
  { sign, config: { officePreviewUrl, baseUrl } }: Pick<Dependencies, 'sign' | 'config'>,
  file: PreviewFile,
  actor: ActorKey,
): string | null {
  if (officePreviewUrl === null || baseUrl === null) return null
  return officePreviewUrl.replace('{file}', () => encodeURIComponent(baseUrl + downloadAddress(sign, file, actor)))
}

/**
 * The office frame: a page that draws the rendition and tells its parent whether it is seen (PREV-10). It needs no cookie; the right is
 * asked for at each request, and once more by the rendition.
 * @param folder the built web client
 */
export function registerOfficeFrame(app: FastifyInstance, { db, sign }: Dependencies, folder: string): void {
  app.route<{ Querystring: { file_id?: string; file_version_key?: string } }>({
    method: ['GET', 'HEAD'],
    url: OFFICE_FRAME,
    config: { isSigned: true },
    async handler(request, reply) {
      const file = await requireSignedFile(db, sign.verify(request.url), request.query)
      const { access, user, row } = file
      if (access.isDeleted || !mayPreview(row, access.permissions) || planOf(file.extension) !== 'office')
        throw addressRefused()
      const html = await readFile(join(folder, 'office.html'), 'utf8')
      const told = escaped({ address: renditionAddress(sign, 'pdf', file, userKey(user.id)), name: file.name })
      return reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', officePolicy(html))
        .send(html.replace('<script>', () => `<script type="application/json" id="office">${told}</script><script>`))
    },
  })
}
