import { deflateRawSync } from 'node:zlib'
import { crc32 } from './crc32'

/** An archive entry with other properties than its bytes. */
export interface Packed {
  deflated: Buffer
  /** bytes of its declared size */
  size: number
  sum: number
}

/** An archive; entries of plain bytes are stored uncompressed. */
export function zip(files: Record<string, string | Buffer | Packed>): Buffer {
  const entries: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const isPacked = typeof content === 'object' && 'deflated' in content
    const bytes = isPacked ? content.deflated : Buffer.from(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(isPacked ? 8 : 0, 4)
    common.writeUInt32LE(isPacked ? content.sum : crc32(bytes), 10)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt32LE(isPacked ? content.size : bytes.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    entries.push(Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), bytes)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, Buffer.from(name))
    offset += 4 + common.length + Buffer.byteLength(name) + bytes.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Object.keys(files).length, 4)
  end.writeUInt16LE(Object.keys(files).length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...entries, ...directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}

/** Bytes that deflate to next to nothing. */
export function deflatedZeros(size: number): Packed {
  const zeros = Buffer.alloc(size)
  return { deflated: deflateRawSync(zeros), size, sum: crc32(zeros) }
}

/** An archive whose entries all start at the same offset: a few kilobytes that declare 8 MiB each. */
export function overlappingZip(entries: number): Buffer {
  const zeros = deflatedZeros(8 * 1024 * 1024)
  const bytes = zip(Object.fromEntries(Array.from({ length: entries }, (_, at) => [`${at}.bin`, at ? '' : zeros])))
  const head = (at: number) => bytes.indexOf('PK\x01\x02', at, 'latin1')
  const first = head(0)
  for (let at = head(first + 4); at >= 0; at = head(at + 4)) {
    bytes.copy(bytes, at + 10, first + 10, first + 28)
    bytes.writeUInt32LE(0, at + 42)
  }
  return bytes
}
