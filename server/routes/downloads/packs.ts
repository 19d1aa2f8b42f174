import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { transferCalls } from '@/contract/downloads'
import { actorKey } from '../../actors/actor'
import { PACK_CONTENT, packAddress } from '../../crypto/signedAddresses'
import type { Dependencies } from '../../dependencies'
import type { Handlers } from '../../http/handler'
import { addressInTurn, type CallTurns } from '../../http/turns'
import { requireViewer } from '../../http/viewers'
import { partOf } from '../../services/downloads/packArchive'
import { openPack, orderPack, type OpenPack } from '../../services/downloads/packs'
import { readRange } from '../../storage/byteRange'
import { offerAs } from '../../storage/sendBlob'

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
  turns: CallTurns,
): void {
  app.route<{ Querystring: { pack_id?: string } }>({
    // HEAD has no route of its own, because Fastify would read the whole archive for it.
    method: ['GET', 'HEAD'],
    url: PACK_CONTENT,
    config: { isSigned: true },
    async handler(request, reply) {
      const key = ports.sign.verify(request.url)
      await app.sending.take('archive', key, request, reply.raw)
      const { ip, query } = request
      const pack = await addressInTurn(turns, { key, ip }, () => openPack(ports, key, query.pack_id ?? ''))
      const range = readRange(wantedRange(request, pack), pack.size)
      reply.header('etag', etagOf(pack)).header('accept-ranges', 'bytes').header('cache-control', 'no-store')
      offerAs(reply, pack.name)
      if (range === 'unsatisfiable') {
        pack.stream.destroy()
        return reply.code(416).header('content-range', `bytes */${pack.size}`).send()
      }
      reply
        .header('content-type', 'application/zip')
        .header('content-length', range === 'whole' ? pack.size : range.end - range.start + 1)
      if (range !== 'whole') reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${pack.size}`)
      if (request.method === 'HEAD') {
        pack.stream.destroy()
        return reply.send('')
      }
      return reply.send(range === 'whole' ? pack.stream : partOf(pack.stream, range))
    },
  })
}

/** The range that may continue an earlier download. A client that names no archive gets a range only of the archive that was ordered. */
function wantedRange({ headers }: FastifyRequest, pack: OpenPack): string | undefined {
  const ifRange = headers['if-range']
  const isSame = ifRange === undefined ? pack.isAsOrdered : ifRange === etagOf(pack)
  return isSame ? headers.range : undefined
}

function etagOf({ digest }: OpenPack): string {
  return `"${digest}"`
}
