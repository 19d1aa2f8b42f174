import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, inflateRaw, type ZlibOptions } from 'node:zlib'
import { bytesAt } from '../bytesAt'
import { CompoundFile } from './compoundFile'
import { isLocked, isLockedWorkbook } from './lock'
import { NoPreview, type Outcome } from '../task'

const MiB = 1024 * 1024
/** Unpacked bytes of a document: a zip bomb would fill the memory, and a sheet of this size takes minutes. */
const LIMITS = { xml: 128 * MiB, all: 1024 * MiB, directory: 16 * MiB, manifest: 4 * MiB }
const HEAD = 4096
/** Bytes of a ZIP's end record, and of the longest comment after it. */
const END = 22
const COMMENT = 65_535
/** Marks a number that follows in 64 bits. */
const ELSEWHERE = 0xffff_ffff

/** Entries that distinguish a document from other archives: OOXML, OpenDocument. */
const MARK = /^(\[Content_Types\]\.xml|mimetype|content\.xml|index\.|Index[./])/
/** Entries of iWork documents, of '09 and of later versions. A document that is a folder is packed with that folder. */
const APPLE = /^([^/]+\/)?(index\.(xml|apxl)(\.gz)?|Index\.zip|Index\/.*\.iwa)$/
/** The first record of a workbook of Excel 2 to 4, by version. These versions did not write compound files. */
const WORKBOOK = /^\x09[\0\x02\x04\x08][\x04\x06\x08]\0/
/** First bytes of 1-2-3, Works, Quattro Pro, WordPerfect and Write, which LibreOffice reads. */
const OLDER = /^(\0\0\x02\0|\0\0\x1a\0|\xff\0\x02\0|\xffWPC|[12]\xbe\0\0)/
/** Control characters that never occur in a text. */
const NO_TEXT = /[\0-\x08\x0e-\x1a\x1c-\x1f]/

/** OpenDocument's list of encrypted parts, and the entry that iWork adds to a document with a password. */
const MANIFEST = 'META-INF/manifest.xml'
const VERIFIER = /^([^/]+\/)?\.iwp[hv]/

/**
 * Refuses a file that is not worth LibreOffice's time. Accepts a document package, an older Office file, and a text, because web pages and tables
 * named .doc and .xls are common. Throws NoPreview: extension_not_correct for any other file; office_encrypted for a file that needs a password;
 * too_large for a zip bomb; failure.
 * @param output where the preview that an iWork document contains is written
 */
export async function checkOffice(path: string, output: string): Promise<Outcome> {
  const { isOfApple, lacksParts } = await check(path)
  const standIn = isOfApple ? await (await import('./standIn')).writeStandIn(path, output) : null
  return { types: [], ...(standIn !== null && { standIn }), ...(lacksParts && { lacksParts }) }
}

interface Kind {
  isOfApple: boolean
  /** Whether LibreOffice leaves out parts of it. */
  lacksParts: boolean
}

const PLAIN: Kind = { isOfApple: false, lacksParts: false }

async function check(path: string): Promise<Kind> {
  const head = await bytesAt(path, 0, HEAD)
  const text = head.toString('latin1')
  if (text.startsWith('PK')) return checkPackage(path)
  if (CompoundFile.begins(head)) {
    if (await CompoundFile.use(path, isLocked)) throw locked()
    return PLAIN
  }
  if (WORKBOOK.test(text)) {
    if (isLockedWorkbook(head)) throw locked()
    return PLAIN
  }
  if (OLDER.test(text)) return PLAIN
  // RTF may contain binary data, and many files end with a zero byte.
  if (text.startsWith('{\\rtf')) return PLAIN
  const isText = text.startsWith('\xff\xfe') || text.startsWith('\xfe\xff') || !NO_TEXT.test(text)
  if (!isText || text.startsWith('%PDF-')) throw new NoPreview('extension_not_correct', 'no office document')
  return PLAIN
}

async function checkPackage(path: string): Promise<Kind> {
  const entries = readDirectory(await directoryOf(path))
  const isOfApple = entries.some(({ name }) => APPLE.test(name))
  if (!isOfApple && !entries.some(({ name }) => MARK.test(name)))
    throw new NoPreview('extension_not_correct', 'an archive of something else')
  const manifest = entries.find(({ name }) => name === MANIFEST)
  // Until iWork '09, a password replaced the packing of the entries.
  if (isOfApple && entries.some(({ method }) => method !== 0 && method !== 8)) throw locked()
  if (entries.some(({ name }) => VERIFIER.test(name)) || (manifest && (await listsKeys(path, manifest)))) throw locked()
  const sum = (some: typeof entries) => some.reduce((bytes, { size }) => bytes + size, 0)
  const all = sum(entries)
  const xml = sum(entries.filter(({ name }) => /\.(xml|rels|iwa)$/i.test(name)))
  if (all > LIMITS.all || xml > LIMITS.xml)
    throw new NoPreview('too_large', `unpacks to ${all} bytes, ${xml} of them XML`)
  return { isOfApple, lacksParts: !isOfApple && (await hasOmittedParts(path, entries)) }
}

/** The ZIP's list of entries, which is at the end. */
async function directoryOf(path: string): Promise<Buffer> {
  const { size } = await stat(path)
  const tail = await bytesAt(path, Math.max(0, size - END - COMMENT), END + COMMENT)
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0 || end + END > tail.length) throw new NoPreview('failure', 'the end of the archive is missing')
  const length = tail.readUInt32LE(end + 12)
  if (length > LIMITS.directory) throw new NoPreview('too_large', `${length} bytes of entries`)
  return bytesAt(path, tail.readUInt32LE(end + 16), length)
}

interface Packed {
  name: string
  /** unpacked bytes */
  size: number
  /** compressed bytes */
  packed: number
  method: number
  /** offset of its header */
  offset: number
}

/** Whether an OpenDocument manifest lists encrypted parts. */
async function listsKeys(path: string, manifest: Packed): Promise<boolean> {
  return /<(\w+:)?encryption-data\b/.test(await readEntry(path, manifest))
}

/** Whether a document has parts that LibreOffice leaves out: diagrams (SmartArt) in a sheet, and documents within a text. */
async function hasOmittedParts(path: string, entries: readonly Packed[]): Promise<boolean> {
  if (entries.some(({ name }) => name.startsWith('xl/diagrams/'))) return true
  const relations = entries.find(({ name }) => name === 'word/_rels/document.xml.rels')
  return relations !== undefined && /\/aFChunk"/.test(await readEntry(path, relations))
}

/** The beginning of an entry; '' if it cannot be read. */
async function readEntry(path: string, { offset, packed, method }: Packed): Promise<string> {
  const head = await bytesAt(path, offset, 30)
  if (head.length < 30) return ''
  const begin = offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  const bytes = await bytesAt(path, begin, Math.min(packed, LIMITS.manifest))
  if (method !== 8) return bytes.toString('utf8')
  const text = await promisify<Buffer, ZlibOptions, Buffer>(inflateRaw)(bytes, {
    maxOutputLength: LIMITS.manifest,
    finishFlush: constants.Z_SYNC_FLUSH,
  }).catch(() => '')
  return text.toString('utf8')
}

function locked(): NoPreview {
  return new NoPreview('office_encrypted', 'it opens with a password only')
}

function readDirectory(directory: Buffer): Packed[] {
  const entries: Packed[] = []
  let at = 0
  while (at + 46 <= directory.length && directory.toString('latin1', at, at + 4) === 'PK\x01\x02') {
    const [name, extra, comment] = [28, 30, 32].map((place) => directory.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    const begin = at + 46
    const size = directory.readUInt32LE(at + 24)
    entries.push({
      name: directory.toString('utf8', begin, begin + name),
      size: size === ELSEWHERE ? longSize(directory.subarray(begin + name, begin + name + extra)) : size,
      packed: directory.readUInt32LE(at + 20),
      method: directory.readUInt16LE(at + 10),
      offset: directory.readUInt32LE(at + 42),
    })
    at = begin + name + extra + comment
  }
  return entries
}

/** The unpacked size in 64 bits, which some writers use even for small entries. */
function longSize(extra: Buffer): number {
  for (let at = 0; at + 12 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === 1) return Number(extra.readBigUInt64LE(at + 4))
  }
  return ELSEWHERE
}
