import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import type { Readable } from 'node:stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import type { EntryVisitor } from './archiveEntry'
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
