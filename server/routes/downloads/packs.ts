import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { transferCalls } from '@/contract/downloads'
import { actorKey, visitorOfKey } from '../../actors/actor'
import { PACK_CONTENT, packAddress } from '../../crypto/signedAddresses'
import type { Dependencies } from '../../dependencies'
import { addressRefused } from '../../errors'
import type { Handlers } from '../../http/handler'
import { requireViewer } from '../../http/viewers'
import { KeyedSemaphore } from '../../limits/KeyedSemaphore'
import { networkOf } from '../../remote/networkAddress'
import { openPack, orderPack } from '../../services/downloads/packs'
import { attachment } from '../../storage/sendBlob'

/** Archives sent concurrently to one user, or to visitors from one network. Each archive keeps all its names in memory until it is sent. */
const CONCURRENT_ARCHIVES = 6

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
  const sending = new KeyedSemaphore<string>(CONCURRENT_ARCHIVES)
  app.get<{ Querystring: { pack_id?: string } }>(
    PACK_CONTENT,
    { config: { isSigned: true } },
    async (request, reply) => {
      const key = ports.sign.verify(request.url)
      const owner = visitorOfKey(key) === null ? key : networkOf(request.ip)
      const open = () => openPack(ports, key, request.query.pack_id ?? '')
      const { name, stream, size } = await inTurn(sending, owner, reply.raw, open)
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

/** Opens an archive when its turn comes. The turn lasts until the response ends or the client disconnects. */
function inTurn<T>(turns: KeyedSemaphore<string>, owner: string, answer: ServerResponse, open: () => Promise<T>) {
  let isClosed = false
  const closed = new Promise<void>((resolve) => answer.once('close', resolve)).then(() => {
    isClosed = true
  })
  return new Promise<T>((resolve, reject) => {
    void turns.run(owner, async () => {
      if (isClosed) return reject(addressRefused())
      try {
        resolve(await open())
      } catch (error) {
        return reject(error)
      }
      await closed
    })
  })
}
