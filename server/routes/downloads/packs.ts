import type { FastifyInstance } from 'fastify'
import type { transferCalls } from '@/contract/downloads'
import { actorKey } from '../../actors/actor'
import { PACK_CONTENT, packAddress } from '../../crypto/signedAddresses'
import type { Dependencies } from '../../dependencies'
import type { Handlers } from '../../http/handler'
import { requireViewer } from '../../http/viewers'
import { openPack, orderPack } from '../../services/downloads/packs'
import { attachment } from '../../storage/sendBlob'

/** The call that orders an archive (1§7, ACT-08). */
export function packRoutes(
  ports: Pick<Dependencies, 'db' | 'clock' | 'sign' | 'jobs'>,
): Pick<Handlers<typeof transferCalls>, 'POST /pack_download/download'> {
  return {
    'POST /pack_download/download': requireViewer(ports, async (actor, { item_typed_ids }) => {
      const { id, leftOut } = await orderPack(ports, actor, item_typed_ids)
      return { download_url: packAddress(ports.sign, id, actorKey(actor)), left_out: leftOut }
    }),
  }
}

/** The signed address of an archive. */
export function registerPacks(
  app: FastifyInstance,
  ports: Pick<Dependencies, 'db' | 'clock' | 'sign' | 'storage'>,
): void {
  app.get<{ Querystring: { pack_id?: string } }>(
    PACK_CONTENT,
    { config: { isSigned: true } },
    async (request, reply) => {
      const key = ports.sign.verify(request.url)
      await app.sending.take('archive', key, request, reply.raw)
      const { name, stream, size } = await openPack(ports, key, request.query.pack_id ?? '')
      return reply
        .header('content-type', 'application/zip')
        .header('content-length', size)
        .header('content-disposition', attachment(name))
        .header('cache-control', 'no-store')
        .header('accept-ranges', 'none')
        .send(stream)
    },
  )
}
