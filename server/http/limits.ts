import type { Server, Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Sending, type SendingLimits } from './sending'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, with limits of its own. */
    isStream?: boolean
  }
}

export interface RequestLimits extends SendingLimits {
  /** ms to receive a request's headers, counted from the opening of a new connection */
  headers: number
  /** ms to receive the body of a call */
  body: number
  /** ms that a connection may idle between two requests */
  idle: number
  /** connections per address */
  perAddress: number
}

export const usualLimits: RequestLimits = {
  headers: 15_000,
  body: 30_000,
  idle: 72_000,
  perAddress: 2000,
  stall: 60_000,
  giveWay: 5000,
  places: {
    /* A file holds two chunks of DiskStorage in memory. */
    file: { ofUser: 200, ofNetwork: 200, ofAll: 600 },
    /* An archive also holds the names of its files, up to 20,000. */
    archive: { ofUser: 6, ofNetwork: 12, ofAll: 40 },
  },
}
/** ms between two checks for late headers */
const CHECK_INTERVAL = 2000

/** Options of Node's server for these limits. */
export function httpOptions({ headers }: RequestLimits) {
  return { headersTimeout: headers, connectionsCheckingInterval: Math.min(CHECK_INTERVAL, headers) }
}

/** Closes connections that send or read slowly, or stay idle. @param isProxied all connections come from the proxy, which limits its own clients */
export function registerLimits(app: FastifyInstance, limits: RequestLimits, isProxied: boolean): void {
  if (!isProxied) limitConnections(app.server, limits.perAddress)
  const sending = new Sending(limits)
  sending.register(app)
  app.decorate('sending', sending)
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request) || request.routeOptions.config?.isStream) return
    const late = setTimeout(() => {
      request.log.info('refused: the client sends the body too slowly')
      request.raw.destroy()
    }, limits.body)
    const settled = () => clearTimeout(late)
    request.raw.once('end', settled).once('close', settled)
    reply.raw.once('finish', settled)
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** At the limit of an address, closes the connection of this address that has been idle longest. If none is idle, closes the new connection. */
function limitConnections(server: Server, most: number): void {
  const byAddress = new Map<string, Set<Socket>>()
  const busy = new Map<Socket, number>()
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const own = byAddress.get(address) ?? new Set()
    byAddress.set(address, own)
    if (own.size >= most) ([...own].find((one) => !busy.has(one)) ?? socket).destroy()
    own.add(socket)
    socket.once('close', () => {
      own.delete(socket)
      if (own.size === 0) byAddress.delete(address)
    })
  })
  server.on('request', ({ socket }: { socket: Socket }, response: NodeJS.EventEmitter) => {
    busy.set(socket, (busy.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = busy.get(socket)! - 1
      if (left > 0) return void busy.set(socket, left)
      busy.delete(socket)
      const own = byAddress.get(socket.remoteAddress ?? '')
      // Moves the socket behind those that have been idle longer.
      if (own?.delete(socket)) own.add(socket)
    })
  })
}
