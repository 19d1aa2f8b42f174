import type { IncomingMessage } from 'node:http'
import type { S3Settings } from './S3Settings'
import type { ByteRange } from '../BlobStorage'
import { isPlain } from './names'
import { element, elements, escapeXml, isAbsent, lengthOf, required } from './s3Answers'
import { S3Transport, s3Times, type S3Times } from './s3Transport'
import type { Spool } from './Spool'

export interface ListedObject {
  name: string
  modified: Date
}

/** A stored part of a multipart upload. */
export interface StoredPart {
  number: number
  /** bytes */
  size: number
  etag: string
}

/** The objects below the prefix of the settings, by names without that prefix. Uses only requests that all S3 stores know. */
export class S3Bucket {
  private readonly transport: S3Transport

  constructor(
    private readonly config: S3Settings,
    times: S3Times = s3Times,
  ) {
    this.transport = new S3Transport(config, times)
  }

  /** The address of an object; of '': what the addresses of all objects begin with. */
  addressOf(name: string): string {
    return this.transport.addressOf(this.keyOf(name))
  }

  async put(name: string, body: Buffer | Spool): Promise<void> {
    await this.transport.ask({ method: 'PUT', key: this.keyOf(name), body })
  }

  /** The answer with an object's bytes. @throws S3Refusal as `isAbsent` says for a missing object */
  open(name: string, range?: ByteRange, signal?: AbortSignal): Promise<IncomingMessage> {
    const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {}
    return this.transport.send({ method: 'GET', key: this.keyOf(name), headers }, signal)
  }

  /** The text of a small object; null when it is missing. */
  get(name: string): Promise<string | null> {
    return orNull(this.transport.ask({ method: 'GET', key: this.keyOf(name) }))
  }

  /** Like `get`, as bytes. */
  getBytes(name: string): Promise<Buffer | null> {
    return orNull(this.transport.fetch({ method: 'GET', key: this.keyOf(name) }))
  }

  /** bytes; null when the object is missing */
  async sizeOf(name: string): Promise<number | null> {
    return orNull(
      this.transport.send({ method: 'HEAD', key: this.keyOf(name) }).then((answer) => {
        answer.resume()
        return lengthOf(answer)
      }),
    )
  }

  /** Removes an object. A missing object is no error. */
  async delete(name: string): Promise<void> {
    await orNull(this.transport.ask({ method: 'DELETE', key: this.keyOf(name) }))
  }

  /** The objects whose names begin with a text, in the order of their names. Leaves out what the store should not list, and names unlike ours. */
  async *list(beginning: string): AsyncGenerator<ListedObject> {
    for (let token: string | undefined; ;) {
      const next: Record<string, string> = token === undefined ? {} : { 'continuation-token': token }
      const query = { 'list-type': '2', prefix: this.keyOf(beginning), ...next }
      const xml = await this.transport.ask({ method: 'GET', key: '', query })
      for (const entry of elements(xml, 'Contents')) {
        const key = required(entry, 'Key')
        if (!key.startsWith(this.keyOf(beginning)) || !isPlain(key)) continue
        yield { name: key.slice(this.config.prefix.length), modified: new Date(required(entry, 'LastModified')) }
      }
      const following = element(xml, 'NextContinuationToken')
      if (following === undefined) return
      if (following === token) throw new Error('the S3 store repeats a page of a list')
      token = following
    }
  }

  /** Begins a multipart upload. @returns its id */
  async beginUpload(name: string): Promise<string> {
    const xml = await this.transport.ask({ method: 'POST', key: this.keyOf(name), query: { uploads: '' } })
    return required(xml, 'UploadId')
  }

  /** Stores a part, and replaces an earlier part with that number. @param number from 1 @returns its etag */
  async putPart(name: string, uploadId: string, number: number, body: Spool): Promise<string> {
    const query = { partNumber: String(number), uploadId }
    const answer = await this.transport.send({ method: 'PUT', key: this.keyOf(name), query, body })
    answer.resume()
    const { etag } = answer.headers
    if (etag === undefined) throw new Error('the S3 store sent no ETag of a part')
    return etag
  }

  /** The stored parts by number; null when the upload was completed or aborted. */
  async listParts(name: string, uploadId: string): Promise<StoredPart[] | null> {
    const parts: StoredPart[] = []
    for (let marker: string | undefined; ;) {
      const query = { uploadId, ...(marker === undefined ? {} : { 'part-number-marker': marker }) }
      const xml = await orNull(this.transport.ask({ method: 'GET', key: this.keyOf(name), query }))
      if (xml === null) return null
      for (const entry of elements(xml, 'Part')) {
        const [number, size] = [Number(required(entry, 'PartNumber')), Number(required(entry, 'Size'))]
        parts.push({ number, size, etag: required(entry, 'ETag') })
      }
      if (element(xml, 'IsTruncated') !== 'true') return parts
      const following = required(xml, 'NextPartNumberMarker')
      if (following === marker) throw new Error('the S3 store repeats a page of a list')
      marker = following
    }
  }

  /** Makes an object of the parts. @throws S3Refusal as `isAbsent` says when the upload was completed before */
  async completeUpload(name: string, uploadId: string, parts: readonly Omit<StoredPart, 'size'>[]): Promise<void> {
    const list = parts.map(
      ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
    )
    const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`)
    const xml = await this.transport.ask({ method: 'POST', key: this.keyOf(name), query: { uploadId }, body })
    // A store that needs long begins its answer with 200 before it knows the result.
    if (!/<Error\b/.test(xml)) return
    const code = element(xml, 'Code') ?? ''
    throw this.transport.refusal(code.startsWith('NoSuch') ? 404 : 500, xml)
  }

  /** Discards the parts of an upload. A missing upload is no error. */
  async abortUpload(name: string, uploadId: string): Promise<void> {
    await orNull(this.transport.ask({ method: 'DELETE', key: this.keyOf(name), query: { uploadId } }))
  }

  close(): void {
    this.transport.close()
  }

  private keyOf(name: string): string {
    return `${this.config.prefix}${name}`
  }
}

async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}
