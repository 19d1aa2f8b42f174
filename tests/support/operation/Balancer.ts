import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** ms between two questions */
const INTERVAL = 50

interface Backend {
  url: string
  isReady: boolean
  /** Requests that are not answered yet. */
  running: number
}

/** A small HTTP balancer: sends requests in turn to those servers that say at `/readyz` that they are ready. It never repeats a request. */
export class Balancer {
  /** Requests that got no answer, or an answer of a faulty server. */
  readonly failed: string[] = []
  /** Requests answered. */
  answered = 0
  private turn = 0
  private readonly agent = new http.Agent({ keepAlive: true })
  private readonly timer: NodeJS.Timeout

  private constructor(
    private readonly server: http.Server,
    private readonly backends: readonly Backend[],
  ) {
    server.on('request', (request, response) => this.pass(request, response))
    this.timer = setInterval(() => void this.look(), INTERVAL)
  }

  static async open(urls: readonly string[]): Promise<Balancer> {
    const server = http.createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const balancer = new Balancer(
      server,
      urls.map((url) => ({ url, isReady: false, running: 0 })),
    )
    await balancer.look()
    return balancer
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  isReady(url: string): boolean {
    return this.of(url).isReady
  }

  runningAt(url: string): number {
    return this.of(url).running
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    this.agent.destroy()
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private of(url: string): Backend {
    return this.backends.find((backend) => backend.url === url)!
  }

  private async look(): Promise<void> {
    await Promise.all(
      this.backends.map(async (backend) => {
        backend.isReady = await fetch(`${backend.url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
      }),
    )
  }

  private pass(request: IncomingMessage, response: ServerResponse): void {
    const ready = this.backends.filter(({ isReady }) => isReady)
    const backend = ready[this.turn++ % ready.length]
    const name = `${request.method} ${request.url}`
    if (backend === undefined) {
      this.failed.push(`${name}: no server is ready`)
      return void response.writeHead(503).end()
    }
    backend.running += 1
    const { method, headers } = request
    const sent = http.request(new URL(request.url!, backend.url), {
      method,
      agent: this.agent,
      headers: { ...headers, host: new URL(backend.url).host },
    })
    sent.once('close', () => (backend.running -= 1))
    sent.once('error', (error) => {
      if (response.destroyed) return
      this.failed.push(`${name}: ${error.message}`)
      response.writeHead(502).end()
    })
    sent.once('response', (answer) => {
      this.answered += 1
      if (answer.statusCode! >= 500) this.failed.push(`${name}: ${answer.statusCode}`)
      const { connection: _, ...passed } = answer.headers
      response.writeHead(answer.statusCode!, passed)
      answer.pipe(response)
    })
    response.once('close', () => sent.destroy())
    request.pipe(sent)
  }
}
