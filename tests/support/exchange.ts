import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true })

/** Sends a request without following redirects. Takes a third of the processor time of `fetch`. @param url `http:` */
export function exchange(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: string },
): Promise<{ status: number; headers: Headers; text: string }> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = request(url, { method, agent, headers: { accept: '*/*', ...headers, ...length } }, (reply) => {
      const received = new Headers()
      for (const [name, values] of Object.entries(reply.headersDistinct))
        for (const value of values ?? []) received.append(name, value)
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (part: string) => (text += part))
      reply.on('end', () => resolve({ status: reply.statusCode!, headers: received, text }))
      reply.on('error', reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
