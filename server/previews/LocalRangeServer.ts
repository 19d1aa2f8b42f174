import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { readRange } from '../storage/byteRange'
import type { BlobStorage } from '../storage/BlobStorage'

interface ServedBlob {
  key: string
  size: number
}

/**
 * Lends bodies to programs of this machine that read here and there in a file: a video is neither copied nor read whole. Each
 * loan has an address that cannot be guessed, on this machine alone, and lasts as long as its use.
 */
export class LocalRangeServer {
  private readonly served = new Map<string, ServedBlob>()

  private constructor(
    private readonly storage: BlobStorage,
    private readonly server: Server,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      // A reader that has what it wanted hangs up.
      void this.answer(request, response).catch(() => response.destroy())
    })
  }

  static async open(storage: BlobStorage): Promise<LocalRangeServer> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    server.unref()
    return new LocalRangeServer(storage, server)
  }

  /** Runs with the address of a body. */
  async serve<T>(body: ServedBlob, use: (address: string) => Promise<T>): Promise<T> {
    const path = `/${randomBytes(32).toString('hex')}`
    this.served.set(path, body)
    try {
      return await use(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`)
    } finally {
      this.served.delete(path)
    }
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const blob = this.served.get(request.url ?? '')
    if (!blob || request.method !== 'GET') return void response.writeHead(404).end()
    const { key, size } = blob
    const range = readRange(request.headers.range, size)
    if (range === 'unsatisfiable') return void response.writeHead(416, { 'content-range': `bytes */${size}` }).end()
    const part = range === 'whole' ? { start: 0, end: size - 1 } : range
    const headers = { 'accept-ranges': 'bytes', 'content-length': part.end - part.start + 1 }
    if (range === 'whole') response.writeHead(200, headers)
    else response.writeHead(206, { ...headers, 'content-range': `bytes ${part.start}-${part.end}/${size}` })
    await pipeline(await this.storage.read(key, part), response)
  }
}
