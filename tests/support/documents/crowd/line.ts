import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'

/** A person's line to a server process. It can be cut, and lead to another process. */
export interface Line {
  url: string
  /** The process that new connections reach. */
  target: { url: string }
  /** Ends every connection at once. */
  cut(): void
  /** Loses whatever the server says on the present connections; what the client says still arrives. */
  silence(): void
  /** How often the server said something that was lost. */
  lost: number
  close(): void
}

export async function openLine(target: { url: string }): Promise<Line> {
  const pairs = new Set<{ near: net.Socket; far: net.Socket }>()
  const server = net.createServer((near) => {
    const far = net.connect(Number(new URL(line.target.url).port), '127.0.0.1')
    const pair = { near, far }
    pairs.add(pair)
    for (const socket of [near, far])
      socket
        .setNoDelay()
        .on('error', () => {})
        .on('close', () => end(pair))
    near.pipe(far).pipe(near)
  })
  const end = (pair: { near: net.Socket; far: net.Socket }) => {
    pairs.delete(pair)
    pair.near.destroy()
    pair.far.destroy()
  }
  const line: Line = {
    url: '',
    target,
    cut: () => [...pairs].forEach(end),
    lost: 0,
    silence: () =>
      pairs.forEach(({ near, far }) =>
        far
          .unpipe(near)
          .on('data', () => (line.lost += 1))
          .resume(),
      ),
    close() {
      server.close()
      line.cut()
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return line
}
