import type { Readable, Transform } from 'node:stream'

/** Entries of an archive; one with more is not looked through. */
export const ENTRIES_AT_MOST = 50_000

/** What stands in an archive, in its own order; a reader gives each, and the bytes of those that are wanted. */
export interface Found {
  name: string
  isFolder: boolean
  /** bytes */
  size: number
  /** Seconds since 1970; null where the archive does not say. */
  modifiedAt: number | null
  isEncrypted: boolean
}

/** Hears of an entry. A true answer has its bytes read, after which nothing more is told. */
export type EntryVisitor = (found: Found, share: number) => boolean

/** Takes the bytes of an entry, by way of what unpacks them. */
export type EntryWriter = (bytes: Readable, ...through: Transform[]) => Promise<void>
