import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { getFileNameLowLevel, type Entry } from 'yauzl'
import type { EntryVisitor, EntryWriter, ListedEntry } from './entry'
import { FileWindow } from '../FileWindow'
import { nameDecoder } from './names'
import { NoPreview } from '../task'
import { readZipDirectory, type ZipDirectory, type ZipEntry } from './zipDirectory'

/** Recognises folders of Unix and of DOS. */
const isFolderByMode = (attributes: number) => attributes >>> 28 === 4 || (attributes & 0x10) !== 0
/** Flags of an encrypted entry: by the old cipher, or by a strong cipher. */
const ENCRYPTED = 0x41
/** bytes of an entry's header before the name */
const HEAD = 30

/**
 * Reports the entries of a ZIP, and passes the bytes of the wanted one to `write`. Throws NoPreview like `readZipDirectory`, after the readable
 * part; not_support, failure, zip_volumes for the wanted entry.
 */
export async function readZip(path: string, visit: EntryVisitor, write: EntryWriter): Promise<void> {
  const { entries, fault, writeEntry: writeWanted } = await openZip(path)
  for (const [at, entry] of entries.entries()) {
    if (visit(entry, (at + 1) / entries.length)) return await writeWanted(at, write)
  }
  if (fault) throw fault
}

export interface OpenZip {
  entries: ListedEntry[]
  /** Why entries are missing. */
  fault: NoPreview | null
  /** Passes the bytes of an entry, by its place in `entries`, to `write`. Throws NoPreview: not_support, failure, zip_volumes. */
  writeEntry(at: number, write: EntryWriter): Promise<void>
}

/** The entries of a ZIP, for readers of several entries. Throws NoPreview like `readZipDirectory`. */
export async function openZip(path: string): Promise<OpenZip> {
  const directory = await FileWindow.use(path, readZipDirectory)
  refuseOverlaps(directory)
  const { entries, fault } = directory
  const decode = nameDecoder(entries.filter((entry) => !isMarked(entry)).map(({ fileNameRaw }) => fileNameRaw))
  return {
    entries: entries.map((entry) => {
      const name = isMarked(entry) ? markedName(entry) : decode(entry.fileNameRaw)
      return {
        name: name.replaceAll('\\', '/'),
        isFolder: /[/\\]$/.test(name) || (isFolderByMode(entry.externalFileAttributes) && entry.uncompressedSize === 0),
        size: entry.uncompressedSize,
        modifiedAt: timeOf(entry),
        isEncrypted: (entry.generalPurposeBitFlag & ENCRYPTED) !== 0,
      }
    }),
    fault,
    writeEntry: (at, write) => writeEntry(path, entries[at]!, write),
  }
}

/**
 * Refuses entries that share bytes. No honest archive has such entries, and a small archive with them can unpack to any number of large files.
 * Assumes the earliest end that an entry's header allows.
 */
function refuseOverlaps({ entries, begins }: ZipDirectory): void {
  const places = entries
    .filter(({ isElsewhere }) => !isElsewhere)
    .sort((one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader)
  for (const [at, { relativeOffsetOfLocalHeader: offset, compressedSize }] of places.entries()) {
    const end = offset + HEAD + compressedSize
    if (end > (places[at + 1]?.relativeOffsetOfLocalHeader ?? begins))
      throw new NoPreview('failure', 'entries share bytes')
  }
}

async function writeEntry(path: string, entry: ZipEntry, write: EntryWriter): Promise<void> {
  const { relativeOffsetOfLocalHeader: offset, compressionMethod: method, compressedSize, uncompressedSize } = entry
  if (entry.isElsewhere) throw new NoPreview('zip_volumes', 'it lies in another volume')
  if (method !== 0 && method !== 8) throw new NoPreview('not_support', `compressed by method ${method}`)
  const begin = await FileWindow.use(path, async (file) => {
    const head = await file.read(offset, HEAD)
    const isHead = head.length === HEAD && head.toString('latin1', 0, 4) === 'PK\x03\x04'
    const data = isHead ? offset + HEAD + head.readUInt16LE(26) + head.readUInt16LE(28) : Infinity
    if (data + compressedSize > file.size) throw new NoPreview('failure', 'its bytes are not there')
    return data
  })
  const bytes =
    compressedSize === 0 ? Readable.from([]) : createReadStream(path, { start: begin, end: begin + compressedSize - 1 })
  await write(bytes, ...(method === 8 ? [createInflateRaw()] : []), exactly(uncompressedSize))
}

function exactly(size: number): Transform {
  let left = size
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length
      done(left < 0 ? new NoPreview('failure', `more than ${size} bytes`) : null, chunk)
    },
    flush(done) {
      done(left > 0 ? new NoPreview('failure', `${left} bytes are missing`) : null)
    },
  })
}

/** An entry's time in seconds since 1970. DOS times start in 1980; an earlier time means that the archive does not say. */
function timeOf(entry: Entry): number | null {
  const date = entry.getLastModDate()
  return date.getFullYear() >= 1980 ? Math.floor(date.getTime() / 1000) : null
}

/** The flag of a name in UTF-8, which some writers set without reason. */
const UTF8 = 0x800
/** Info-ZIP's field with the name in UTF-8. */
const NAME_FIELD = 0x7075

/** Whether an entry says how its name is encoded. */
function isMarked({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): boolean {
  return (
    extraFields.some(({ id }) => id === NAME_FIELD) || ((generalPurposeBitFlag & UTF8) !== 0 && isUtf8(fileNameRaw))
  )
}

function markedName({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
}
