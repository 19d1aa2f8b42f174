import { createServer, type Server } from 'node:http'
import { isLoopback } from '../config/configuration'
import { hostNameOf } from '../remote/networkAddress'
import type { Metrics } from './Metrics'

/** ms for the headers of a request */
const HEADERS = 5000

/** Answers `GET /metrics` on a port of its own, which no proxy should pass on. */
export async function openMetricsServer(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<Server> {
  const server = createServer({ headersTimeout: HEADERS }, (request, response) => {
    const answer = async () => {
      // A foreign page whose name resolves to this machine (DNS rebinding) must not read the figures.
      if (isLoopback(host) && !isLocal(request.headers.host)) return void response.writeHead(421).end()
      if (request.url !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end()
      const text = await metrics.text()
      response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text)
    }
    answer().catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => resolve())
  })
  return server
}

function isLocal(host = ''): boolean {
  try {
    return isLoopback(hostNameOf(`http://${host}`))
  } catch {
    return false
  }
}
