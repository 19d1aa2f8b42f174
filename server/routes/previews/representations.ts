import type { FastifyInstance } from 'fastify'
import type { previewCalls } from '@/contract/previews/previews'
import { actorKey } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { disconnectSignal } from '../../http/disconnectSignal'
import type { Handlers } from '../../http/handler'
import { requireViewer } from '../../http/viewers'
import { DOWNLOAD, pageAddress } from '../../previews/previewFiles'
import { previewInfo } from '../../services/previews/info'
import { readBlock } from '../../services/previews/grid'
import { listEntries, listPages } from '../../services/previews/lists'
import { readPageTexts } from '../../services/previews/pageTexts'
import { readPiece } from '../../services/previews/reading'
import { createRenditionReader, type RenditionQuery } from '../../services/previews/content'
import { mediaTypeOf } from '../../storage/mediaType'
import { sendBlob } from '../../storage/sendBlob'

/** Suffix of a signed address for a smaller picture: of a tile on a weak network (AH-19), and of a page in the strip of pages (AH-38). */
const SMALLER_SUFFIX = '&size=64'
const smaller: Record<string, string> = { image_128: 'image_64', page: 'page_small' }

/** seconds that a browser may cache a rendition. A new version has a new address, and the expiry in the address changes every hour. */
const MAX_AGE = 7200

type Ports = Pick<Dependencies, 'db' | 'live' | 'previews' | 'sign' | 'clock' | 'config' | 'storage' | 'jobs'>

/** The state of a preview, the entries of an archive, and the pages of a document (1§4). */
export function representationRoutes(ports: Ports): Handlers<typeof previewCalls> {
  return {
    'GET /apps/representations/info': requireViewer(ports, (actor, input, request) =>
      previewInfo(ports, actor, input, disconnectSignal(request)),
    ),

    'GET /apps/representations/entries': requireViewer(ports, (actor, input, request) =>
      listEntries(ports, actor, input, disconnectSignal(request)),
    ),

    'GET /apps/representations/pages': requireViewer(ports, async (actor, input, request) => {
      const { file, reason, sizes, span, pages } = await listPages(ports, actor, input, disconnectSignal(request))
      const { entry, encoding } = input
      const place = { fileId: file.fileId, versionKey: file.versionKey, entry, encoding }
      const preview_urls = pages.map((page) => pageAddress(ports.sign, page, place, actorKey(actor)))
      return { reason, sizes, span, preview_urls }
    }),

    'GET /apps/representations/reading': requireViewer(ports, (actor, input, request) =>
      readPiece(ports, actor, input, disconnectSignal(request)),
    ),

    'GET /apps/representations/page_texts': requireViewer(ports, (actor, input, request) =>
      readPageTexts(ports, actor, input, disconnectSignal(request)),
    ),

    'GET /apps/representations/grid': requireViewer(ports, (actor, input, request) =>
      readBlock(ports, actor, input, disconnectSignal(request)),
    ),
  }
}

/** Serves renditions, by signed address (decisions 39). The user's current rights decide which renditions are sent. */
export function registerRepresentations(app: FastifyInstance, ports: Ports): void {
  const { sign, storage } = ports
  const read = createRenditionReader(ports)
  app.route<{ Querystring: RenditionQuery }>({
    method: ['GET', 'HEAD'],
    url: DOWNLOAD,
    config: { isSigned: true },
    async handler(request, reply) {
      const small = request.url.endsWith(SMALLER_SUFFIX) ? smaller[request.query.kind ?? ''] : undefined
      const key = sign.verify(small ? request.url.slice(0, -SMALLER_SUFFIX.length) : request.url)
      const query = small ? { ...request.query, kind: small } : request.query
      const content = await read(key, query, request.ip, disconnectSignal(request))
      if (content === null) return reply.code(404).header('cache-control', 'no-store').send()
      if ('original' in content) {
        const { name, extension, bodyKey, size, versionKey, entry } = content.original
        return sendBlob(request, reply, storage, {
          key: bodyKey,
          reader: key,
          size,
          contentType: mediaTypeOf(extension),
          etag: `${versionKey}-${entry}`,
          cacheControl: 'private, no-cache',
          saveAs: name,
        })
      }
      // A list asks for the tile before anybody knows that the file has no picture: that is no error, which a browser would report.
      if (content.made === null) return reply.code(204).header('cache-control', 'no-store').send()
      return sendBlob(request, reply, storage, {
        ...content.made,
        reader: key,
        etag: content.made.key.replace('/', ''),
        cacheControl: `private, max-age=${MAX_AGE}, immutable`,
      })
    },
  })
}
