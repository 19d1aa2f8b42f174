import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Sent {
  phone: string
  code: string
  language: string
}

/** What gateways of text messages are to the server. */
export class PhoneGateway {
  sent: Sent[] = []
  asked: IncomingHttpHeaders[] = []
  /** With what it answers. */
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

  /** Gives the address to send to. */
  async start(): Promise<string> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening')
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/send`
  }

  stop(): void {
    this.server.closeAllConnections()
    this.server.close()
  }
}
