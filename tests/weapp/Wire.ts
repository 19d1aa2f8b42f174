import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** Part of a request's method and address, such as `presign_upload` or `POST /api/apps/files/edit`. */
type Which = string

export interface Hold {
  /** The number of requests that wait now. */
  readonly waiting: number
  /** Lets the waiting requests go, and all later ones. `clear` does so too. */
  release(): void
}

interface Rule {
  which: Which
  gate?: Gate
  meet(request: http.IncomingMessage, response: http.ServerResponse, onward: () => http.ClientRequest): void
}

/** The network between the phone and the server: holds requests in the middle, answers them, or cuts them. */
export class Wire {
  private readonly rules = new Set<Rule>()
  private muted: Rule | undefined
  private readonly server = http.createServer((request, response) => this.met(request, response))

  private constructor(private readonly target: string) {
    // By default Node ends an idle connection after 5 s, even while the phone is about to use it again.
    this.server.keepAliveTimeout = 0
  }

  /** @param target the server's address */
  static async open(target: string): Promise<Wire> {
    const wire = new Wire(target)
    await new Promise<void>((resolve) => wire.server.listen(0, '127.0.0.1', resolve))
    return wire
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /**
   * Holds requests back from the server until they are released.
   * @param options.after bytes of the body that pass before
   * @param options.skip requests of each address that pass before
   */
  hold(which: Which, { after = 0, skip = 0 } = {}): Hold {
    const gate = new Gate()
    const passed = new Map<string, number>()
    this.rules.add({
      which,
      gate,
      meet: (request, response, onward) => {
        const url = request.url ?? ''
        const count = passed.get(url) ?? 0
        passed.set(url, count + 1)
        void this.pass(count < skip ? opened : gate, after, request, response, onward)
      },
    })
    return gate
  }

  /** Lets the server answer, and changes the answer. */
  amend(which: Which, change: (body: Record<string, unknown>) => void): { stop(): void } {
    return this.ruled({
      which,
      meet(request, response, onward) {
        // As text, not compressed.
        delete request.headers['accept-encoding']
        const outgoing = onward()
        request.pipe(outgoing)
        outgoing.on(
          'response',
          (answer) =>
            void text(answer).then(
              (said) => {
                const body = JSON.parse(said) as Record<string, unknown>
                change(body)
                response
                  .writeHead(answer.statusCode ?? 500, { 'content-type': 'application/json' })
                  .end(JSON.stringify(body))
              },
              () => response.destroy(),
            ),
        )
      },
    })
  }

  /** Lets requests through and holds the answers; `after`: bytes of the answer that pass before. */
  holdAnswer(which: Which, { after = 0 } = {}): Hold {
    const gate = new Gate()
    this.rules.add({
      which,
      gate,
      meet(request, response, onward) {
        const outgoing = onward()
        request.pipe(outgoing)
        outgoing.on('response', (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers)
          void send(answer, response, gate, after)
        })
      },
    })
    return gate
  }

  /** Answers instead of the server. */
  answer(which: Which, status: number, body: object | string = ''): { stop(): void } {
    const [type, text] = typeof body === 'object' ? ['application/json', JSON.stringify(body)] : ['text/html', body]
    return this.reply(which, (response) => response.writeHead(status, { 'content-type': type }).end(text))
  }

  /** Lets `write` answer instead of the server. */
  reply(which: Which, write: (response: http.ServerResponse) => void): { stop(): void } {
    return this.ruled({
      which,
      meet(request, response) {
        request.resume()
        write(response)
      },
    })
  }

  /** Answers with event streams that stay open and never send anything, for good. */
  mute(which: Which): void {
    const meet: Rule['meet'] = (request, response) => {
      request.resume()
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: beat\ndata: \n\n')
    }
    this.muted = { which, meet }
  }

  /** Cuts the connection of requests instead of answering. */
  cut(which: Which): { stop(): void } {
    return this.ruled({ which, meet: (request) => void request.destroy() })
  }

  /** Removes every rule and releases waiting requests. */
  clear(): void {
    for (const { gate } of this.rules) gate?.release()
    this.rules.clear()
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private ruled(rule: Rule): { stop(): void } {
    this.rules.add(rule)
    return { stop: () => void this.rules.delete(rule) }
  }

  private met(request: http.IncomingMessage, response: http.ServerResponse): void {
    const onward = () => {
      const { method, url, headers } = request
      const outgoing = http.request(this.target + url, { method, headers })
      outgoing.on('error', () => response.destroy())
      response.on('close', () => outgoing.destroy())
      // After an early answer the rest of the body must not stay in the connection, which the phone uses again.
      outgoing.on('close', () => {
        request.unpipe(outgoing)
        request.resume()
      })
      return outgoing
    }
    const line = `${request.method} ${request.url}`
    const all = [...(this.muted ? [this.muted] : []), ...this.rules]
    const rule = all.reverse().find(({ which }) => line.includes(which))
    if (rule) return rule.meet(request, response, onward)
    const outgoing = onward()
    request.pipe(outgoing)
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
  }

  private async pass(
    gate: Gate,
    after: number,
    request: http.IncomingMessage,
    response: http.ServerResponse,
    onward: () => http.ClientRequest,
  ): Promise<void> {
    const outgoing = onward()
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    await send(request, outgoing, gate, after)
  }
}

class Gate implements Hold {
  waiting = 0
  isOpen = false

  release(): void {
    this.isOpen = true
  }
}

const opened = new Gate()
opened.release()

/** Pumps a body on, stopping at the gate once `after` bytes are through. */
async function send(from: http.IncomingMessage, to: Writable, gate: Gate, after: number): Promise<void> {
  let passed = 0
  const wait = async () => {
    if (gate.isOpen || passed < after) return
    gate.waiting += 1
    while (!gate.isOpen && !to.destroyed) await sleep(2)
    gate.waiting -= 1
  }
  try {
    await wait()
    for await (const piece of from.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (to.destroyed) return
      to.write(piece)
      passed += piece.length
      await wait()
    }
    to.end()
  } catch {
    to.end()
  } finally {
    // After an early answer a manual reader would leave the rest in the connection.
    from.resume()
  }
}
