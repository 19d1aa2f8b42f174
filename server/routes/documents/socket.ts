import { ServerResponse, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { WebSocketServer } from 'ws'
import { DOCUMENT_UPDATE_LIMIT } from '@/domain/documents/bounds'
import { DOCUMENT_SOCKET } from '../../crypto/signedAddresses'
import type { Dependencies } from '../../dependencies'
import { isOwnOrigin } from '../../http/authenticate'

/** bytes of a message beside the update in it */
const AROUND = 4096

interface Upgrade {
  socket: Duplex
  head: Buffer
}

/**
 * The socket of documents (`server/live/documents/README.md`). A request for it is an ordinary request until it becomes a socket, so that the checks
 * of all requests hold. It needs an `Origin` of ours: browsers send it, and no page of others may open a socket.
 */
export function registerDocumentSocket(
  app: FastifyInstance,
  { config, documentRooms }: Pick<Dependencies, 'config' | 'documentRooms'>,
): void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: DOCUMENT_UPDATE_LIMIT + AROUND,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const upgrades = new WeakMap<IncomingMessage, Upgrade>()
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket' || request.url?.split('?', 1)[0] !== DOCUMENT_SOCKET)
      return answerWithoutUpgrade(app, request, socket, head)
    upgrades.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.assignSocket(socket as Socket)
    // A refusal. Node no longer watches a socket that it has handed over.
    response.once('finish', () => (socket as Socket).destroySoon())
    app.routing(request, response)
  })
  app.get(DOCUMENT_SOCKET, { exposeHeadRoute: false }, async (request, reply) => {
    const upgrade = upgrades.get(request.raw)
    if (upgrade === undefined) return reply.code(426).header('upgrade', 'websocket').send()
    const { origin } = request.headers
    if (origin === undefined || !isOwnOrigin(origin, request, config.baseUrl))
      return reply.code(403).header('connection', 'close').send()
    reply.hijack()
    reply.raw.detachSocket(upgrade.socket as Socket)
    // The answer has no socket any more, so nothing else ends it for those who watch answers.
    reply.raw.emit('close')
    sockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) =>
      documentRooms.take(socket, request.raw, request.ip),
    )
  })
  // Sockets never end by themselves, and closing the server waits for them.
  app.addHook('preClose', () => documentRooms.close())
}

/**
 * Answers a request that offers another protocol, such as HTTP/2, as if it did not: Node hands over every request that offers one. Reads the request
 * once more from its socket, without the offer.
 */
function answerWithoutUpgrade(app: FastifyInstance, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request
  const lines: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (!/^(upgrade|http2-settings|connection)$/i.test(rawHeaders[at]!))
      lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  const text = [`${method} ${url} HTTP/${httpVersion}`, ...lines, 'Connection: close', '', ''].join('\r\n')
  socket.unshift(Buffer.concat([Buffer.from(text, 'latin1'), head]))
  app.server.emit('connection', socket)
}
