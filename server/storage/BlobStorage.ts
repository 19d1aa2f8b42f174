import type { Readable } from 'node:stream'

export interface StoredBlob {
  /** Chosen by the storage; letters, digits and slashes. */
  key: string
  /** bytes */
  size: number
}

export interface BlobStat {
  /** bytes; of an unfinished blob those that lie in the storage, acknowledged or not */
  size: number
  /** False between `begin` and `complete`. */
  isComplete: boolean
}

export interface ListedBlob {
  key: string
  isComplete: boolean
}

/** Bytes of a blob, both ends included, as in a Range header. */
export interface ByteRange {
  start: number
  end: number
}

/** Bytes that are appended to an unfinished blob. */
export interface Part {
  /** Bytes before it: 0, or a length that `kept` was told. Whatever the storage holds behind them is replaced. */
  at: number
  /** bytes that may come */
  limit: number
  /** What the part must hash to; it then counts whole or not at all. */
  checksum?: { algorithm: ChecksumAlgorithm; digest: Buffer }
  /** Acknowledges: called with the growing length of the blob that survives a loss of power; the next call waits for it. */
  kept(length: number): Promise<void>
  /** Called for each piece that came. */
  touch?(): void
  /** Stops as if the stream were cut. */
  signal?: AbortSignal
}

export const checksumAlgorithms = ['sha1', 'sha256'] as const
export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number]

/**
 * Where the bytes of files lie. A complete blob never changes; what was acknowledged survives a loss of power.
 * Knows nothing of users, names or rights. Shaped after multipart uploads of S3: what an implementation must do is
 * `tests/server/storage/blobStorageContract.ts`.
 */
export interface BlobStorage {
  /** Begins a blob that comes in parts. @returns its key, which it also has once it is complete */
  begin(): Promise<string>
  /**
   * Appends a part, one at a time. What came before the stream broke off is kept, except for a part with a checksum.
   * A part at 0 begins the blob again where it is gone.
   * @throws WrongLength when more comes, StreamCut when it breaks off, ChecksumMismatch, BlobMissing, and what `kept` throws
   */
  append(key: string, source: Readable, part: Part): Promise<void>
  /**
   * Makes a blob of the parts. Asked again, also after a crash, it returns the same one.
   * @throws WrongLength when the parts are not `size` bytes, BlobMissing when there is neither the blob nor its parts
   */
  complete(key: string, size: number): Promise<StoredBlob>
  /** Removes an unfinished blob; leaves a complete one alone. Missing is no error. */
  abort(key: string): Promise<void>
  /**
   * Stores a whole stream under a new key. Memory does not grow with the size.
   * Throws WrongLength when the stream is shorter or longer than `declared.size` bytes, StreamCut when it breaks off;
   * then nothing is left, and the source is paused, not destroyed, so that a request can still be answered.
   */
  write(source: Readable, declared: { size: number }): Promise<StoredBlob>
  /** The bytes of a complete blob or of a range of it. @throws BlobMissing */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** The file of this machine that is a complete blob, to be read and never changed; null where the storage has none. */
  fileOf(key: string): Promise<string | null>
  /** Null when there is neither a blob nor parts of one. */
  stat(key: string): Promise<BlobStat | null>
  /** Removes a complete blob. Missing is no error. */
  delete(key: string): Promise<void>
  /** All blobs that were last written before a time, unfinished ones included, in no order. */
  writtenBefore(time: Date): AsyncIterable<ListedBlob>
  /** Removes what ended processes left of their writes and `writtenBefore` does not list. */
  removeTemporaries(): Promise<void>
}

/** The bytes had another length than was declared; both in bytes. Reading stops at the first byte too many. */
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
    super(`no blob ${key}`)
    this.name = 'BlobMissing'
  }
}
