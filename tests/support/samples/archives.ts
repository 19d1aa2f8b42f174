import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import openSevenZip from '7z-wasm'
import { crc32 } from './crc32'
import { zip } from './zip'

/** 资料 and 说明 as Chinese Windows writes them. */
const GBK: Record<string, number[]> = { 资料: [0xd7, 0xca, 0xc1, 0xcf], 说明: [0xcb, 0xb5, 0xc3, 0xf7] }

/** The bytes of a name in GBK. */
export function gbk(name: string): Buffer {
  return Buffer.concat(name.split(/(资料|说明)/).map((part) => Buffer.from(GBK[part] ?? Buffer.from(part))))
}

/** A ZIP with GBK names and no flag for them. */
export function gbkZip(files: Record<string, string>): Buffer {
  const names = Object.keys(files).map(gbk)
  const stands = names.map((name, at) => String.fromCharCode(at + 1).repeat(name.length))
  const made = zip(Object.fromEntries(Object.values(files).map((content, at) => [stands[at], content])))
  names.forEach((name, at) => {
    const stand = stands[at] as string
    for (let place = made.indexOf(stand); place >= 0; place = made.indexOf(stand)) name.copy(made, place)
  })
  return made
}

interface TarEntry {
  name: Buffer | string
  content?: Buffer | string
  /** 0: a file, 5: a folder, 2: a symbolic link, S: a sparse file, x: fields of the next entry */
  type?: '0' | '5' | '2' | 'S' | 'x'
  link?: string
}

export function tar(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ name, content = '', type = '0', link = '' }) => {
    const bytes = Buffer.from(content)
    const head = Buffer.alloc(512)
    head.set(Buffer.from(name), 0)
    head.write('0000644\0', 100)
    head.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124)
    head.write(`${(1_700_000_000).toString(8).padStart(11, '0')}\0`, 136)
    head.write(type, 156)
    head.write(link, 157)
    head.write('ustar  \0', 257)
    sumUp(head)
    return [head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

function sumUp(head: Buffer): void {
  head.write('        ', 148)
  const sum = head.reduce((all, byte) => all + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
}

/** A tar of Unix V7, before ustar: folders end with a slash. */
export function oldTar(entries: readonly TarEntry[]): Buffer {
  const bytes = tar(entries)
  for (let at = 0; at + 512 <= bytes.length; at += 512) {
    if (bytes.toString('latin1', at + 257, at + 265) !== 'ustar  \0') continue
    bytes.fill(0, at + 257, at + 265)
    bytes[at + 156] = 0
    sumUp(bytes.subarray(at, at + 512))
  }
  return bytes
}

/** A GNU tar file with a hole at its start; `content` is its end. */
export function sparseTar(name: string, size: number, content: string, format: 'gnu' | 'pax'): Buffer {
  const begin = size - content.length
  if (format === 'pax') {
    const map = `1\n${begin}\n${content.length}\n`
    const fields = { 'GNU.sparse.major': 1, 'GNU.sparse.minor': 0, 'GNU.sparse.name': name, 'GNU.sparse.realsize': size }
    const records = Object.entries(fields).map(([key, value]) => paxField(`${key}=${value}\n`))
    return tar([
      { name: 'PaxHeaders/x', type: 'x', content: records.join('') },
      { name: 'GNUSparseFile.1/x', content: Buffer.concat([Buffer.from(map.padEnd(512, '\0')), Buffer.from(content)]) },
      { name: 'behind.txt', content: 'behind' },
    ])
  }
  const bytes = tar([
    { name, type: 'S', content },
    { name: 'behind.txt', content: 'behind' },
  ])
  const octal = (value: number, at: number) => bytes.write(`${value.toString(8).padStart(11, '0')}\0`, at)
  octal(begin, 386)
  octal(content.length, 398)
  octal(size, 483)
  sumUp(bytes.subarray(0, 512))
  return bytes
}

/** A pax field, which starts with its own length. */
function paxField(field: string): string {
  const length = ` ${field}`.length
  const digits = String(length + String(length).length).length
  return `${length + digits} ${field}`
}

/** A RAR 5 of stored files. @param isVolume one volume of several */
export function rar(files: Record<string, string>, isVolume = false): Buffer {
  const block = (...fields: Buffer[]) => {
    const body = Buffer.concat(fields)
    const sized = Buffer.concat([vint(body.length), body])
    const sum = Buffer.alloc(4)
    sum.writeUInt32LE(crc32(sized))
    return Buffer.concat([sum, sized])
  }
  const parts = Object.entries(files).flatMap(([name, content]) => {
    const bytes = Buffer.from(content)
    const sum = Buffer.alloc(4)
    sum.writeUInt32LE(crc32(bytes))
    const named = Buffer.from(name)
    return [
      block(
        vint(2),
        vint(2),
        vint(bytes.length),
        vint(4),
        vint(bytes.length),
        vint(0o100644),
        sum,
        vint(0),
        vint(1),
        vint(named.length),
        named,
      ),
      bytes,
    ]
  })
  return Buffer.concat([
    Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1'),
    block(vint(1), vint(0), vint(isVolume ? 1 : 0)),
    ...parts,
    block(vint(5), vint(0), vint(0)),
  ])
}

function vint(value: number): Buffer {
  const bytes: number[] = []
  let left = value
  for (; left > 127; left = Math.floor(left / 128)) bytes.push((left & 127) | 128)
  return Buffer.from([...bytes, left])
}

/** An archive made by 7-Zip with options of its command line: `packed('x.7z', ['-psecret'], { 'a.txt': 'A' })`. */
export async function packed(
  name: string,
  options: readonly string[],
  files: Record<string, string | Buffer>,
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'packed-'))
  try {
    for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), content)
    const sevenZip = await openSevenZip({ print: () => {}, printErr: () => {} })
    sevenZip.FS.mkdir('/work')
    sevenZip.FS.mount(sevenZip.NODEFS, { root: folder }, '/work')
    sevenZip.FS.chdir('/work')
    sevenZip.callMain(['a', ...options, name, ...Object.keys(files)])
    return await readFile(join(folder, name))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
