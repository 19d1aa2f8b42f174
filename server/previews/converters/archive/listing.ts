import { createWriteStream } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ArchiveError } from '@/contract/previews/previews'
import { orderKey } from '@/domain/items/nameOrder'
import { MAX_ENTRIES, type EntryVisitor, type EntryWriter } from './entry'
import { bytesAt } from '../bytesAt'
import { isVolume, listPacked, unpack, writePacked } from './sevenZip'
import { readTar, isTar } from './tarFile'
import { NoPreview, ONLY, type ArchiveEntry, type ArchiveFormat, type ArchiveList } from '../task'
import { hasZipEnd } from './zipDirectory'
import { readZip } from './zipFile'

const MiB = 1024 * 1024
/** Bytes of one unpacked file, and of a tar before it is read; bytes of all names; characters of one name. */
const LIMITS = { entry: 1024 * MiB, tar: 2048 * MiB, names: 16 * MiB, name: 4096 }

/** Share of the work for unpacking a compressed tar; the rest is for reading the tar. */
const UNPACKING = 0.9

const signs: [ArchiveFormat, number[]][] = [
  ['zip', [0x50, 0x4b, 3, 4]],
  ['zip', [0x50, 0x4b, 5, 6]],
  ['zip', [0x50, 0x4b, 7, 8]],
  ['zip', [0x50, 0x4b, 0x30, 0x30]],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['rar', [0x52, 0x61, 0x72, 0x21, 0x1a, 7, 0]],
  ['rar5', [0x52, 0x61, 0x72, 0x21, 0x1a, 7, 1, 0]],
  ['gzip', [0x1f, 0x8b]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['Z', [0x1f, 0x9d]],
]
/** Formats without a reader. */
const unread: number[][] = [[0x4c, 0x5a, 0x49, 0x50]]

/** The format of an archive by its bytes, whatever its name says. Throws NoPreview extension_not_correct, not_support. */
export async function formatOf(path: string, extension: string): Promise<ArchiveFormat> {
  const head = await bytesAt(path, 0, 512)
  const begins = (sign: number[]) => sign.every((byte, at) => head[at] === byte)
  const known = signs.find(([, sign]) => begins(sign))
  if (known) return known[0]
  if (isTar(head)) return 'tar'
  if (unread.some(begins)) throw new NoPreview('not_support', 'a format without a reader')
  // The bytes alone do not identify LZMA: the first byte may have any value, and the rest of the header says little.
  if (/(^|\.)lzma$/.test(extension) && begins([0x5d, 0, 0])) return 'lzma'
  // A self-extracting archive begins as a program, and the last of several volumes begins within a file.
  if (await hasZipEnd(path)) return 'zip'
  throw new NoPreview('extension_not_correct', 'no archive')
}

/**
 * The entries of an archive, sorted by name as people sort (1§4). Nothing is unpacked, and parts of a path that lead out of the archive are removed.
 * A damaged archive or a single volume yields the readable entries; without any, throws NoPreview failure or zip_volumes. Also throws NoPreview
 * zip_encrypted and too_large.
 * @param progress receives the finished share, 0 to 1
 */
export async function listArchive(
  path: string,
  format: ArchiveFormat,
  progress: (share: number) => void,
): Promise<ArchiveList> {
  const entries: ArchiveEntry[] = []
  let number = -1
  let names = 0
  const trouble = await read(
    path,
    format,
    (found, share) => {
      number += 1
      names += Buffer.byteLength(found.name)
      if (names > LIMITS.names || found.name.length > LIMITS.name) throw new NoPreview('too_large', 'long names')
      if (number >= MAX_ENTRIES) throw new NoPreview('too_large', `more than ${MAX_ENTRIES} entries`)
      const parts = partsOf(found.name)
      if (parts.length > 0 && !isFromFinder(parts)) {
        const { isFolder, size, modifiedAt, isEncrypted } = found
        entries.push({
          entry: number,
          path: parts.join('/'),
          isFolder,
          size: isFolder ? 0 : size,
          modifiedAt,
          isEncrypted,
        })
      }
      progress(share)
      return false
    },
    null,
    progress,
  ).catch((error: unknown) => {
    const trouble = error instanceof NoPreview && entries.length > 0 ? troubleOf(error) : undefined
    if (trouble === undefined) throw error
    return trouble
  })
  return { entries: inOrder(entries), trouble: trouble ?? null }
}

/** The reason for stopping early, if the entries read so far are usable; undefined otherwise. */
function troubleOf({ reason }: NoPreview): ArchiveError | undefined {
  if (reason === 'zip_volumes') return 'volume'
  return reason === 'failure' ? 'damaged' : undefined
}

/** Writes the bytes of one entry, found by its number. Throws NoPreview zip_encrypted, zip_volumes, too_large, not_support, failure. */
export async function extractEntry(path: string, format: ArchiveFormat, entry: number, output: string): Promise<void> {
  let number = -1
  let wanted = false
  await read(
    path,
    format,
    (found) => {
      number += 1
      if (number !== entry) return false
      if (found.isFolder) throw new NoPreview('failure', 'a folder has no bytes')
      if (found.isEncrypted) throw new NoPreview('zip_encrypted', 'a password is wanted')
      if (found.size > LIMITS.entry) throw new NoPreview('too_large', `${found.size} bytes`)
      wanted = true
      return true
    },
    output,
    () => {},
  )
  if (!wanted) throw new NoPreview('failure', `there is no entry ${entry}`)
}

/**
 * Reports the entries of an archive to `visit`. Throws NoPreview after the readable part.
 * @param output receives the bytes of the entry that `visit` wants; null if `visit` wants none
 */
async function read(
  path: string,
  format: ArchiveFormat,
  visit: EntryVisitor,
  output: string | null,
  progress: (share: number) => void,
): Promise<void> {
  const write: EntryWriter = (...bytes) =>
    pipeline([...bytes, atMost(LIMITS.entry), createWriteStream(output as string)])
  if (format === 'zip') return readZip(path, visit, write)
  if (format === 'tar') return void (await readTar(path, visit, write))
  if (format === '7z' || format === 'rar' || format === 'rar5') return eachPacked(path, format, visit, output)
  const inner = `${path}.inner`
  const fault = await unpack(path, format, { output: inner, most: LIMITS.tar }, (share) => progress(share * UNPACKING))
  const visitBehind: EntryVisitor = (found, share) => visit(found, UNPACKING + share * (1 - UNPACKING))
  const isRolled = isTar(await bytesAt(inner, 0, 512))
  const isFound = isRolled && (await readTar(inner, visitBehind, write))
  if (fault && !isFound) throw fault
  if (!isRolled) await only(inner, visitBehind, output)
}

async function eachPacked(
  path: string,
  format: '7z' | 'rar' | 'rar5',
  visit: EntryVisitor,
  output: string | null,
): Promise<void> {
  const parted = (await isVolume(path, format)) ? new NoPreview('zip_volumes', 'one volume of many') : null
  const { found, fault } = await listPacked(path, format)
  const wanted = found.find((one, at) => visit(one, (at + 1) / found.length))
  if (wanted === undefined) {
    if (parted ?? fault) throw (parted ?? fault) as NoPreview
    return
  }
  const sink = { output: output as string, most: Math.min(wanted.size, LIMITS.entry) }
  await writePacked(path, format, wanted.name, sink).catch((error: unknown) => {
    throw parted ?? error
  })
}

/** Reports a single compressed file. */
async function only(path: string, visit: EntryVisitor, output: string | null): Promise<void> {
  const { size } = await stat(path)
  if (!visit({ name: ONLY, isFolder: false, size, modifiedAt: null, isEncrypted: false }, 1)) return
  await rename(path, output as string)
}

function partsOf(name: string): string[] {
  return name
    .normalize('NFC')
    .replace(/[\0-\x1f\x7f]/g, '\ufffd')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
}

/** Files that Finder adds to archives. */
function isFromFinder(parts: readonly string[]): boolean {
  return parts[0] === '__MACOSX' || parts.at(-1) === '.DS_Store'
}

const order = new Intl.Collator('zh-u-kn-true')

/** The same order as in lists. */
function inOrder(entries: readonly ArchiveEntry[]): ArchiveEntry[] {
  return entries
    .map((entry) => ({ entry, key: orderKey(entry.path) }))
    .sort((one, other) => order.compare(one.key, other.key))
    .map(({ entry }) => entry)
}

function atMost(most: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(bytes > most ? new NoPreview('too_large', `more than ${most} bytes`) : null, chunk)
    },
  })
}
