import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { withoutDirections } from '@/domain/items/naming'
import { actorKey } from '../../actors/actor'
import { OFFICE_FRAME } from '../../crypto/signedAddresses'
import type { Dependencies } from '../../dependencies'
import { officePolicy } from '../../web/contentSecurity'
import { escaped } from '../../web/page'
import { renditionAddress } from '../../previews/previewFiles'
import { requireFramedDocument } from '../../services/previews/officeFrame'
import type { AddressQuery } from '../../services/downloads/files'

/**
 * The office frame: a page that draws the rendition and reports to its parent page whether the rendition is visible (PREV-10). The frame needs no
 * cookie. The routes of the frame and of the rendition check the rights on each request.
 * @param folder the built web client
 */
export function registerOfficeFrame(
  app: FastifyInstance,
  { db, sign }: Pick<Dependencies, 'db' | 'sign'>,
  folder: string,
): void {
  app.route<{ Querystring: AddressQuery }>({
    method: ['GET', 'HEAD'],
    url: OFFICE_FRAME,
    config: { isSigned: true },
    async handler(request, reply) {
      const file = await requireFramedDocument(db, sign.verify(request.url), request.query)
      const html = await readFile(join(folder, 'office.html'), 'utf8')
      const data = escaped({
        address: renditionAddress(sign, 'pdf', file, actorKey(file.actor)),
        name: withoutDirections(file.name),
      })
      return reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', officePolicy(html))
        .send(html.replace('<script>', () => `<script type="application/json" id="office">${data}</script><script>`))
    },
  })
}
