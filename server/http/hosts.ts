import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback, type Configuration } from '../config/configuration'
import { hostNameOf, plainAddress } from '../remote/networkAddress'

/**
 * Answers only requests that name this server, with 421 for others: a page of a stranger whose name is made to resolve to this machine
 * (DNS rebinding) would otherwise be its own origin here.
 */
export function registerHosts(app: FastifyInstance, config: Pick<Configuration, 'baseUrl'>): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isOwnHost(request, config)) return
    request.log.warn({ host: request.host }, 'refused: the host is neither that of BASE_URL nor this machine')
    return reply.code(421).send()
  })
}

/** A name or an address, perhaps with a port. */
const hostHeader = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/** The host of BASE_URL, a name of loopback, or the address to which the connection was made. */
function isOwnHost(request: FastifyRequest, { baseUrl }: Pick<Configuration, 'baseUrl'>): boolean {
  const name = hostHeader.test(request.host) ? nameOf(`http://${request.host}`) : null
  if (name === null) return false
  if (isLoopback(name) || (baseUrl !== null && name === nameOf(baseUrl))) return true
  return isIP(name) !== 0 && name === plainAddress(request.socket.localAddress ?? '')
}

function nameOf(address: string): string | null {
  try {
    return hostNameOf(address)
  } catch {
    return null
  }
}
