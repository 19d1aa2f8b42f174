import type { Readable } from 'node:stream'

export interface StoredBlob {
  /** Chosen by the store; letters, digits and slashes. */
  key: string
  /** Bytes. */
  size: number
}

/** Bytes of a body, both ends included, as in a Range header. */
export interface ByteRange {
  start: number
  end: number
}

/** Bytes that a body gets at its end. */
export interface Part {
  /** Bytes that it has; what lies behind them in the store was never acknowledged and is written over. */
  at: number
  /** Bytes that may come. */
  limit: number
  /** What the part must hash to; it then counts whole or not at all. */
  checksum?: { algorithm: ChecksumAlgorithm; digest: Buffer }
  /** Told how many bytes of the whole are safe, more and more; the next wait for it. */
  kept(length: number): Promise<void>
  /** Something came. */
  touch?(): void
  /** Stops as if the stream were cut. */
  signal?: AbortSignal
}

export const checksumAlgorithms = ['sha1', 'sha256'] as const
export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number]

/**
 * Where bodies of files lie. A body never changes once written; what was acknowledged survives the loss of power.
 * Knows nothing of users, names or rights.
 */
export interface BlobStorage {
  /** Of a body that comes in parts. Who has it notes it before the first part comes. */
  newKey(): string
  /**
   * Takes a part of a body, one at a time. What came before the stream broke off is kept, but for a part with a checksum.
   * Throws WrongLength when more comes, StreamCut when it breaks off, ChecksumMismatch, and what `kept` throws.
   */
  append(key: string, source: Readable, part: Part): Promise<void>
  /**
   * Takes a stream to its end and keeps it under a new key. Memory does not grow with the size.
   * Throws WrongLength when the stream is shorter or longer than `declared.size` bytes, StreamCut when it breaks off;
   * then nothing is left, and the source is paused, not destroyed, so that a request can still be answered.
   */
  write(source: Readable, declared: { size: number }): Promise<StoredBlob>
  /** The bytes of a body or of a part of it. Throws BlobMissing. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Forgets a body; one that is not there is no error. */
  remove(key: string): Promise<void>
  /** Removes what is half-written and belongs to a process that no longer lives. */
  removeTemporaries(): Promise<void>
  /** Keys of all bodies that were written before, in no order. */
  writtenBefore(time: Date): AsyncIterable<string>
  /** Bytes of a body; null when it is not there. */
  stat(key: string): Promise<{ size: number } | null>
}

/** The stream had another length than was declared; both in bytes. Reading stops at the first byte too many. */
export class WrongLength extends Error {
  constructor(
    readonly declared: number,
    readonly received: number,
  ) {
    super(`declared ${declared} bytes, received ${received > declared ? 'more' : received}`)
    this.name = 'WrongLength'
  }
}

export class StreamCut extends Error {
  constructor(cause?: unknown) {
    super('the stream broke off', { cause })
    this.name = 'StreamCut'
  }
}

/** A part is not what its sender says. */
export class ChecksumMismatch extends Error {
  constructor() {
    super('the part has another checksum')
    this.name = 'ChecksumMismatch'
  }
}

export class BlobMissing extends Error {
  constructor(readonly key: string) {
    super(`no body ${key}`)
    this.name = 'BlobMissing'
  }
}
