import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pipeInto } from '../BlobSink'
import {
  BlobMissing,
  WrongLength,
  type BlobStat,
  type BlobStorage,
  type ByteRange,
  type ListedBlob,
  type LocalFile,
  type Part,
  type StoredBlob,
} from '../BlobStorage'
import { BLOB_KEY, newBlobKey } from '../blobKeys'
import type { TemporaryOwner } from '../TemporaryOwner'
import { appendPart } from './appendPart'
import { LocalCache } from './LocalCache'
import { blobName, tailName, writingName } from './names'
import { PartCutter } from './PartCutter'
import { ResumingRead } from './ResumingRead'
import { isAbsent, S3Refusal } from './s3Answers'
import type { S3Bucket } from './S3Bucket'
import { Spool } from './Spool'
import { completeParts, UnfinishedBlobs, type Unfinished } from './UnfinishedBlobs'

/** Blobs in an S3 store; README.md describes the objects. */
export class S3Storage implements BlobStorage {
  private readonly unfinished: UnfinishedBlobs

  private constructor(
    private readonly bucket: S3Bucket,
    private readonly cache: LocalCache,
    private readonly owner: TemporaryOwner,
  ) {
    this.unfinished = new UnfinishedBlobs(bucket)
  }

  /**
   * @param folder of this machine, for temporary files and copies; the processes of the machine may share it
   * @param cacheBytes the most bytes of copies
   */
  static async open(
    bucket: S3Bucket,
    folder: string,
    owner: TemporaryOwner,
    { cacheBytes }: { cacheBytes: number },
  ): Promise<S3Storage> {
    const storage = new S3Storage(bucket, await LocalCache.open(folder, owner, cacheBytes), owner)
    await storage.removeTemporaries()
    return storage
  }

  async begin(): Promise<string> {
    const key = newBlobKey()
    await this.unfinished.mark(key, null)
    return key
  }

  async append(key: string, source: Readable, part: Part): Promise<void> {
    check(key)
    await appendPart({ bucket: this.bucket, unfinished: this.unfinished, spool: this.spool }, key, source, part)
  }

  async complete(key: string, size: number): Promise<StoredBlob> {
    check(key)
    const known = await this.unfinished.find(key)
    if (known !== null) {
      const { start, tail } = await this.unfinished.lengthOf(key, known)
      try {
        if (start + tail !== size) throw new WrongLength(size, start + tail)
        await this.join(key, known, size)
      } catch (error) {
        // Another process may have completed the blob, or be about to remove the mark.
        const mayBeComplete = error instanceof WrongLength || isAbsent(error)
        if (!mayBeComplete || (await this.bucket.sizeOf(blobName(key))) !== size) throw error
      }
      await this.unfinished.forget(key)
      return { key, size }
    }
    const found = await this.bucket.sizeOf(blobName(key))
    if (found === null) throw new BlobMissing(key)
    if (found !== size) throw new WrongLength(size, found)
    return { key, size }
  }

  async abort(key: string): Promise<void> {
    check(key)
    const known = await this.unfinished.find(key)
    if (known?.upload) await this.bucket.abortUpload(blobName(key), known.upload)
    // Also without a mark: a request that ended late may have stored a tail.
    await this.unfinished.forget(key)
  }

  async write(source: Readable, { size }: { size: number }): Promise<StoredBlob> {
    const key = newBlobKey()
    const writing = writingName(this.owner.holder, key)
    let upload: string | undefined
    const parts: { number: number; etag: string }[] = []
    const store = async (bytes: Spool, number: number) => {
      upload ??= await this.beginWriting(key, writing)
      parts.push({ number, etag: await this.bucket.putPart(blobName(key), upload, number, bytes) })
    }
    const hash = createHash('sha1')
    const receive = (chunk: Buffer) => void hash.update(chunk)
    const cutter = new PartCutter({ spool: this.spool, number: 1, first: this.spool(), limit: size, receive, store })
    try {
      await pipeInto(source, cutter)
      if (cutter.received < size) throw new WrongLength(size, cutter.received)
      await cutter.settle()
      if (upload === undefined) await this.bucket.put(blobName(key), cutter.rest)
      else {
        if (cutter.rest.size > 0) await store(cutter.rest, cutter.nextNumber)
        await completeParts(this.bucket, key, { upload, parts, size })
        await this.bucket.delete(writing)
      }
      return { key, size, sha1: hash.digest('hex') }
    } catch (error) {
      await cutter.remove()
      if (upload !== undefined) await this.endWriting(key, upload, writing).catch(() => undefined)
      throw error
    } finally {
      await cutter.remove()
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    check(key)
    return this.openObject(key, range)
  }

  async fileOf(key: string): Promise<LocalFile> {
    check(key)
    const size = await this.bucket.sizeOf(blobName(key))
    if (size === null) throw new BlobMissing(key)
    return this.cache.use(key, size, async (path) => {
      await pipeline(await this.openObject(key), createWriteStream(path, { mode: 0o600, flags: 'wx' }))
    })
  }

  async stat(key: string): Promise<BlobStat | null> {
    check(key)
    const known = await this.unfinished.find(key)
    const size = await this.bucket.sizeOf(blobName(key))
    if (size !== null) return { size, isComplete: true }
    if (known === null) return null
    const { start, tail } = await this.unfinished.lengthOf(key, known)
    return { size: start + tail, isComplete: false }
  }

  async delete(key: string): Promise<void> {
    check(key)
    await this.bucket.delete(blobName(key))
    await this.cache.delete(key)
  }

  async *writtenBefore(time: Date): AsyncGenerator<ListedBlob> {
    for await (const { name, modified } of this.bucket.list('blobs/')) {
      const key = name.slice('blobs/'.length)
      if (modified < time && BLOB_KEY.test(key)) yield { key, isComplete: true }
    }
    let last = ''
    for await (const { name, modified } of this.bucket.list('open/')) {
      // The tails of a blob follow its mark.
      const key = name.slice('open/'.length).split('.')[0]!
      if (modified >= time || key === last || !BLOB_KEY.test(key)) continue
      last = key
      yield { key, isComplete: false }
    }
  }

  async removeTemporaries(): Promise<void> {
    await this.cache.removeTemporaries()
    // Lists the objects first, then the leases: see DiskStorage.
    const names: string[] = []
    for await (const { name } of this.bucket.list('writing/')) names.push(name)
    if (names.length === 0) return
    const living = await this.owner.living()
    for (const name of names) {
      const [, holder = '', ...key] = name.split('/')
      const upload = living.has(holder) ? null : await this.bucket.get(name)
      if (upload !== null) await this.endWriting(key.join('/'), upload, name)
    }
  }

  private readonly spool = () => new Spool(this.cache.temporary())

  /** Makes a blob of the stored parts and of the tail behind them. */
  private async join(key: string, { upload, parts }: Unfinished, size: number): Promise<void> {
    const start = parts.reduce((sum, part) => sum + part.size, 0)
    const rest = this.spool()
    try {
      if (size > start)
        for await (const chunk of await ResumingRead.open(this.bucket, tailName(key, start))) await rest.add(chunk)
      if (upload === null || parts.length === 0) {
        await this.bucket.put(blobName(key), rest)
        if (upload !== null) await this.bucket.abortUpload(blobName(key), upload)
        return
      }
      const all: { number: number; etag: string }[] = [...parts]
      if (rest.size > 0) {
        const number = parts.length + 1
        all.push({ number, etag: await this.bucket.putPart(blobName(key), upload, number, rest) })
      }
      await completeParts(this.bucket, key, { upload, parts: all, size })
    } finally {
      await rest.remove()
    }
  }

  private async openObject(key: string, range?: ByteRange): Promise<Readable> {
    return ResumingRead.open(this.bucket, blobName(key), range).catch((error: unknown) => {
      // The range begins behind the last byte.
      if (error instanceof S3Refusal && error.status === 416) return Readable.from([])
      throw isAbsent(error) ? new BlobMissing(key) : error
    })
  }

  /** Begins a multipart upload, and names it so that others can remove it when this process ends. */
  private async beginWriting(key: string, writing: string): Promise<string> {
    const upload = await this.bucket.beginUpload(blobName(key))
    try {
      await this.bucket.put(writing, Buffer.from(upload))
    } catch (error) {
      await this.bucket.abortUpload(blobName(key), upload)
      throw error
    }
    return upload
  }

  private async endWriting(key: string, upload: string, writing: string): Promise<void> {
    await this.bucket.abortUpload(blobName(key), upload)
    await this.bucket.delete(writing)
  }
}

function check(key: string): void {
  if (!BLOB_KEY.test(key)) throw new BlobMissing(key)
}
