import { until } from '../../until'
import { client, type Client } from '../../client'
import { joinWriter, tokenOf, type Writer } from '../writers'
import { pick, type Acknowledge, type Ledger } from './Ledger'
import { openLine, type Line } from './line'

/** A role in the folder of the document; null for none. */
export type CrowdRole = 'editor' | 'viewer' | 'previewer' | null

export interface CrowdPorts {
  fileId: number
  ledger: Ledger
  /** A number that no other change has. */
  nextNumber(): number
  /** Counts a change of somebody who may write. */
  count(): void
  /** Reports what must not happen. */
  report(fault: string): void
}

/** changes that may wait for the server's acknowledgement */
const MOST_WAITING = 150
const MOST_AT_ONCE = 20

/** A person who works on a document by a line that can be cut. */
export class Person {
  private waiting: Acknowledge[] = []
  private mayWrite = true
  private writer!: Writer

  private constructor(
    private readonly ports: CrowdPorts,
    readonly by: number,
    readonly line: Line,
    private readonly user: Client,
    private readonly random: () => number,
    private readonly setRole: (role: CrowdRole) => Promise<void>,
  ) {}

  static async enter(
    ports: CrowdPorts,
    {
      by,
      login,
      target,
      random,
      setRole,
    }: {
      by: number
      login: string
      target: { url: string }
      random: () => number
      setRole: (role: CrowdRole) => Promise<void>
    },
  ): Promise<Person> {
    const line = await openLine(target)
    const person = new Person(ports, by, line, await client(line).as(login), random, setRole)
    await person.open()
    return person
  }

  get document() {
    return this.writer.document
  }

  /** Does one thing that people do. */
  async act(): Promise<void> {
    const kind = this.random()
    if (kind < 0.96) return this.write()
    if (kind < 0.975) return this.line.cut()
    if (kind < 0.98) return this.loseAnswers()
    if (kind < 0.985) return this.reload()
    return this.loseRight()
  }

  /** Waits until everything that this person wrote is stored. */
  saved(): Promise<void> {
    return this.writer.saved()
  }

  end(): void {
    this.writer.end()
    this.line.close()
  }

  private async write(): Promise<void> {
    this.changeSome()
    await until(
      'fewer changes to wait',
      () => !this.mayWrite || this.writer.provider.unsyncedChanges < MOST_WAITING,
      60_000,
    )
    await new Promise(setImmediate)
  }

  private changeSome(): void {
    const { ports, by, random, mayWrite: isAllowed } = this
    for (let left = 1 + Math.floor(random() * MOST_AT_ONCE); left > 0; left -= 1) {
      const change = { number: ports.nextNumber(), by, random, isAllowed }
      const acknowledge = ports.ledger.change(this.document, change)
      if (acknowledge === null) continue
      this.waiting.push(acknowledge)
      if (isAllowed) ports.count()
    }
  }

  /** The server stores what this person does not learn of. */
  private async loseAnswers(): Promise<void> {
    const { line, writer } = this
    const before = line.lost
    line.silence()
    this.changeSome()
    await until('a lost answer', () => line.lost > before || writer.socket.status !== 'connected')
    line.cut()
  }

  /** Opens the page anew; what is not acknowledged is gone unless the server has it. */
  private async reload(): Promise<void> {
    this.writer.end()
    await this.open()
  }

  private async open(): Promise<void> {
    this.waiting = []
    const access = await until('a token', () => tokenOf(this.user, this.ports.fileId).catch(ifCut))
    this.writer = await joinWriter(this.line, { fileId: this.ports.fileId, access })
    this.writer.provider.on('unsyncedChanges', ({ number }: { number: number }) => number === 0 && this.acknowledge())
  }

  private acknowledge(): void {
    const acknowledged = this.waiting.splice(0)
    if (!this.mayWrite && acknowledged.length > 0)
      this.ports.report(`a change of person ${this.by}, who only reads, is acknowledged`)
    for (const each of acknowledged) each()
  }

  /** Loses the right to write or to read, does not accept it, and gets the right back. */
  private async loseRight(): Promise<void> {
    const role = pick<CrowdRole>(['viewer', 'previewer', null], this.random)
    await this.setRole(role)
    // The server learns of it within a second. It stores what it gets before, and refuses the rest.
    this.changeSome()
    if (role === null) await this.stayOut()
    else await this.onlyRead()
    this.writer.end()
    await this.setRole('editor')
    this.mayWrite = true
    await this.open()
    await until('the right to write', () => this.told?.role === 'write')
  }

  private async onlyRead(): Promise<void> {
    await until('the end of the right to write', () => this.told?.role === 'read')
    this.mayWrite = false
    this.waiting = []
    for (let left = 4; left > 0; left -= 1) {
      await this.write()
      if (this.random() < 0.3) this.line.cut()
    }
  }

  private async stayOut(): Promise<void> {
    const { closes, document, provider } = this.writer
    const refusals = () => closes.filter(({ reason }) => reason === 'item_not_found').length
    await until('the end of the connection', () => refusals() > 0)
    const listen = (_: Uint8Array, origin: unknown) =>
      origin === provider && this.ports.report(`person ${this.by}, who may not read, gets a change`)
    document.on('update', listen)
    await until('another refusal', () => refusals() > 1)
    document.off('update', listen)
  }

  /** The newest that the server says about the role. */
  private get told() {
    return this.writer.messages.filter(({ type }) => type === 'opened' || type === 'role').at(-1) as
      { role: 'read' | 'write' } | undefined
  }
}

/** The connection was cut; the person asks again. */
function ifCut(error: NodeJS.ErrnoException): undefined {
  if (/^ECONN|^EPIPE/.test(error.code ?? '')) return undefined
  throw error
}
