import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** The first of several free ports in a row. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = await listen(0)
    const { port } = first.address() as AddressInfo
    const more = Array.from({ length: count - 1 }, (_, at) => listen(port + at + 1).catch(() => null))
    const all = [first, ...(await Promise.all(more))]
    await Promise.all(all.map(async (server) => server && once(server.close(), 'close')))
    if (!all.includes(null)) return port
  }
}

async function listen(port: number) {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
