import { Entry, parseExtraFields } from 'yauzl'
import { MAX_ENTRIES } from './entry'
import { FileWindow } from '../FileWindow'
import { NoPreview } from '../task'

/** An entry of this file. `isElsewhere`: its header is in another volume. */
export type ZipEntry = Entry & { isElsewhere: boolean }

export interface ZipDirectory {
  entries: ZipEntry[]
  /** Offset of the directory; entries end before it. */
  begins: number
  /** Why entries are missing. */
  fault: NoPreview | null
}

const SIGNATURE = {
  local: 0x04034b50,
  entry: 0x02014b50,
  end: 0x06054b50,
  longEnd: 0x06064b50,
  longEndLocator: 0x07064b50,
  /** before a directory that is encrypted */
  extraData: 0x08064b50,
}
/** The signatures that may follow the last entry: of an end record, or of the directory's digital signature. */
const ENDS = [SIGNATURE.end, SIGNATURE.longEnd, 0x05054b50]
/** First bytes of the first volume, and of a volume that remained the only one. */
const MARKS = [0x08074b50, 0x30304b50]
/** bytes without variable fields */
const LENGTH = { local: 30, entry: 46, end: 22, longEnd: 56, longEndLocator: 20 }
const COMMENT = 0xffff
/** bytes that are searched at a time */
const STEP = 256 * 1024
/** Marks a number that follows in 64 bits. */
const ELSEWHERE = 0xffffffff
const FLAG = { sizesFollow: 8, headerMasked: 0x2000 }
/** bytes between a file's data and the next header: sizes, in 32 or 64 bits, with or without a signature */
const DESCRIPTORS = [16, 24, 12, 20]

interface End {
  /** Offset of the directory's end. */
  at: number
  begins: number
  /** Bytes in front of the archive. */
  shift: number
  disk: number
}

/**
 * The entries of a ZIP, from its directory or, if that is damaged or missing, from the headers of the files. Tolerates data before and after the
 * archive. Throws NoPreview: too_large, zip_encrypted when the names are encrypted too, failure or zip_volumes when there are no entries.
 */
export async function readZipDirectory(file: FileWindow): Promise<ZipDirectory> {
  const end = await findEnd(file)
  const listed = end && (await readEntries(file, end))
  if (end && listed && listed.fault === null) return listed
  const walked = await walk(file)
  const found = listed && listed.entries.length >= walked.entries.length ? listed : walked
  if (found.entries.length === 0) throw found.fault ?? new NoPreview('failure', 'no entries')
  return found
}

/** Whether the last part of a file contains the end record of a ZIP. */
export function hasZipEnd(path: string): Promise<boolean> {
  return FileWindow.use(path, async (file) => (await findEnd(file)) !== null)
}

async function findEnd(file: FileWindow): Promise<End | null> {
  const length = LENGTH.end + COMMENT
  const from = Math.max(0, (await endOfContent(file)) - length)
  const tail = Buffer.from(await file.read(from, length + LENGTH.end))
  for (let at = tail.length - LENGTH.end; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== SIGNATURE.end) continue
    const end = await readEnd(file, from + at, tail.subarray(at))
    if (end) return end
  }
  return null
}

/** An offset behind the archive's end record. Skips the zeros that pad archives on tapes and disks. */
async function endOfContent(file: FileWindow): Promise<number> {
  for (let end = file.size; end > 0; end -= STEP) {
    const from = Math.max(0, end - STEP)
    const bytes = await file.read(from, end - from)
    for (let at = bytes.length - 1; at >= 0; at -= 1)
      if (bytes[at] !== 0) return Math.min(file.size, from + at + LENGTH.end)
  }
  return 0
}

/** Reads an end record; null for a false match, because the signature may occur in a comment. */
async function readEnd(file: FileWindow, position: number, record: Buffer): Promise<End | null> {
  if (position + LENGTH.end + record.readUInt16LE(20) > file.size) return null
  const disk = record.readUInt16LE(4)
  const [length, offset] = [record.readUInt32LE(12), record.readUInt32LE(16)]
  const long = await readLongEnd(file, position)
  if (long) return long
  const begins = position - length
  if (disk !== 0) return { at: position, begins: Math.max(0, begins), shift: 0, disk }
  if (begins < 0) return null
  const found = async (place: number) => (await signatureAt(file, place)) === SIGNATURE.entry
  if (length === 0) return { at: position, begins: position, shift: Math.max(0, position - offset), disk }
  if (await found(begins)) return { at: position, begins, shift: begins - offset, disk }
  return (await found(offset)) && offset < position ? { at: position, begins: offset, shift: 0, disk } : null
}

async function readLongEnd(file: FileWindow, end: number): Promise<End | null> {
  const locator = Buffer.from(await file.read(Math.max(0, end - LENGTH.longEndLocator), LENGTH.longEndLocator))
  if (locator.length < 20 || locator.readUInt32LE(0) !== SIGNATURE.longEndLocator) return null
  const offset = Number(locator.readBigUInt64LE(8))
  for (const at of [offset, end - LENGTH.longEndLocator - LENGTH.longEnd]) {
    if (at < 0 || (await signatureAt(file, at)) !== SIGNATURE.longEnd) continue
    const record = await file.read(at, LENGTH.longEnd)
    if (record.length < LENGTH.longEnd) continue
    const shift = at - offset
    const begins = Number(record.readBigUInt64LE(48)) + shift
    return { at, begins, shift, disk: record.readUInt32LE(16) }
  }
  return null
}

async function signatureAt(file: FileWindow, position: number): Promise<number> {
  const bytes = await file.read(position, 4)
  return bytes.length < 4 ? 0 : bytes.readUInt32LE(0)
}

async function readEntries(file: FileWindow, { at: end, begins, shift, disk }: End): Promise<ZipDirectory> {
  const entries: ZipEntry[] = []
  let at = begins
  while (at + LENGTH.entry <= end && (await signatureAt(file, at)) === SIGNATURE.entry) {
    const head = Buffer.from(await file.read(at, LENGTH.entry))
    const [name, extra, comment] = [head.readUInt16LE(28), head.readUInt16LE(30), head.readUInt16LE(32)]
    const named = Buffer.from(await file.read(at + LENGTH.entry, name + extra))
    if (named.length < name + extra) break
    const entry = entryOf(head.subarray(6), named.subarray(0, name), named.subarray(name))
    entry.externalFileAttributes = head.readUInt32LE(38)
    entry.relativeOffsetOfLocalHeader = head.readUInt32LE(42)
    fillLong(entry, ['uncompressedSize', 'compressedSize', 'relativeOffsetOfLocalHeader'])
    entry.relativeOffsetOfLocalHeader += shift
    const diskStart = head.readUInt16LE(34)
    push(entries, Object.assign(entry, { isElsewhere: disk !== 0 && diskStart !== disk && diskStart !== 0xffff }))
    at += LENGTH.entry + name + extra + comment
  }
  if (disk !== 0) return { entries, begins, fault: new NoPreview('zip_volumes', `volume ${disk + 1}`) }
  const isWhole = at === end || ENDS.includes(await signatureAt(file, at))
  return { entries, begins, fault: isWhole ? null : new NoPreview('failure', `the directory is damaged at ${at}`) }
}

/** Reads the entries from the files' own headers, one after another. Omits incomplete entries. */
async function walk(file: FileWindow): Promise<ZipDirectory> {
  const entries: ZipEntry[] = []
  const isMarked = MARKS.includes(await signatureAt(file, 0))
  let fault = new NoPreview(isMarked ? 'zip_volumes' : 'failure', 'the directory is missing')
  let at = isMarked ? 4 : 0
  while ((await signatureAt(file, at)) === SIGNATURE.local) {
    const head = Buffer.from(await file.read(at, LENGTH.local))
    if (head.length < LENGTH.local) break
    const [name, extra] = [head.readUInt16LE(26), head.readUInt16LE(28)]
    const named = Buffer.from(await file.read(at + LENGTH.local, name + extra))
    const entry = entryOf(head.subarray(4), named.subarray(0, name), named.subarray(name))
    if (entry.generalPurposeBitFlag & FLAG.headerMasked) throw masked()
    entry.externalFileAttributes = 0
    entry.relativeOffsetOfLocalHeader = at
    fillLong(entry, ['uncompressedSize', 'compressedSize'])
    const data = at + LENGTH.local + name + extra
    const isFollowed = (entry.generalPurposeBitFlag & FLAG.sizesFollow) !== 0
    if (isFollowed && entry.compressedSize === 0 && !(await findSizes(file, data, entry))) break
    at = data + entry.compressedSize
    if (at > file.size) break
    if (isFollowed) at += await descriptorLength(file, at)
    push(entries, Object.assign(entry, { isElsewhere: false }))
  }
  if ((await signatureAt(file, at)) === SIGNATURE.extraData) fault = masked()
  return { entries, begins: at, fault }
}

/** @param common the fields that both kinds of headers share, from the flags on */
function entryOf(common: Buffer, name: Buffer, extra: Buffer): Entry {
  let extraFields: Entry['extraFields'] = []
  try {
    extraFields = parseExtraFields(extra)
  } catch {
    // The name and sizes are also elsewhere.
  }
  return Object.assign(new Entry(), {
    fileNameRaw: name,
    extraFields,
    generalPurposeBitFlag: common.readUInt16LE(2),
    compressionMethod: common.readUInt16LE(4),
    lastModFileTime: common.readUInt16LE(6),
    lastModFileDate: common.readUInt16LE(8),
    compressedSize: common.readUInt32LE(14),
    uncompressedSize: common.readUInt32LE(18),
  })
}

/** Fills in numbers that need 64 bits, stored in this order (APPNOTE 4.5.3). */
function fillLong(
  entry: Entry,
  fields: readonly ('uncompressedSize' | 'compressedSize' | 'relativeOffsetOfLocalHeader')[],
): void {
  const long = entry.extraFields.find(({ id }) => id === 1)?.data ?? Buffer.alloc(0)
  let at = 0
  for (const field of fields) {
    if (entry[field] !== ELSEWHERE || at + 8 > long.length) continue
    entry[field] = Number(long.readBigUInt64LE(at))
    at += 8
  }
}

function masked(): NoPreview {
  return new NoPreview('zip_encrypted', 'even its names want a password')
}

function push(entries: ZipEntry[], entry: ZipEntry): void {
  if (entries.length >= MAX_ENTRIES) throw new NoPreview('too_large', `more than ${MAX_ENTRIES} entries`)
  entries.push(entry)
}

/** Fills in sizes that follow the data: the compressed size must equal the number of bytes before the sizes. @returns whether sizes were found */
async function findSizes(file: FileWindow, data: number, entry: Entry): Promise<boolean> {
  for (let from = data; from < file.size; from += STEP) {
    const bytes = Buffer.from(await file.read(from, STEP + 24))
    const next = (at: number) => bytes.indexOf('PK\x07\x08', at, 'latin1')
    for (let at = next(0); at >= 0 && at < STEP; at = next(at + 1)) {
      const packed = from + at - data
      const short = at + 16 <= bytes.length && bytes.readUInt32LE(at + 8) === packed
      const long = at + 24 <= bytes.length && Number(bytes.readBigUInt64LE(at + 8)) === packed
      if (!short && !long) continue
      entry.compressedSize = packed
      entry.uncompressedSize = short ? bytes.readUInt32LE(at + 12) : Number(bytes.readBigUInt64LE(at + 16))
      return true
    }
  }
  return false
}

async function descriptorLength(file: FileWindow, at: number): Promise<number> {
  for (const length of DESCRIPTORS) {
    const next = await signatureAt(file, at + length)
    if (next === SIGNATURE.local || next === SIGNATURE.entry || next === SIGNATURE.extraData) return length
  }
  return 0
}
