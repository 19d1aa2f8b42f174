import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeInto } from '../BlobSink'
import { BlobMissing, ChecksumMismatch, StreamAborted, type Part } from '../BlobStorage'
import { S3Refusal, isAbsent } from './s3Answers'
import type { S3Bucket } from './S3Bucket'
import { blobName, tailName } from './names'
import { PART_SIZE, PartCutter } from './PartCutter'
import { ResumingRead } from './ResumingRead'
import type { Spool } from './Spool'
import type { UnfinishedBlobs } from './UnfinishedBlobs'

/** ms after which the bytes of a slow sender are stored although they do not fill a part */
const TAIL_INTERVAL = 10_000

export interface AppendPorts {
  bucket: S3Bucket
  unfinished: UnfinishedBlobs
  spool(): Spool
}

/** Appends to an unfinished blob, as `BlobStorage.append` says. */
export async function appendPart(ports: AppendPorts, key: string, source: Readable, part: Part): Promise<void> {
  const { bucket, unfinished, spool } = ports
  const found = await unfinished.find(key)
  if (found === null && part.at > 0) throw new BlobMissing(key)
  if (found === null) await unfinished.mark(key, null)
  const known = found ?? { upload: null, parts: [] }
  const full = Math.floor(part.at / PART_SIZE)
  if (full > known.parts.length) throw new BlobMissing(key)

  const hash = part.checksum && createHash(part.checksum.algorithm)
  let acknowledged = { length: part.at, at: Date.now() }
  const acknowledge = async (length: number) => {
    if (length <= acknowledged.length) return
    acknowledged = { length, at: Date.now() }
    await part.acknowledge(length)
  }
  const keepTail = async (rest: Spool, start: number) => {
    if (rest.size > 0) await bucket.put(tailName(key, start), rest)
    await acknowledge(start + rest.size)
  }
  const startOf = () => (cutter.nextNumber - 1) * PART_SIZE
  const cutter: PartCutter = new PartCutter({
    spool,
    number: full + 1,
    first: await readTail(ports, key, part.at, full * PART_SIZE),
    limit: part.limit,
    isHeld: hash !== undefined,
    receive(chunk) {
      part.touch?.(chunk)
      hash?.update(chunk)
    },
    async store(bytes, number) {
      known.upload = await unfinished.requireUpload(key, known)
      await bucket.putPart(blobName(key), known.upload, number, bytes)
      if (!hash) await acknowledge(number * PART_SIZE)
    },
    async pass(rest) {
      // Each tail is at least twice as long as the last one, so that no byte is sent more than twice.
      const isDue = Date.now() - acknowledged.at >= TAIL_INTERVAL && rest.size >= 2 * (acknowledged.length - startOf())
      if (isDue) await keepTail(rest, startOf())
    },
  })
  try {
    const cut = await receive(source, cutter, part.signal)
    await cutter.settle()
    if (hash) {
      if (cut) throw cut
      if (!hash.digest().equals(part.checksum!.digest)) throw new ChecksumMismatch()
      await cutter.release()
    }
    await keepTail(cutter.rest, startOf())
    if (cut) throw cut
  } finally {
    await cutter.remove()
  }
}

/** Receives the stream. @returns the reason when it broke off or was stopped */
async function receive(source: Readable, sink: PartCutter, signal?: AbortSignal): Promise<StreamAborted | undefined> {
  let cut: StreamAborted | undefined
  const breakOff = (error: StreamAborted) => {
    cut ??= error
    source.unpipe(sink)
    sink.end()
  }
  const stop = () => breakOff(new StreamAborted(signal?.reason))
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  try {
    await pipeInto(source, sink, breakOff)
    return cut
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

/** The stored bytes from `start` up to `end`, which precede new bytes in their part. @throws BlobMissing when the store has fewer */
async function readTail({ bucket, spool }: AppendPorts, key: string, end: number, start: number): Promise<Spool> {
  const tail = spool()
  if (end === start) return tail
  try {
    const bytes = await ResumingRead.open(bucket, tailName(key, start), { start: 0, end: end - start - 1 })
    for await (const chunk of bytes as AsyncIterable<Buffer>) await tail.add(chunk)
    if (tail.size === end - start) return tail
  } catch (error) {
    const isShort = isAbsent(error) || (error instanceof S3Refusal && error.status === 416)
    if (!isShort) {
      await tail.remove()
      throw error
    }
  }
  await tail.remove()
  throw new BlobMissing(key)
}
