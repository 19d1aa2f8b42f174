import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import openSevenZip, { type SevenZipModule } from '7z-wasm'
import type { Found } from './archiveEntry'
import { NoPreview, type ArchiveFormat } from './task'

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

/** What a 7z or RAR holds. Throws NoPreview zip_encrypted where even its names want a password, failure. */
export async function listPacked(path: string, format: Packed): Promise<Found[]> {
  const printed = await run(['l', '-slt', '-ba', '-bd', `-t${types[format]}`, '--', basename(path)], path)
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
  await run(['e', '-so', '-spd', '-bd', `-t${types[format]}`, '--', basename(path), name], path, { sink, isCut: true })
}

/** Writes what a compressed file becomes. Throws NoPreview too_large, failure. @param told hears the share read, 0 to 1 */
export async function unpack(path: string, format: Packed, sink: Sink, told: (share: number) => void): Promise<void> {
  await run(['e', '-so', '-bd', `-t${types[format]}`, '--', basename(path)], path, { sink, told })
}

interface Options {
  sink?: Sink
  /** What is more than the sink takes is another of the same name, and left. */
  isCut?: boolean
  told?(share: number): void
}

/**
 * Runs 7-Zip, which sees the folder of the archive alone and, told `-so`, writes into one file that it cannot name. Gives what it
 * printed otherwise.
 */
async function run(args: string[], path: string, { sink, isCut = false, told }: Options = {}): Promise<string> {
  const lines: string[] = []
  const heard = (line: string) => void lines.push(line)
  const sevenZip = await openSevenZip({ print: heard, printErr: heard, stdin: noKey })
  sevenZip.FS.mkdir('/work')
  sevenZip.FS.mount(sevenZip.NODEFS, { root: dirname(path) }, '/work')
  sevenZip.FS.chdir('/work')
  if (told) hearReads(sevenZip, statSync(path).size, told)
  let fault: NoPreview | null = null
  const file = sink ? openSync(sink.output, 'w') : null
  try {
    if (sink && file !== null) {
      let left = sink.most
      writeTo(sevenZip, (bytes) => {
        if (bytes.length > left && !isCut) throw (fault = new NoPreview('too_large', `more than ${sink.most} bytes`))
        const taken = bytes.subarray(0, left)
        writeSync(file, taken)
        left -= taken.length
      })
    }
    // Its types say that nothing is given back.
    const code = sevenZip.callMain(args) as unknown as number
    if (fault === null && (code === 0 || code === 1)) return lines.join('\n')
    fault ??= faultOf(lines.join('\n'), code)
  } catch (error) {
    fault ??= faultOf(lines.join('\n'), String(error))
  } finally {
    if (file !== null) closeSync(file)
  }
  throw fault
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
