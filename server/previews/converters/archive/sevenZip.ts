import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import openSevenZip, { type SevenZipModule } from '7z-wasm'
import type { ListedEntry } from './entry'
import { bytesAt } from '../bytesAt'
import { NoPreview, type ArchiveFormat } from '../task'

/** The names of formats in 7-Zip. */
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
  /** bytes that may be written */
  most: number
}

/** Whether a RAR is one of several volumes: a flag of its first header, which follows the signature. */
export async function isVolume(path: string, format: Packed): Promise<boolean> {
  const head = await bytesAt(path, 0, 64)
  if (format === 'rar') return head.length > 11 && (head[10]! & 1) === 1
  if (format !== 'rar5') return false
  // After the checksum: size, type, flags, the size of the extra area if the first flag is set, flags of the archive.
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
 * The entries of a 7z or RAR, and the reason if some are missing. Throws NoPreview zip_encrypted when even the names need a password, failure when
 * there are no entries.
 */
export async function listPacked(
  path: string,
  format: Packed,
): Promise<{ found: ListedEntry[]; fault: NoPreview | null }> {
  const args = ['l', '-slt', '-ba', '-bd', `-t${types[format]}`, '--', basename(path)]
  const { printed, fault } = await run(args, path)
  const found = readList(printed)
  if (fault && (found.length === 0 || fault.reason !== 'failure')) throw fault
  return { found, fault }
}

function readList(printed: string): ListedEntry[] {
  return printed.split(/\n\n+/).flatMap((block) => {
    const fields = new Map(
      block.split('\n').map((line) => {
        const at = line.indexOf(' = ')
        return at < 0 ? [line.replace(/ =$/, ''), ''] : [line.slice(0, at), line.slice(at + 3)]
      }),
    )
    const name = fields.get('Path')
    if (name === undefined) return []
    const seconds = Date.parse(fields.get('Modified')?.slice(0, 19).replace(' ', 'T') ?? '') / 1000
    return [
      {
        name,
        isFolder: fields.get('Folder') === '+' || /^D/.test(fields.get('Attributes')?.trim() ?? ''),
        size: Number(fields.get('Size') || 0),
        modifiedAt: seconds > 0 ? seconds : null,
        isEncrypted: fields.get('Encrypted') === '+',
      },
    ]
  })
}

/** Writes the bytes of one file of a 7z or RAR. Throws NoPreview zip_encrypted, failure. */
export async function writePacked(path: string, format: Packed, name: string, sink: Sink): Promise<void> {
  const args = ['e', '-so', '-spd', '-bd', `-t${types[format]}`, '--', basename(path), name]
  const { fault, written } = await run(args, path, { sink, isCut: true })
  // A file is complete even if the archive breaks off after it.
  const isWhole = fault?.reason === 'failure' && written === sink.most && !/Data Error|CRC/i.test(fault.message)
  if (fault && !isWhole) throw fault
}

/**
 * Decompresses a file, and returns the reason if the output is incomplete. Throws NoPreview too_large.
 * @param progress receives the share that was read, 0 to 1
 */
export async function unpack(
  path: string,
  format: Packed,
  sink: Sink,
  progress: (share: number) => void,
): Promise<NoPreview | null> {
  const { fault } = await run(['e', '-so', '-bd', `-t${types[format]}`, '--', basename(path)], path, { sink, progress })
  if (fault && fault.reason !== 'failure') throw fault
  return fault && PADDED.test(fault.message) ? null : fault
}

/** Data after a compressed file do no harm. */
const PADDED = /data after the end of the payload data/

interface Options {
  sink?: Sink
  /** Output beyond the sink's limit belongs to another file of the same name and is dropped. */
  isCut?: boolean
  progress?(share: number): void
}

/**
 * Runs 7-Zip. 7-Zip sees only the archive's folder. With `-so` its output is written into one file that we opened, so 7-Zip cannot choose a path.
 * Returns the other output, and the reason if the run failed.
 */
async function run(
  args: string[],
  path: string,
  { sink, isCut = false, progress }: Options = {},
): Promise<{ printed: string; written: number; fault: NoPreview | null }> {
  const lines: string[] = []
  const onLine = (line: string) => void lines.push(line)
  const sevenZip = await openSevenZip({ print: onLine, printErr: onLine, stdin: noKey })
  sevenZip.FS.mkdir('/work')
  sevenZip.FS.mount(sevenZip.NODEFS, { root: dirname(path) }, '/work')
  sevenZip.FS.chdir('/work')
  if (progress) reportReads(sevenZip, statSync(path).size, progress)
  let fault: NoPreview | null = null
  const file = sink ? openSync(sink.output, 'w') : null
  let left = sink?.most ?? 0
  try {
    if (sink && file !== null) {
      writeTo(sevenZip, (bytes) => {
        if (bytes.length > left && !isCut) throw (fault = new NoPreview('too_large', `more than ${sink.most} bytes`))
        const accepted = bytes.subarray(0, left)
        writeSync(file, accepted)
        left -= accepted.length
      })
    }
    // The type declares no return value.
    const code = sevenZip.callMain(args) as unknown as number
    if (code !== 0 && code !== 1) fault ??= faultOf(lines.join('\n'), code)
  } catch (error) {
    fault ??= faultOf(lines.join('\n'), String(error))
  } finally {
    if (file !== null) closeSync(file)
  }
  return { printed: lines.join('\n'), written: (sink?.most ?? 0) - left, fault }
}

/** Answers the request for a password with nothing. */
function noKey(): number {
  return null as unknown as number
}

function faultOf(printed: string, code: number | string): NoPreview {
  if (/Enter password|encrypted archive|Wrong password/i.test(printed))
    return new NoPreview('zip_encrypted', 'a password is wanted')
  return new NoPreview('failure', `7-Zip ended with ${code}: ${printed.trim().slice(0, 500)}`)
}

type Operations = Record<'read' | 'write', (...given: never[]) => number>

function reportReads({ NODEFS }: SevenZipModule, size: number, progress: (share: number) => void): void {
  const { stream_ops: operations } = NODEFS as unknown as { stream_ops: Operations }
  const { read } = operations
  let bytes = 0
  operations.read = (...given) => {
    const count = read(...given)
    bytes += count
    progress(Math.min(1, bytes / size))
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
