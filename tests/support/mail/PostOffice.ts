import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { MailConfiguration } from '../../../server/config/mailConfiguration'
import { until } from '../until'

export interface Posted {
  /** Of the envelope, which decides who gets the mail. */
  receivers: string[]
  raw: string
  mail: Email
}

/** A real SMTP server on a free port, which keeps what it accepts. */
export class PostOffice {
  readonly posted: Posted[] = []
  /** Refuses every receiver with this status. */
  refusal: number | null = null
  /** how often a receiver was refused */
  refused = 0

  private constructor(private readonly server: SMTPServer) {}

  static async open(options: SMTPServerOptions = {}): Promise<PostOffice> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      onRcptTo: (_address, _session, callback) => callback(office.refusalError()),
      onData: (stream, session, callback) => {
        const receivers = session.envelope.rcptTo.map(({ address }) => address)
        void office.receive(stream, receivers).then(() => callback(), callback)
      },
      ...options,
    })
    const office = new PostOffice(server)
    server.on('error', () => undefined)
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    return office
  }

  /** The configuration of a server that mails through this office. */
  get configuration(): MailConfiguration {
    const { port } = this.server.server.address() as AddressInfo
    const from = { name: '书包云盘', address: 'drive@satchel.example' }
    return { host: '127.0.0.1', port, isSecure: false, account: null, from }
  }

  to(address: string): Posted[] {
    return this.posted.filter(({ receivers }) => receivers.includes(address))
  }

  /** Waits for the given number of mails to an address. */
  async waitFor(address: string, count = 1): Promise<Posted> {
    return until(`${count} mails to ${address}`, () => this.to(address)[count - 1])
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()))
  }

  private refusalError(): Error | null {
    if (this.refusal === null) return null
    this.refused += 1
    return Object.assign(new Error('not here'), { responseCode: this.refusal })
  }

  private async receive(stream: NodeJS.ReadableStream, receivers: string[]): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(part as Buffer)
    const raw = Buffer.concat(parts)
    this.posted.push({ receivers, raw: raw.toString('latin1'), mail: await PostalMime.parse(raw) })
  }
}

/** The token of the one-time link in a mail. */
export function tokenIn({ mail }: Posted): string {
  return /\/welcome#([\w-]{43})\b/.exec(mail.text ?? '')?.[1] ?? ''
}
