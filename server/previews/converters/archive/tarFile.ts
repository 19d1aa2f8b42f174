import { Readable } from 'node:stream'
import type { EntryVisitor, EntryWriter } from './entry'
import { FileWindow } from '../FileWindow'
import { contentOf, piecesIn, piecesOf, type Piece, type Stored } from './tarSparse'
import { nameDecoder } from './names'
import { NoPreview } from '../task'

const BLOCK = 512
/** bytes of fields before a header; longer ones are ignored */
const FIELDS = 1024 * 1024
/** blocks that continue the map of a sparse file */
const MAP_BLOCKS = 4096

/** Whether the bytes are the header of a tar, by its checksum. */
export function isTar(head: Buffer): boolean {
  if (head.length < BLOCK) return false
  const checksum = parseInt(head.toString('latin1', 148, 156).replace(/[^0-7]/g, ''), 8)
  const sum = (byteAt: (at: number) => number) => {
    let all = 8 * 32
    for (let at = 0; at < BLOCK; at += 1) if (at < 148 || at >= 156) all += byteAt(at)
    return all
  }
  // Some old writers treat bytes from 128 on as negative.
  return checksum === sum((at) => head[at]!) || checksum === sum((at) => head.readInt8(at))
}

/**
 * Reports the entries of a tar, and passes the bytes of the wanted one to `write`. Reads Unix V7, ustar, pax and GNU, with sparse files. Links are
 * skipped, because they lead out of the archive. Throws NoPreview failure, zip_volumes, after the readable part.
 * @returns whether an entry was wanted
 */
export async function readTar(path: string, visit: EntryVisitor, write: EntryWriter): Promise<boolean> {
  const wanted = await FileWindow.use(path, async (file) => find(file, visit, nameDecoder(await namesIn(file))))
  if (wanted !== null) await write(Readable.from(contentOf(path, wanted)))
  return wanted !== null
}

/** The names of the readable entries, as bytes. */
async function namesIn(file: FileWindow): Promise<Buffer[]> {
  const names: Buffer[] = []
  const note = (name: Buffer) => {
    names.push(Buffer.from(name))
    return name.toString('latin1')
  }
  await find(file, () => false, note).catch((error: unknown) => {
    if (!(error instanceof NoPreview)) throw error
  })
  return names
}

/** Records before a header that describe the following file. */
interface Preamble {
  name?: string
  fields: ReadonlyMap<string, string>
}

const nothing: Preamble = { fields: new Map() }

async function find(file: FileWindow, visit: EntryVisitor, decode: (name: Buffer) => string): Promise<Stored | null> {
  let at = 0
  let preamble = nothing
  let empty = 0
  let isContinued = false
  while (at + BLOCK <= file.size) {
    const head = Buffer.from(await file.read(at, BLOCK))
    if (head.every((byte) => byte === 0)) {
      empty += 1
      at += BLOCK
      continue
    }
    if (!isTar(head)) {
      // Two empty blocks mark the end; any data may follow.
      if (empty > 1) break
      throw new NoPreview('failure', `no header at ${at}`)
    }
    empty = 0
    const type = head.toString('latin1', 156, 157)
    const { stored, pieces, begin } = await placeOf(file, at, head, type, preamble.fields)
    if (!(stored >= 0 && begin + stored <= file.size)) throw new NoPreview('failure', `the file at ${at} is not whole`)
    at = begin + Math.ceil(stored / BLOCK) * BLOCK
    if (type === 'x' || type === 'X' || type === 'L') {
      const bytes = stored > FIELDS ? Buffer.alloc(0) : await file.read(begin, stored)
      preamble =
        type === 'L' ? { ...preamble, name: decode(upToNul(bytes)) } : { ...preamble, fields: paxFields(bytes, decode) }
      continue
    }
    if (type === 'g' || type === 'K') continue
    isContinued ||= type === 'M'
    const name =
      preamble.fields.get('GNU.sparse.name') ?? preamble.fields.get('path') ?? preamble.name ?? decode(nameIn(head))
    const isFolder = type === '5' || type === 'D' || (FILES.includes(type) && name.endsWith('/'))
    const size = sizeOf(head, type, preamble.fields, stored)
    const found = { name, isFolder, size, modifiedAt: timeOf(head, preamble.fields), isEncrypted: false }
    preamble = nothing
    if ((isFolder || FILES.includes(type)) && visit(found, at / file.size)) return { begin, stored, size, pieces }
  }
  if (isContinued) throw new NoPreview('zip_volumes', 'it continues another volume')
  return null
}

/** Types of files: plain, plain in old archives, contiguous, sparse. */
const FILES = ['0', '\0', '7', 'S']
/** Links, devices, folders: they have no stored data, whatever size they state. */
const EMPTY = ['2', '3', '4', '5', '6']

async function placeOf(
  file: FileWindow,
  at: number,
  head: Buffer,
  type: string,
  fields: ReadonlyMap<string, string>,
): Promise<Omit<Stored, 'size'>> {
  const begin = at + BLOCK
  const size = Number(fields.get('size') ?? numberIn(head, 124))
  if (EMPTY.includes(type)) return { begin, stored: 0, pieces: null }
  // Old writers state the size of a hard link's target.
  if (type === '1' && isTar(await file.read(begin, BLOCK))) return { begin, stored: 0, pieces: null }
  if (type !== 'S') return { begin, stored: size, pieces: piecesOf(fields) }
  const pieces: Piece[] = piecesIn(head, 386, 4, (place) => numberIn(head, place))
  let blocks = 0
  for (let isLonger = head[482] === 1; isLonger && blocks < MAP_BLOCKS; blocks += 1) {
    const block = Buffer.from(await file.read(begin + blocks * BLOCK, BLOCK))
    if (block.length < BLOCK) break
    pieces.push(...piecesIn(block, 0, 21, (place) => numberIn(block, place)))
    isLonger = block[504] === 1
  }
  return { begin: begin + blocks * BLOCK, stored: size, pieces }
}

function sizeOf(head: Buffer, type: string, fields: ReadonlyMap<string, string>, stored: number): number {
  if (type === 'S') return numberIn(head, 483)
  const size = Number(fields.get('GNU.sparse.realsize') ?? fields.get('GNU.sparse.size') ?? stored)
  return size >= 0 ? size : stored
}

function timeOf(head: Buffer, fields: ReadonlyMap<string, string>): number | null {
  const seconds = Math.floor(Number(fields.get('mtime') ?? numberIn(head, 136)))
  return seconds > 0 && seconds <= Number.MAX_SAFE_INTEGER ? seconds : null
}

function nameIn(head: Buffer): Buffer {
  const name = upToNul(head.subarray(0, 100))
  const prefix = head.toString('latin1', 257, 263) === 'ustar\0' ? upToNul(head.subarray(345, 500)) : Buffer.alloc(0)
  return prefix.length > 0 ? Buffer.concat([prefix, Buffer.from('/'), name]) : name
}

/** Reads twelve bytes: octal digits or, marked by the first bit, a binary number; NaN for anything else. */
function numberIn(head: Buffer, at: number): number {
  if ((head[at]! & 0x80) === 0) {
    const [, digits] = /^[\0 ]*([0-7]*)[\0 ]/.exec(`${head.toString('latin1', at, at + 12)} `) ?? []
    return digits === undefined ? NaN : parseInt(`0${digits}`, 8)
  }
  return head[at] === 0x80 ? head.subarray(at + 1, at + 12).reduce((sum, byte) => sum * 256 + byte, 0) : NaN
}

/** Reads lines that begin with their own length: `27 path=资料/说明.txt`. Repeated fields of a sparse map are joined. */
function paxFields(bytes: Buffer, decode: (name: Buffer) => string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  const map: string[] = []
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(0x20, at)
    const length = Number(bytes.toString('latin1', at, blank))
    if (blank < at || !(length > blank - at + 1)) break
    const [, key = '', value = ''] = /^([^=]*)=(.*?)\n?$/s.exec(bytes.toString('latin1', blank + 1, at + length)) ?? []
    if (key === 'GNU.sparse.offset' || key === 'GNU.sparse.numbytes') map.push(value)
    // An empty value withdraws an earlier one.
    if (value === '') fields.delete(key)
    else fields.set(key, /(^|\.)(path|name)$/.test(key) ? decode(Buffer.from(value, 'latin1')) : value)
    at += length
  }
  return map.length > 0 ? fields.set('GNU.sparse.map', map.join()) : fields
}

function upToNul(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0)
  return Buffer.from(end < 0 ? bytes : bytes.subarray(0, end))
}
