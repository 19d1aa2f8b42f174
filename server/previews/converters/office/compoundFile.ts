import { open, type FileHandle } from 'node:fs/promises'

/** The signature of [MS-CFB], the format of Office documents before OOXML and of encrypted ones today. */
const SIGNATURE = 'd0cf11e0a1b11ae1'
const HEADER = 512
const ENTRY = 128
/** Directory entries that are read, and sectors that are followed to a position. */
const LIMITS = { entries: 32_768, chain: 1_048_576 }
/** Higher sector numbers are marks: end of a chain, unused. */
const LAST_SECTOR = 0xfffffffa

/** The place of a stream's bytes. */
interface Stream {
  start: number
  size: number
}

interface Entry extends Stream {
  name: string
  type: number
  left: number
  right: number
  child: number
}

/** Reads a compound file in small parts, on request. Streams within nested storages are ignored. */
export class CompoundFile {
  private readonly streams = new Map<string, Stream>()
  private miniStream: Stream = { start: LAST_SECTOR + 1, size: 0 }
  /** The part of the sector table that was read last; a chain usually stays in one part. */
  private table: { part: number; bytes: Buffer } = { part: -1, bytes: Buffer.alloc(0) }

  private constructor(
    private readonly file: FileHandle,
    private readonly header: Buffer,
  ) {}

  /** Whether a file begins as a compound file. @param head the file's first 512 bytes */
  static begins(head: Buffer): boolean {
    // The byte order mark is at offset 28.
    return head.length >= HEADER && head.toString('hex', 0, 8) === SIGNATURE && head.readUInt16LE(28) === 0xfffe
  }

  /** Opens a compound file while `use` runs. Damaged tables yield fewer and shorter streams. */
  static async use<T>(path: string, use: (file: CompoundFile) => Promise<T>): Promise<T> {
    const file = await open(path)
    try {
      const { buffer } = await file.read(Buffer.alloc(HEADER), 0, HEADER, 0)
      const found = new CompoundFile(file, buffer)
      await found.readDirectory()
      return await use(found)
    } finally {
      await file.close()
    }
  }

  has(name: string): boolean {
    return this.streams.has(name)
  }

  /** Bytes of a stream, fewer at its end; none for a missing stream. */
  async read(name: string, position: number, length: number): Promise<Buffer> {
    const stream = this.streams.get(name)
    if (stream === undefined) return Buffer.alloc(0)
    const wanted = Math.max(0, Math.min(length, stream.size - position))
    const isMini = stream.size < this.header.readUInt32LE(56)
    return isMini ? this.readMini(stream, position, wanted) : this.readChain(stream.start, position, wanted)
  }

  private get sectorSize(): number {
    return 1 << Math.min(16, this.header.readUInt16LE(30))
  }

  private async readDirectory(): Promise<void> {
    const entries: Entry[] = []
    const bytes = await this.readChain(this.header.readUInt32LE(48), 0, LIMITS.entries * ENTRY)
    for (let at = 0; at + ENTRY <= bytes.length; at += ENTRY) entries.push(entryOf(bytes.subarray(at, at + ENTRY)))
    const [root] = entries
    if (root === undefined) return
    this.miniStream = root
    const left = [root.child]
    const seen = new Set<number>()
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      const entry = entries[at]
      if (entry === undefined || seen.has(at)) continue
      seen.add(at)
      if (entry.type === 2) this.streams.set(entry.name, entry)
      left.push(entry.left, entry.right)
    }
  }

  /** Bytes of a chain of sectors, fewer at its end. */
  private readChain(start: number, position: number, length: number): Promise<Buffer> {
    const size = this.sectorSize
    return gather(size, position, length, {
      start,
      next: (sector) => this.nextSector(sector),
      read: (sector, from, bytes) => this.readAt((sector + 1) * size + from, bytes),
    })
  }

  private readMini({ start }: Stream, position: number, length: number): Promise<Buffer> {
    const size = 1 << Math.min(16, this.header.readUInt16LE(32))
    return gather(size, position, length, {
      start,
      next: async (sector) => numberIn(await this.readChain(this.header.readUInt32LE(60), sector * 4, 4)),
      read: (sector, from, bytes) => this.readChain(this.miniStream.start, sector * size + from, bytes),
    })
  }

  private async nextSector(sector: number): Promise<number> {
    const size = this.sectorSize
    const part = Math.floor((sector * 4) / size)
    if (part !== this.table.part)
      this.table = { part, bytes: await this.readAt(((await this.tableSector(part)) + 1) * size, size) }
    return numberIn(this.table.bytes.subarray((sector * 4) % size))
  }

  /** The sector that contains a part of the sector table. The header lists the first 109 such sectors, and a chain of sectors lists the others. */
  private async tableSector(part: number): Promise<number> {
    if (part < 109) return this.header.readUInt32LE(76 + part * 4)
    const perSector = this.sectorSize / 4 - 1
    let sector = this.header.readUInt32LE(68)
    for (let left = Math.floor((part - 109) / perSector); left > 0; left -= 1)
      sector = numberIn(await this.readAt((sector + 1) * this.sectorSize + perSector * 4, 4))
    return numberIn(await this.readAt((sector + 1) * this.sectorSize + ((part - 109) % perSector) * 4, 4))
  }

  private async readAt(position: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.file.read(Buffer.alloc(length), 0, length, position)
    return buffer.subarray(0, bytesRead)
  }
}

interface Chain {
  start: number
  next(sector: number): Promise<number>
  read(sector: number, from: number, length: number): Promise<Buffer>
}

async function gather(size: number, position: number, length: number, { start, next, read }: Chain): Promise<Buffer> {
  const parts: Buffer[] = []
  let left = length
  let skipped = position
  let sector = start
  for (let steps = 0; left > 0 && sector <= LAST_SECTOR && steps < LIMITS.chain; steps += 1) {
    if (skipped < size) {
      const part = await read(sector, skipped, Math.min(left, size - skipped))
      if (part.length === 0) break
      parts.push(part)
      left -= part.length
      skipped = 0
    } else skipped -= size
    sector = await next(sector)
  }
  return Buffer.concat(parts)
}

function numberIn(bytes: Buffer): number {
  return bytes.length < 4 ? LAST_SECTOR + 1 : bytes.readUInt32LE(0)
}

function entryOf(bytes: Buffer): Entry {
  return {
    name: bytes.toString('utf16le', 0, Math.min(64, Math.max(0, bytes.readUInt16LE(64) - 2))),
    type: bytes.readUInt8(66),
    left: bytes.readUInt32LE(68),
    right: bytes.readUInt32LE(72),
    child: bytes.readUInt32LE(76),
    start: bytes.readUInt32LE(116),
    size: bytes.readUInt32LE(120),
  }
}
