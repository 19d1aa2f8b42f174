import type { Server, Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LargeBodies, type BodyLimits } from './bodies'
import { networkOf } from '../remote/networkAddress'
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
  bodies: BodyLimits
  /** connections per network */
  perNetwork: number
}

export const usualLimits: RequestLimits = {
  headers: 15_000,
  body: 30_000,
  bodies: { small: 64 * 1024, ofNetwork: 32 * 1024 * 1024, ofAll: 256 * 1024 * 1024 },
  idle: 72_000,
  perNetwork: 2000,
  stall: 60_000,
  giveWay: 5000,
  slow: 64 * 1024,
  unread: { ofNetwork: 64 * 1024 * 1024, ofAll: 256 * 1024 * 1024 },
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
  if (!isProxied) limitConnections(app.server, limits.perNetwork)
  limitPipelines(app.server)
  const sending = new Sending(limits)
  sending.register(app)
  app.decorate('sending', sending)
  const bodies = new LargeBodies(limits.bodies)
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request) || request.routeOptions.config?.isStream) return
    if (!bodies.take(networkOf(request.ip), sizeOf(request), reply.raw)) {
      request.log.info('refused: too many large bodies')
      // The rest of the body is not awaited.
      return reply.code(429).header('connection', 'close').send()
    }
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

/** The bytes that a body may have: what its sender says, or as many as a call accepts. */
function sizeOf({ headers, routeOptions }: FastifyRequest): number {
  return Math.min(Number(headers['content-length'] ?? Infinity), routeOptions.bodyLimit)
}

/** At the limit of a network, closes the connection of this network that has been idle longest. If none is idle, closes the new connection. */
function limitConnections(server: Server, most: number): void {
  const byNetwork = new Map<string, Set<Socket>>()
  const busy = new Map<Socket, number>()
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const own = byNetwork.get(network) ?? new Set()
    byNetwork.set(network, own)
    if (own.size >= most) ([...own].find((one) => !busy.has(one)) ?? socket).destroy()
    own.add(socket)
    socket.once('close', () => {
      own.delete(socket)
      if (own.size === 0) byNetwork.delete(network)
    })
  })
  server.on('request', ({ socket }: { socket: Socket }, response: NodeJS.EventEmitter) => {
    busy.set(socket, (busy.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = busy.get(socket)! - 1
      if (left > 0) return void busy.set(socket, left)
      busy.delete(socket)
      const own = byNetwork.get(networkOf(socket.remoteAddress ?? ''))
      // Moves the socket behind those that have been idle longer.
      if (own?.delete(socket)) own.add(socket)
    })
  })
}

/**
 * Requests of one connection that may be unanswered. Browsers and proxies send the next request after the answer. A sender of hundreds at once who
 * reads nothing makes the server hold hundreds of answers.
 */
const PIPELINED = 4

/** Closes connections that send many requests without waiting for answers, before the server begins to answer the last one. */
function limitPipelines(server: Server): void {
  const unanswered = new WeakMap<Socket, number>()
  server.prependListener('request', ({ socket }: { socket: Socket }, response: NodeJS.EventEmitter) => {
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    response.once('close', () => unanswered.set(socket, unanswered.get(socket)! - 1))
    if (count > PIPELINED) socket.destroy()
  })
}
