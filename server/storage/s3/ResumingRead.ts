import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { READ_CHUNK, type ByteRange } from '../BlobStorage'
import { lengthOf, S3Refusal, S3Unreachable } from './s3Answers'
import type { S3Bucket } from './S3Bucket'

/** How often in a row a connection may end without a byte. */
const EMPTY_ANSWERS = 3

/**
 * The bytes of an object. A store ends connections whose reader is slow, and connections break: the next request then begins at the first missing
 * byte. This is safe because objects never change while they are read.
 */
export class ResumingRead extends Readable {
  private answer: IncomingMessage | undefined
  private readonly end: number
  private readonly stopped = new AbortController()
  private empty = 0
  private isWanted = false
  private isReopening = false

  private constructor(
    private readonly bucket: S3Bucket,
    private readonly name: string,
    /** Offset of the next byte in the object. */
    private position: number,
    first: IncomingMessage,
  ) {
    super({ highWaterMark: READ_CHUNK })
    this.end = position + lengthOf(first)
    this.receive(first)
  }

  /** @throws S3Refusal as `isAbsent` says for a missing object; S3Unreachable */
  static async open(bucket: S3Bucket, name: string, range?: ByteRange): Promise<ResumingRead> {
    const answer = await openAt(bucket, name, range)
    return new ResumingRead(bucket, name, range?.start ?? 0, answer)
  }

  override _read(): void {
    this.isWanted = true
    if (this.answer) this.answer.resume()
    else void this.reopen()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.stopped.abort()
    this.answer?.destroy()
    done(error)
  }

  private receive(answer: IncomingMessage): void {
    this.answer = answer
    answer.on('data', (chunk: Buffer) => {
      this.position += chunk.length
      this.empty = 0
      this.isWanted = this.push(chunk)
      if (!this.isWanted) answer.pause()
    })
    if (!this.isWanted) answer.pause()
    // `close` follows and decides.
    answer.on('error', () => undefined)
    answer.once('close', () => {
      if (this.destroyed) return
      if (this.position >= this.end) return void this.push(null)
      this.answer = undefined
      this.empty += 1
      if (this.isWanted) void this.reopen()
    })
  }

  private async reopen(): Promise<void> {
    if (this.isReopening) return
    this.isReopening = true
    try {
      if (this.empty >= EMPTY_ANSWERS) throw new S3Unreachable('connections end before the object does')
      const range = { start: this.position, end: this.end - 1 }
      this.receive(await openAt(this.bucket, this.name, range, this.stopped.signal))
    } catch (error) {
      this.destroy(error as Error)
    } finally {
      this.isReopening = false
    }
  }
}

async function openAt(bucket: S3Bucket, name: string, range?: ByteRange, signal?: AbortSignal) {
  const answer = await bucket.open(name, range, signal)
  try {
    const length = lengthOf(answer)
    if (range === undefined ? answer.statusCode === 200 : isOf(range, answer, length)) return answer
    throw new S3Refusal(answer.statusCode!, '', 'other bytes than those it was asked for', undefined)
  } catch (error) {
    answer.destroy()
    throw error
  }
}

/** Whether an answer has the bytes of a range, or those of them that the object has. */
function isOf({ start, end }: ByteRange, { statusCode, headers }: IncomingMessage, length: number): boolean {
  const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(headers['content-range'] ?? '') ?? []
  return statusCode === 206 && Number(first) === start && Number(last) <= end && Number(last) === start + length - 1
}
