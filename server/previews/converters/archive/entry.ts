import type { Readable, Transform } from 'node:stream'

/** Entries that are read from one archive; larger archives are refused. */
export const MAX_ENTRIES = 50_000

/** An entry of an archive. A reader reports the entries in the archive's own order, and then the bytes of the wanted entry. */
export interface ListedEntry {
  name: string
  isFolder: boolean
  /** bytes */
  size: number
  /** seconds since 1970; null when the archive does not say */
  modifiedAt: number | null
  isEncrypted: boolean
}

/** Receives an entry. When it returns true, the entry's bytes are read and the reading ends. */
export type EntryVisitor = (found: ListedEntry, share: number) => boolean

/** Writes the bytes of an entry, through the transforms that unpack them. */
export type EntryWriter = (bytes: Readable, ...through: Transform[]) => Promise<void>
