import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import type { Readable } from 'node:stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { ENTRIES_AT_MOST, type EntryVisitor } from './archiveEntry'
import { NoPreview } from './task'

/** Folders of Unix and of DOS. */
const isFolderByMode = (attributes: number) => attributes >>> 28 === 4 || (attributes & 0x10) !== 0

/** Tells what a ZIP holds, and gives the bytes of what is wanted to `write`. Throws NoPreview failure, not_support. */
export async function eachInZip(
  path: string,
  visit: EntryVisitor,
  write: (bytes: Readable) => Promise<void>,
): Promise<void> {
  const zip = await open(path)
  try {
    await refuseOverlaps(path)
    for (let at = 1; ; at += 1) {
      const entry = await next(zip)
      if (entry === null) return
      const name = nameOf(entry)
      const wanted = visit(
        {
          name: name.replaceAll('\\', '/'),
          isFolder:
            /[/\\]$/.test(name) || (isFolderByMode(entry.externalFileAttributes) && entry.uncompressedSize === 0),
          size: entry.uncompressedSize,
          modifiedAt: timeOf(entry),
          isEncrypted: entry.isEncrypted(),
        },
        at / zip.entryCount,
      )
      if (wanted) return await write(await streamOf(zip, entry))
    }
  } finally {
    zip.close()
  }
}

/** bytes of the head of an entry before its name */
const HEAD = 30

/**
 * No honest archive has entries that share bytes: a small one of that kind becomes any number of large files. Where an entry ends is told
 * as early as its head allows.
 */
async function refuseOverlaps(path: string): Promise<void> {
  const zip = await open(path)
  try {
    // Typed as a boolean; before the first entry is read it is where the directory begins.
    const directory = Number(zip.readEntryCursor)
    const begins: number[] = []
    const ends: number[] = []
    for (let entry = await next(zip); entry !== null; entry = await next(zip)) {
      if (begins.length >= ENTRIES_AT_MOST) throw new NoPreview('too_large', `more than ${ENTRIES_AT_MOST} entries`)
      begins.push(entry.relativeOffsetOfLocalHeader)
      ends.push(entry.relativeOffsetOfLocalHeader + HEAD + entry.compressedSize)
    }
    const order = begins.map((_, at) => at).sort((one, other) => begins[one]! - begins[other]!)
    for (const [at, one] of order.entries()) {
      if (ends[one]! > (begins[order[at + 1]!] ?? directory)) throw new NoPreview('failure', 'entries share bytes')
    }
  } finally {
    zip.close()
  }
}

async function open(path: string): Promise<ZipFile> {
  const openIt = promisify<string, yauzl.Options, ZipFile>(yauzl.open)
  return openIt(path, { lazyEntries: true, autoClose: false, decodeStrings: false }).catch(broken)
}

function next(zip: ZipFile): Promise<Entry | null> {
  return new Promise<Entry | null>((resolve, reject) => {
    const forget = () => zip.off('entry', entered).off('end', ended).off('error', failed)
    const entered = (entry: Entry) => resolve((forget(), entry))
    const ended = () => resolve((forget(), null))
    const failed = (error: Error) => reject((forget(), error))
    zip.on('entry', entered).on('end', ended).on('error', failed)
    zip.readEntry()
  }).catch(broken)
}

async function streamOf(zip: ZipFile, entry: Entry): Promise<Readable> {
  if (!entry.canDecodeFileData()) throw new NoPreview('not_support', `compressed by method ${entry.compressionMethod}`)
  const read = promisify<Entry, Readable>(zip.openReadStream.bind(zip))
  return read(entry).catch(broken)
}

/** The times of DOS begin with 1980; what is before it stands for none. */
function timeOf(entry: Entry): number | null {
  const date = entry.getLastModDate()
  return date.getFullYear() >= 1980 ? Math.floor(date.getTime() / 1000) : null
}

/**
 * By its mark or by the field of Info-ZIP; else strict UTF-8, which many write without the mark; else GB18030, what Chinese Windows writes.
 */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const hasOwnField = extraFields.some(({ id }) => id === 0x7075)
  if (hasOwnField) return yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
  return decodeName(fileNameRaw)
}

/** The text of a name of unknown encoding: strict UTF-8, else GB18030. */
export function decodeName(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString() : new TextDecoder('gb18030').decode(bytes)
}

function broken(error: Error): never {
  throw error instanceof NoPreview ? error : new NoPreview('failure', error.message)
}
