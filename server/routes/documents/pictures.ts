import type { FastifyInstance } from 'fastify'
import { DOCUMENT_PICTURE_LIMIT } from '@/domain/documents/bounds'
import { DOCUMENT_PICTURES } from '../../crypto/signedAddresses'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { DocumentPictures, type PicturePlace } from '../../services/documents/pictures'
import { sendBlob } from '../../storage/sendBlob'

/** ms to receive a picture, because it occupies a place in memory until the answer is sent */
const RECEIVE_TIMEOUT = 120_000
/** seconds; the address changes within two hours */
const CACHED = 7200

declare module 'fastify' {
  interface FastifyRequest {
    picturePlace?: PicturePlace
  }
}

type Ports = Pick<Dependencies, 'db' | 'clock' | 'config' | 'sign' | 'storage' | 'previews' | 'contentCheck'>

/**
 * Receives pictures of texts, and serves them. Who sends one shows the token of the document in a header, which another site cannot send; a person
 * with a token needs no session.
 */
export function registerDocumentPictures(app: FastifyInstance, ports: Ports): void {
  const pictures = new DocumentPictures(ports)

  app.register(async (scope) => {
    // A picture is held in memory, so check the right before receiving it.
    scope.addHook('onRequest', async (request, reply) => {
      const token = request.headers['document-access']
      if (typeof token !== 'string') throw new Refused('document_access')
      const place = await pictures.reserve(token)
      const timeout = setTimeout(() => request.raw.destroy(), RECEIVE_TIMEOUT)
      const end = () => {
        clearTimeout(timeout)
        place.release()
      }
      request.raw.once('end', () => clearTimeout(timeout))
      if (reply.raw.destroyed) end()
      else reply.raw.once('close', end)
      request.picturePlace = place
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: DOCUMENT_PICTURE_LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Body: unknown }>(DOCUMENT_PICTURES, { config: { isSigned: true } }, async (request) => {
      const { body, picturePlace } = request
      if (!Buffer.isBuffer(body)) throw new Refused('document_picture_unreadable')
      return { success: true, picture: await pictures.add(picturePlace!.holder, body) }
    })
  })

  app.route<{ Params: { picture: string } }>({
    method: ['GET', 'HEAD'],
    url: `${DOCUMENT_PICTURES}/:picture`,
    config: { isSigned: true },
    async handler(request, reply) {
      const at = request.url.indexOf('?')
      const query = at < 0 ? '' : request.url.slice(at + 1)
      const { key, size, mediaType, reader } = await pictures.find(query, request.params.picture)
      return sendBlob(request, reply, ports.storage, {
        key,
        reader,
        size,
        contentType: mediaType,
        etag: request.params.picture,
        cacheControl: `private, max-age=${CACHED}`,
      })
    },
  })
}
