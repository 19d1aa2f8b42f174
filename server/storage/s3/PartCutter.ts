import { Writable } from 'node:stream'
import { WriteBuffer } from '../WriteBuffer'
import { WrongLength } from '../BlobStorage'
import type { Spool } from './Spool'

/** bytes of each part of a multipart upload, except for the last. At most 10,000 parts are allowed, so blobs have at most 78 GiB. */
export const PART_SIZE = 8 * 1024 * 1024

export interface PartCutterOptions {
  spool(): Spool
  /** The number of the first part, from 1, and its first bytes. */
  number: number
  first: Spool
  /** the most bytes that may be received */
  limit: number
  /** Whether full parts wait for `release`. */
  isHeld?: boolean
  /** Called for each piece received. */
  receive?(chunk: Buffer): void
  /** Stores a full part. Calls never overlap. The next part is received meanwhile. */
  store(spool: Spool, number: number): Promise<void>
  /** Called after each piece, when nothing is being stored. */
  pass?(rest: Spool): Promise<void>
}

/** Cuts a stream into parts. Memory does not grow with the size. */
export class PartCutter extends Writable {
  /** The bytes behind the last full part. */
  rest: Spool
  received = 0
  private number: number
  private cutting: Promise<void> = Promise.resolve()
  private storing: Promise<void> | undefined
  private failure: unknown
  private readonly held: Spool[] = []

  constructor(private readonly options: PartCutterOptions) {
    super({ highWaterMark: WriteBuffer.enough })
    this.rest = options.first
    this.number = options.number
  }

  /** The number of the part that `rest` will be. */
  get nextNumber(): number {
    return this.number
  }

  /** Resolves once no part is being stored. @throws the error of `store` */
  async settle(): Promise<void> {
    await this.storing
    if (this.failure !== undefined) throw this.failure
  }

  /** Stores the parts that were held. */
  async release(): Promise<void> {
    let number = this.number - this.held.length
    for (let spool = this.held.shift(); spool; spool = this.held.shift()) await this.store(spool, number++)
    await this.settle()
  }

  /** Removes all temporary files. Call when nothing is received any more. */
  async remove(): Promise<void> {
    await this.cutting.catch(() => undefined)
    await this.storing
    for (const spool of [...this.held, this.rest]) await spool.remove()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.received += chunk.length
    if (this.received > this.options.limit) return done(new WrongLength(this.options.limit, this.received))
    this.options.receive?.(chunk)
    this.cutting = this.cut(chunk)
    this.cutting.then(() => done(), done)
  }

  private async cut(chunk: Buffer): Promise<void> {
    for (let at = 0; at < chunk.length;) {
      const piece = chunk.subarray(at, at + PART_SIZE - this.rest.size)
      await this.rest.add(piece)
      at += piece.length
      if (this.rest.size === PART_SIZE) await this.turnOver()
    }
    if (this.failure !== undefined) throw this.failure
    if (!this.storing && !this.options.isHeld) await this.options.pass?.(this.rest)
  }

  private async turnOver(): Promise<void> {
    const { rest: full } = this
    const { number } = this
    this.rest = this.options.spool()
    this.number += 1
    if (this.options.isHeld) return void this.held.push(full)
    await this.storing
    if (this.failure === undefined) this.storing = this.store(full, number)
    else await full.remove()
  }

  /** Never fails: `settle` reports the error. */
  private async store(spool: Spool, number: number): Promise<void> {
    try {
      if (this.failure === undefined) await this.options.store(spool, number)
    } catch (error) {
      this.failure = error
    } finally {
      this.storing = undefined
      await spool.remove()
    }
  }
}
