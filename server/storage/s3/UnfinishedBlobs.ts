import { isAbsent } from './s3Answers'
import type { S3Bucket, StoredPart } from './S3Bucket'
import { blobName, markName, tailName } from './names'
import { PART_SIZE } from './PartCutter'

/** A blob between `begin` and `complete`. */
export interface Unfinished {
  /** The id of the multipart upload; null until a part is full. */
  upload: string | null
  /** The stored full parts, from the first one on without a gap. */
  parts: StoredPart[]
}

/** What the store has of unfinished blobs. Nothing of this is in memory, so any process can continue. */
export class UnfinishedBlobs {
  constructor(private readonly bucket: S3Bucket) {}

  /** Records a blob, or the multipart upload of a blob. */
  mark(key: string, upload: string | null): Promise<void> {
    return this.bucket.put(markName(key), Buffer.from(JSON.stringify({ upload })))
  }

  /** null when the blob is complete or unknown */
  async find(key: string): Promise<Unfinished | null> {
    const text = await this.bucket.get(markName(key))
    if (text === null) return null
    const { upload } = JSON.parse(text) as { upload: string | null }
    const listed = upload === null ? null : await this.bucket.listParts(blobName(key), upload)
    // The store may have discarded the upload; some do so after a day.
    if (listed === null) return { upload: null, parts: [] }
    const gap = listed.findIndex(({ number, size }, at) => number !== at + 1 || size !== PART_SIZE)
    return { upload, parts: gap === -1 ? listed : listed.slice(0, gap) }
  }

  /** The stored bytes: `start` in full parts, `tail` behind them. */
  async lengthOf(key: string, { parts }: Unfinished): Promise<{ start: number; tail: number }> {
    const start = parts.length * PART_SIZE
    return { start, tail: (await this.bucket.sizeOf(tailName(key, start))) ?? 0 }
  }

  /** The id of a blob's multipart upload, begun if there is none. */
  async requireUpload(key: string, { upload }: Unfinished): Promise<string> {
    if (upload !== null) return upload
    const id = await this.bucket.beginUpload(blobName(key))
    try {
      await this.mark(key, id)
    } catch (error) {
      await this.bucket.abortUpload(blobName(key), id)
      throw error
    }
    return id
  }

  /** Removes everything but the complete blob. The mark is removed last, because it leads to the rest. */
  async forget(key: string): Promise<void> {
    const names: string[] = []
    for await (const { name } of this.bucket.list(markName(key))) names.push(name)
    for (const name of names.sort((one, other) => other.length - one.length)) await this.bucket.delete(name)
  }
}

/**
 * Makes a blob of the parts of a multipart upload. Succeeds also when a lost answer, or another process, completed the upload.
 * @param size bytes of the blob
 */
export async function completeParts(
  bucket: S3Bucket,
  key: string,
  { upload, parts, size }: { upload: string; parts: readonly Omit<StoredPart, 'size'>[]; size: number },
): Promise<void> {
  try {
    await bucket.completeUpload(blobName(key), upload, parts)
  } catch (error) {
    if (!isAbsent(error) || (await bucket.sizeOf(blobName(key))) !== size) throw error
  }
}
