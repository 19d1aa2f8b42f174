import type { FastifyInstance } from 'fastify'
import type { transferCalls } from '@/contract/downloads'
import { actorKey } from '../../actors/actor'
import { DOWNLOAD_CONTENT, downloadAddress } from '../../crypto/signedAddresses'
import type { Dependencies } from '../../dependencies'
import type { Handlers } from '../../http/handler'
import { addressInTurn, type CallTurns } from '../../http/turns'
import { requireViewer } from '../../http/viewers'
import { orderDownload, requireSignedDownload, type AddressQuery } from '../../services/downloads/files'
import { mediaTypeOf } from '../../storage/mediaType'
import { sendBlob } from '../../storage/sendBlob'

/** Calls that return signed download addresses. */
export function transferRoutes(
  ports: Pick<Dependencies, 'db' | 'clock' | 'sign' | 'jobs'>,
): Omit<Handlers<typeof transferCalls>, 'POST /pack_download/download'> {
  return {
    'GET /apps/files/download': requireViewer(ports, async (actor, { file_id }) => ({
      download_url: downloadAddress(ports.sign, await orderDownload(ports, actor, file_id), actorKey(actor)),
    })),
  }
}

/** The signed download addresses. */
export function registerTransfers(
  app: FastifyInstance,
  ports: Pick<Dependencies, 'db' | 'clock' | 'sign' | 'storage' | 'jobs'>,
  turns: CallTurns,
): void {
  app.route<{ Querystring: AddressQuery }>({
    method: ['GET', 'HEAD'],
    url: DOWNLOAD_CONTENT,
    config: { isSigned: true },
    async handler(request, reply) {
      const key = ports.sign.verify(request.url)
      const { ip, query } = request
      const file = await addressInTurn(turns, { key, ip }, () => requireSignedDownload(ports, key, query, ip))
      return sendBlob(request, reply, ports.storage, {
        key: file.bodyKey,
        reader: key,
        size: file.size,
        contentType: mediaTypeOf(file.extension),
        etag: file.versionKey,
        cacheControl: 'private, no-cache',
        saveAs: file.name,
      })
    },
  })
}
