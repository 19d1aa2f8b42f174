import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback, type Configuration } from '../config/configuration'
import { hostNameOf, plainAddress } from '../remote/networkAddress'

/**
 * Serves only requests whose Host header names this server. All other requests get 421, because a foreign page whose name resolves to this machine
 * (DNS rebinding) would otherwise count as our own origin. Balancers, which name no host, may ask whether the server works.
 */
export function registerHosts(app: FastifyInstance, config: Pick<Configuration, 'baseUrl'>): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config?.isProbe || isOwnHost(request, config)) return
    request.log.warn({ host: request.host }, 'refused: the host is neither the host of BASE_URL nor this machine')
    return reply.code(421).send()
  })
}

/** A name or an address, with an optional port. */
const hostHeader = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/** Accepts the host of BASE_URL, names of loopback, and the address that the connection was made to. */
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
