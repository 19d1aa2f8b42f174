import { Transform, pipeline, type Readable, type TransformCallback } from 'node:stream'

/** A stored blob has fewer or more bytes than its record says. */
export class BlobDamaged extends Error {
  constructor(key: string, expected: number, found: number) {
    super(`blob ${key}: expected ${expected} bytes, read ${found > expected ? 'more' : found}`)
    this.name = 'BlobDamaged'
  }
}

/**
 * The bytes of a blob, and an error unless they are exactly as many as announced. Without the error, an answer that lacks bytes would stay open, and
 * its reader would wait for them.
 * @param length bytes
 */
export function wholeBlob(source: Readable, key: string, length: number): Readable {
  // Destroying one also destroys the other. The reader of the result hears of every error.
  return pipeline(source, new Counted(key, length), () => {})
}

class Counted extends Transform {
  private count = 0

  constructor(
    private readonly key: string,
    private readonly length: number,
  ) {
    super()
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.count += chunk.length
    if (this.count > this.length) done(this.damage())
    else done(null, chunk)
  }

  override _flush(done: TransformCallback): void {
    done(this.count < this.length ? this.damage() : null)
  }

  private damage(): BlobDamaged {
    return new BlobDamaged(this.key, this.length, this.count)
  }
}
