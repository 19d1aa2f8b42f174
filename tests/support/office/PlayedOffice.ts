import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { timestampOf } from '../../../server/crypto/officeProof'
import type { Clock } from '../../../server/time/clock'

interface KeyPair {
  publicKey: KeyObject
  privateKey: KeyObject
}

/** How a request is signed, where it differs from what a service does. */
export interface Signing {
  /** when */
  at?: Date
  /** The address in the signature. */
  url?: string
  token?: string
  /** Replaces the headers of the signature; '' omits one. */
  proof?: string
  proofOld?: string
}

/** Signing takes keys that take seconds to make. */
const made = Array.from({ length: 4 }, () => generateKeyPairSync('rsa', { modulusLength: 2048 }))

/**
 * An office service, written from the published protocol (MS-WOPI): it serves its discovery and signs its requests. The pages of its editor call a
 * script of the test.
 */
export class PlayedOffice {
  /** The keys in use: the current one, and the previous one. */
  current: KeyPair = made[0]!
  previous: KeyPair | null = made[1]!
  /** The number of times that the discovery was fetched. */
  fetched = 0
  /** Replaces the discovery; a status without a text. */
  discovery: string | number | null = null
  /** Hangs instead of sending the discovery. */
  hangs = false
  /** What browsers posted to the editor, newest last. */
  readonly opened: { address: string; form: URLSearchParams }[] = []
  /** The script of the editor's page. */
  script = ''
  origin = ''

  private constructor(
    private readonly server: Server,
    private readonly clock: Clock,
  ) {}

  /** Starts a service on a port of its own. Call it before the drive that names the service. */
  static async open(clock: Clock = () => new Date()): Promise<PlayedOffice> {
    const server = createServer()
    const office = new PlayedOffice(server, clock)
    server.on('request', (request: IncomingMessage, response) => {
      const path = request.url ?? '/'
      if (path === '/hosting/discovery') {
        office.fetched += 1
        if (office.hangs) return
        const { discovery } = office
        if (typeof discovery === 'number') return void response.writeHead(discovery, { location: '/other' }).end()
        return void response.writeHead(200, { 'content-type': 'application/xml' }).end(discovery ?? office.describe())
      }
      void bodyOf(request).then((body) => {
        office.opened.push({ address: office.origin + path, form: new URLSearchParams(body) })
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        response.end(
          `<!doctype html><html lang="en"><title>Office</title><body><h1>The editor</h1><script>${office.script}</script></body></html>`,
        )
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    office.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return office
  }

  /** The address for WOPI_URL. */
  get url(): string {
    return `${this.origin}/hosting/discovery`
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve())
      this.server.closeAllConnections()
    })
  }

  /** Replaces the current key by a new one, as services do from time to time. */
  renewKeys(): void {
    this.previous = this.current
    this.current = made[made.indexOf(this.current as (typeof made)[number]) + 1]!
  }

  /** A key that the service does not know. */
  static readonly foreign: KeyPair = made[3]!

  /** The discovery, with other elements in place of the usual ones. */
  describe({
    actions = `<action name="view" ext="docx" urlsrc="${this.origin}/view?"/>
      <action name="edit" ext="docx" default="true" urlsrc="${this.origin}/edit?&lt;ui=UI_LLCC&amp;&gt;&lt;rs=DC_LLCC&amp;&gt;&lt;dchat=DISABLE_CHAT&amp;&gt;"/>
      <action name="edit" ext="XLSX" urlsrc="${this.origin}/edit?"/>
      <action name="edit" ext="ydoc" urlsrc="${this.origin}/edit?"/>
      <action name="view" ext="pdf" urlsrc="${this.origin}/view?"/>`,
    keys = `<proof-key ${attributesOf(this.current, '')} ${this.previous ? attributesOf(this.previous, 'old') : ''}/>`,
    zone = 'external-https',
  }: { actions?: string; keys?: string; zone?: string } = {}): string {
    return `<?xml version="1.0" encoding="utf-8"?><wopi-discovery><net-zone name="${zone}"><app name="Word">${actions}</app></net-zone>${keys}</wopi-discovery>`
  }

  /** The headers that sign a request. */
  sign(url: string, token: string, signing: Signing = {}): Record<string, string> {
    const timestamp = timestampOf(signing.at ?? this.clock())
    const signedBy = (pair: KeyPair | null) =>
      pair === null ? '' : signatureOf(pair, { token: signing.token ?? token, url: signing.url ?? url, timestamp })
    const headers = {
      'x-wopi-timestamp': timestamp,
      'x-wopi-proof': signing.proof ?? signedBy(this.current),
      'x-wopi-proofold': signing.proofOld ?? signedBy(this.previous),
    }
    return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
  }
}

/** A signature of the protocol: lengths of four bytes before token, address in capitals, and time. */
export function signatureOf(
  { privateKey }: Pick<KeyPair, 'privateKey'>,
  { token, url, timestamp }: { token: string; url: string; timestamp: string },
): string {
  const time = Buffer.alloc(8)
  time.writeBigInt64BE(BigInt(timestamp))
  const signer = createSign('RSA-SHA256')
  for (const part of [Buffer.from(token, 'utf8'), Buffer.from(url.toUpperCase(), 'utf8'), time]) {
    const length = Buffer.alloc(4)
    length.writeInt32BE(part.length)
    signer.update(length).update(part)
  }
  return signer.sign(privateKey, 'base64')
}

function attributesOf({ publicKey }: KeyPair, prefix: string): string {
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const base64 = (text: string) => Buffer.from(text, 'base64url').toString('base64')
  return `${prefix}value="unused" ${prefix}modulus="${base64(n)}" ${prefix}exponent="${base64(e)}"`
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
