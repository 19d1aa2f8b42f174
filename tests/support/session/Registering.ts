import { sql } from 'kysely'
import type { Configuration } from '../../../server/config/configuration'
import { Client, client, cookieOf } from '../client'
import { PhoneGateway } from '../enterprise/PhoneGateway'
import { PostOffice, type Posted } from '../mail/PostOffice'
import { startTestServer, type TestServer } from '../testServer'
import { until } from '../until'

export const SEND = 'POST /apps/users/registration_code'
export const REGISTER = 'POST /apps/users/register'
export const PASSWORD = 'a long own password'

/** A server where people register personal accounts, with a real mail server and a gateway for phones. */
export class Registering {
  now = Date.parse('2026-03-01T08:00:00Z')
  statements: string[] = []
  private serial = 0

  private constructor(
    readonly office: PostOffice,
    readonly gateway: PhoneGateway,
    readonly server: TestServer,
  ) {}

  static async open(config: Partial<Configuration> = {}): Promise<Registering> {
    const office = await PostOffice.open()
    const gateway = new PhoneGateway()
    const statements: string[] = []
    const clock = { now: () => Date.now() }
    const server = await startTestServer({
      clock: () => new Date(clock.now()),
      config: {
        registration: 'personal',
        mail: office.configuration,
        phoneCodes: { url: await gateway.start(), token: 'gateway-token' },
        baseUrl: 'http://drive.example',
        trustedProxies: 1,
        ...config,
      },
      watch: (statement) => statements.push(statement),
    })
    const at = new Registering(office, gateway, server)
    clock.now = () => at.now
    at.statements = statements
    return at
  }

  async close(): Promise<void> {
    await this.server.close()
    await this.office.close()
    this.gateway.stop()
  }

  /** An address of a network and a site that no other visitor has. */
  network(): string {
    this.serial += 1
    return `198.${this.serial >> 8}.${this.serial & 255}.1`
  }

  /** A visitor of the sign-in page. */
  async visitor(address = this.network()): Promise<Client> {
    const they = client(this.server).visitor
    they.headers = { 'x-forwarded-for': address }
    const { csrf_token } = await they.call('GET /apps/users/get_base_info', {})
    they.headers = { ...they.headers, requesttoken: csrf_token }
    return they
  }

  /** Asks for a code. @returns the code that arrives */
  async codeFor(address: string, they?: Client): Promise<string> {
    const visitor = they ?? (await this.visitor())
    const [mails, messages] = [this.office.posted.length, this.gateway.sent.length]
    await visitor.call(SEND, { address })
    if (!address.normalize('NFKC').includes('@')) return this.gateway.sent[messages]!.code
    return codeIn(await until(`a mail to ${address}`, () => this.office.posted[mails]))
  }

  /** Registers with a right code. @returns the client with its session */
  async registered(address: string, values: { name?: string; password?: string; code?: string } = {}): Promise<Client> {
    const they = await this.visitor()
    const code = values.code ?? (await this.codeFor(address, they))
    const input = { address, code, name: values.name ?? '何小北', new_password: values.password ?? PASSWORD }
    const { body, headers } = await they.send(REGISTER, input)
    if ((body as { success: boolean }).success !== true) throw new Error(JSON.stringify(body))
    const signedIn = new Client(this.server.url)
    const { csrf_token: requesttoken } = body as { csrf_token: string }
    signedIn.headers = { 'x-forwarded-for': they.headers['x-forwarded-for']!, requesttoken, cookie: cookieOf(headers) }
    return signedIn
  }

  /** Waits until no mail is left to send. */
  async mailed(): Promise<void> {
    await until('all mails are sent', async () => {
      const { rows } = await sql`select from jobs where kind = 'mail_registration_code'`.execute(this.server.deps.db)
      return rows.length === 0
    })
  }

  /** Lets people wait who asked for another code at once. */
  later(seconds = 61): void {
    this.now += seconds * 1000
  }
}

/** The code in a mail; '' without one. */
export function codeIn({ mail }: Posted): string {
  return /^\d{6}$/m.exec(mail.text ?? '')?.[0] ?? ''
}
