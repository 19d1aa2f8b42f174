import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import openSevenZip, { type SevenZipModule } from '7z-wasm'
import type { Found } from './entry'
import { bytesAt } from '../bytesAt'
import { NoPreview, type ArchiveFormat } from '../task'

/** What 7-Zip calls them. */
const types: Record<Exclude<ArchiveFormat, 'zip' | 'tar'>, string> = {
  '7z': '7z',
  rar: 'Rar',
  rar5: 'Rar5',
  gzip: 'gzip',
  bzip2: 'bzip2',
  xz: 'xz',
  zstd: 'zstd',
  Z: 'Z',
  lzma: 'lzma',
}
type Packed = keyof typeof types

interface Sink {
  output: string
  /** bytes that are taken */
  most: number
}

/** Whether a RAR says that it is one of many volumes: a flag of its first header, which follows the signature. */
export async function isVolume(path: string, format: Packed): Promise<boolean> {
  const head = await bytesAt(path, 0, 64)
  if (format === 'rar') return head.length > 11 && (head[10]! & 1) === 1
  if (format !== 'rar5') return false
  // Behind the sum: size, type, flags, the size of what is added where the first flag is set, flags of the archive.
  const numbers: number[] = []
  let number = 0
  let shift = 0
  for (const byte of head.subarray(12)) {
    number += (byte & 127) * 2 ** shift
    shift += 7
    if (byte > 127) continue
    numbers.push(number)
    number = shift = 0
  }
  const [, type, flags = 0, next = 0, last = 0] = numbers
  return type === 1 && ((flags & 1 ? last : next) & 1) === 1
}

/**
 * What a 7z or RAR holds, and why that is not all. Throws NoPreview zip_encrypted where even its names want a password, failure where
 * nothing is found.
 */
export async function listPacked(path: string, format: Packed): Promise<{ found: Found[]; fault: NoPreview | null }> {
  const args = ['l', '-slt', '-ba', '-bd', `-t${types[format]}`, '--', basename(path)]
  const { printed, fault } = await run(args, path)
  const found = readList(printed)
  if (fault && (found.length === 0 || fault.reason !== 'failure')) throw fault
  return { found, fault }
}

function readList(printed: string): Found[] {
  return printed.split(/\n\n+/).flatMap((block) => {
    const told = new Map(
      block.split('\n').map((line) => {
        const at = line.indexOf(' = ')
        return at < 0 ? [line.replace(/ =$/, ''), ''] : [line.slice(0, at), line.slice(at + 3)]
      }),
    )
    const name = told.get('Path')
    if (name === undefined) return []
    const seconds = Date.parse(told.get('Modified')?.slice(0, 19).replace(' ', 'T') ?? '') / 1000
    return [
      {
        name,
        isFolder: told.get('Folder') === '+' || /^D/.test(told.get('Attributes')?.trim() ?? ''),
        size: Number(told.get('Size') || 0),
        modifiedAt: seconds > 0 ? seconds : null,
        isEncrypted: told.get('Encrypted') === '+',
      },
    ]
  })
}

/** Writes the bytes of one file of a 7z or RAR. Throws NoPreview zip_encrypted, failure. */
export async function writePacked(path: string, format: Packed, name: string, sink: Sink): Promise<void> {
  const args = ['e', '-so', '-spd', '-bd', `-t${types[format]}`, '--', basename(path), name]
  const { fault, written } = await run(args, path, { sink, isCut: true })
  // Where the archive breaks off behind it, a file is whole all the same.
  const isWhole = fault?.reason === 'failure' && written === sink.most && !/Data Error|CRC/i.test(fault.message)
  if (fault && !isWhole) throw fault
}

/**
 * Writes what a compressed file becomes, and gives why that is not all. Throws NoPreview too_large.
 * @param told hears the share read, 0 to 1
 */
export async function unpack(
  path: string,
  format: Packed,
  sink: Sink,
  told: (share: number) => void,
): Promise<NoPreview | null> {
  const { fault } = await run(['e', '-so', '-bd', `-t${types[format]}`, '--', basename(path)], path, { sink, told })
  if (fault && fault.reason !== 'failure') throw fault
  return fault && PADDED.test(fault.message) ? null : fault
}

/** What stands behind a compressed file does it no harm. */
const PADDED = /data after the end of the payload data/

interface Options {
  sink?: Sink
  /** What is more than the sink takes is another of the same name, and left. */
  isCut?: boolean
  told?(share: number): void
}

/**
 * Runs 7-Zip, which sees the folder of the archive alone and, told `-so`, writes into one file that it cannot name. Gives what it
 * printed otherwise, and why it did not end well.
 */
async function run(
  args: string[],
  path: string,
  { sink, isCut = false, told }: Options = {},
): Promise<{ printed: string; written: number; fault: NoPreview | null }> {
  const lines: string[] = []
  const heard = (line: string) => void lines.push(line)
  const sevenZip = await openSevenZip({ print: heard, printErr: heard, stdin: noKey })
  sevenZip.FS.mkdir('/work')
  sevenZip.FS.mount(sevenZip.NODEFS, { root: dirname(path) }, '/work')
  sevenZip.FS.chdir('/work')
  if (told) hearReads(sevenZip, statSync(path).size, told)
  let fault: NoPreview | null = null
  const file = sink ? openSync(sink.output, 'w') : null
  let left = sink?.most ?? 0
  try {
    if (sink && file !== null) {
      writeTo(sevenZip, (bytes) => {
        if (bytes.length > left && !isCut) throw (fault = new NoPreview('too_large', `more than ${sink.most} bytes`))
        const taken = bytes.subarray(0, left)
        writeSync(file, taken)
        left -= taken.length
      })
    }
    // Its types say that nothing is given back.
    const code = sevenZip.callMain(args) as unknown as number
    if (code !== 0 && code !== 1) fault ??= faultOf(lines.join('\n'), code)
  } catch (error) {
    fault ??= faultOf(lines.join('\n'), String(error))
  } finally {
    if (file !== null) closeSync(file)
  }
  return { printed: lines.join('\n'), written: (sink?.most ?? 0) - left, fault }
}

/** It asks for a password and gets no answer. */
function noKey(): number {
  return null as unknown as number
}

function faultOf(printed: string, code: number | string): NoPreview {
  if (/Enter password|encrypted archive|Wrong password/i.test(printed))
    return new NoPreview('zip_encrypted', 'a password is wanted')
  return new NoPreview('failure', `7-Zip ended with ${code}: ${printed.trim().slice(0, 500)}`)
}

type Operations = Record<'read' | 'write', (...given: never[]) => number>

function hearReads({ NODEFS }: SevenZipModule, size: number, told: (share: number) => void): void {
  const { stream_ops: operations } = NODEFS as unknown as { stream_ops: Operations }
  const { read } = operations
  let bytes = 0
  operations.read = (...given) => {
    const count = read(...given)
    bytes += count
    told(Math.min(1, bytes / size))
    return count
  }
}

function writeTo({ FS }: SevenZipModule, take: (bytes: Uint8Array) => void): void {
  const device = FS.makedev(64, 0)
  FS.registerDevice(device, {
    open: nothing,
    close: nothing,
    write(_stream: unknown, buffer: Uint8Array, offset: number, length: number) {
      take(buffer.subarray(offset, offset + length))
      return length
    },
  } as never)
  FS.unlink('/dev/stdout')
  FS.mkdev('/dev/stdout', 0o600, device)
  FS.close((FS as unknown as { getStream(number: number): Parameters<typeof FS.close>[0] }).getStream(1))
  FS.open('/dev/stdout', 'w')
}

function nothing() {}
