import type { Readable } from 'node:stream'

/**
 * bytes that a stream of a blob reads at once. A stream whose reader is slow holds up to two such chunks in memory, so a larger chunk would let
 * unread downloads fill the memory.
 */
export const READ_CHUNK = 128 * 1024

export interface StoredBlob {
  /** Chosen by the storage; letters, digits and slashes. */
  key: string
  /** bytes */
  size: number
  /** SHA-1 in hexadecimal digits; absent if the bytes came in parts */
  sha1?: string
}

export interface BlobStat {
  /** bytes; for an unfinished blob all stored bytes, acknowledged or not */
  size: number
  /** False between `begin` and `complete`. */
  isComplete: boolean
}

export interface ListedBlob {
  key: string
  isComplete: boolean
}

/** A file that exists until it is released. */
export interface LocalFile {
  path: string
  release(): Promise<void>
}

/** Bytes of a blob, first and last included, as in a Range header. */
export interface ByteRange {
  start: number
  end: number
}

/** Bytes that are appended to an unfinished blob. */
export interface Part {
  /** Bytes before the part: 0, or a length that `acknowledge` received. Stored bytes after this position are replaced. */
  at: number
  /** the most bytes that the part may have */
  limit: number
  /** The expected hash of the part. The part is then stored whole or not at all. */
  checksum?: { algorithm: ChecksumAlgorithm; digest: Buffer }
  /** Acknowledges the length of the blob that survives a power loss. Called with growing lengths. Calls never overlap. */
  acknowledge(length: number): Promise<void>
  /** Called for each piece received. */
  touch?(chunk: Buffer): void
  /** Stops the part as if the stream broke off. */
  signal?: AbortSignal
}

export const checksumAlgorithms = ['sha1', 'sha256'] as const
export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number]

/**
 * Stores the bytes of files. A complete blob never changes, and acknowledged bytes survive a power loss.
 * Knows nothing of users, names or rights. Shaped after multipart uploads of S3; `tests/server/storage/blobStorageContract.ts` defines what an
 * implementation must do.
 */
export interface BlobStorage {
  /** Begins a blob that is received in parts. @returns the blob's key, which stays valid once the blob is complete */
  begin(): Promise<string>
  /**
   * Appends a part; call for one part at a time. Keeps the bytes received before the stream broke off, except for a part with a checksum.
   * A part at 0 recreates a missing blob.
   * @throws WrongLength for too many bytes, StreamAborted when the stream breaks off, ChecksumMismatch, BlobMissing, and errors of `acknowledge`
   */
  append(key: string, source: Readable, part: Part): Promise<void>
  /**
   * Turns the parts into a blob. A repeated call, also after a crash, returns the same blob.
   * @throws WrongLength when the parts are not `size` bytes, BlobMissing when neither the blob nor its parts exist
   */
  complete(key: string, size: number): Promise<StoredBlob>
  /** Removes an unfinished blob; a complete one stays. A missing blob is no error. */
  abort(key: string): Promise<void>
  /**
   * Stores a whole stream under a new key. Memory does not grow with the size.
   * Throws WrongLength when the stream is shorter or longer than `declared.size` bytes, StreamAborted when the stream breaks off.
   * After an error nothing is stored. The source is then paused, not destroyed, so that a request can still be answered.
   */
  write(source: Readable, declared: { size: number }): Promise<StoredBlob>
  /** The bytes of a complete blob, or those of them that are in a range. @throws BlobMissing */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** A complete blob as a file of this machine, for reading only. @throws BlobMissing at the latest when the file is opened */
  fileOf(key: string): Promise<LocalFile>
  /** null when neither a blob nor parts of it exist */
  stat(key: string): Promise<BlobStat | null>
  /** Removes a complete blob. A missing blob is no error. */
  delete(key: string): Promise<void>
  /** All blobs last written before a time, also unfinished ones, in no order. */
  writtenBefore(time: Date): AsyncIterable<ListedBlob>
  /** Removes the unfinished writes that ended processes left. `writtenBefore` does not list these. */
  removeTemporaries(): Promise<void>
}

/** The bytes had another length than declared; both in bytes. Reading stops at the first excess byte. */
export class WrongLength extends Error {
  constructor(
    readonly declared: number,
    readonly received: number,
  ) {
    super(`declared ${declared} bytes, received ${received > declared ? 'more' : received}`)
    this.name = 'WrongLength'
  }
}

export class StreamAborted extends Error {
  constructor(cause?: unknown) {
    super('the stream broke off', { cause })
    this.name = 'StreamAborted'
  }
}

/** The bytes of a part do not match the sender's checksum. */
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
