import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Sent {
  phone: string
  code: string
  language: string
}

/** Stands in for a gateway of text messages. */
export class PhoneGateway {
  sent: Sent[] = []
  asked: IncomingHttpHeaders[] = []
  /** The status of its answers. */
  status = 200
  private readonly server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      this.asked.push(request.headers)
      if (this.status === 200) this.sent.push(JSON.parse(body) as Sent)
      response.writeHead(this.status, this.status === 302 ? { location: '/elsewhere' } : {}).end('x'.repeat(100_000))
    })
  })

  /** Returns the address for sending. */
  async start(): Promise<string> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening')
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/send`
  }

  stop(): void {
    this.server.closeAllConnections()
    this.server.close()
  }
}
