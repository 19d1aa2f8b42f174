import type { FastifyBaseLogger } from 'fastify'
import type { Configuration } from '../config/configuration'
import { isRecent, isSignedBy, type SignedRequest } from '../crypto/officeProof'
import type { Clock } from '../time/clock'
import { readDiscovery, type Discovery } from './officeDiscovery'

/** ms to wait for the discovery */
const PATIENCE = 5000
/** bytes of a discovery; the longest ones have a quarter of that */
const MOST = 1024 * 1024
/** ms after which the discovery is read again */
const FRESH = 24 * 3_600_000
/** ms between two attempts: after a failure, and for requests whose signature does not match */
const QUIET = 60_000

/** The office service of the installation, which edits files by WOPI (DOC-10). */
export class OfficeService {
  private discovery: Discovery | null = null
  /** ms; when the discovery was last read, and last asked for */
  private readAt = -Infinity
  private askedAt = -Infinity
  private reading: Promise<void> | null = null

  constructor(
    private readonly url: string,
    private readonly ports: { clock: Clock; log: Pick<FastifyBaseLogger, 'warn'> },
  ) {
    void this.refresh()
  }

  /** Whether the service edits such files. False until its discovery has been read. @param extension in any case */
  canEdit(extension: string): boolean {
    void this.refresh()
    return this.discovery?.edit.has(extension.toLowerCase()) ?? false
  }

  /** The page that edits such files, with placeholders, and the origins that the page may lead to; null if there is none. */
  async editorOf(extension: string): Promise<{ address: string; origins: readonly string[] } | null> {
    await this.known()
    const address = this.discovery?.edit.get(extension.toLowerCase())
    return address === undefined ? null : { address, origins: this.discovery!.origins }
  }

  /** Whether the service has signed a request within the last 20 minutes. Reads the discovery again if the keys do not match. */
  async hasSigned(request: SignedRequest): Promise<boolean> {
    if (!isRecent(request, this.ports.clock())) return false
    await this.known()
    if (this.matches(request)) return true
    if (this.now() - this.askedAt < QUIET) return false
    await this.read()
    return this.matches(request)
  }

  private matches(request: SignedRequest): boolean {
    return this.discovery !== null && isSignedBy(request, this.discovery.keys)
  }

  /** Waits for the discovery, unless an earlier one is known: that stays valid while the service does not answer. */
  private async known(): Promise<void> {
    const reading = this.refresh()
    if (this.discovery === null) await reading
  }

  /** Reads the discovery if it is missing or a day old. */
  private refresh(): Promise<void> {
    const now = this.now()
    const isDue = now - this.readAt >= FRESH && now - this.askedAt >= QUIET
    return isDue ? this.read() : (this.reading ?? Promise.resolve())
  }

  private read(): Promise<void> {
    this.askedAt = this.now()
    this.reading ??= this.fetch()
      .then((discovery) => {
        this.discovery = discovery
        this.readAt = this.now()
      })
      .catch((error: unknown) => this.ports.log.warn(error, 'the office service cannot be used'))
      .finally(() => (this.reading = null))
    return this.reading
  }

  /** @throws Error */
  private async fetch(): Promise<Discovery> {
    const response = await fetch(this.url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE) })
    if (!response.ok) throw new Error(`${this.url} answered ${response.status}`)
    const parts: Uint8Array[] = []
    let size = 0
    // Leaving the loop ends the stream.
    for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += part.length
      if (size > MOST) throw new Error(`${this.url}: the answer is too long`)
      parts.push(part)
    }
    return readDiscovery(Buffer.concat(parts).toString('utf8'))
  }

  private now(): number {
    return this.ports.clock().getTime()
  }
}

/** null when none is configured */
export function openOfficeService(ports: {
  config: Pick<Configuration, 'wopiUrl'>
  clock: Clock
  log: Pick<FastifyBaseLogger, 'warn'>
}): OfficeService | null {
  const { wopiUrl } = ports.config
  return wopiUrl === null ? null : new OfficeService(wopiUrl, ports)
}
