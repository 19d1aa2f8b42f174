import { createReadStream } from 'node:fs'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { BackupFault, blobList, type Manifest } from './manifest'
import type { ShelvedBlob } from './BlobShelf'
import { storeStream } from './storeFile'
import { Meter } from './tables'

export interface ListedBlob extends ShelvedBlob {
  key: string
}

/** A compressed file of lines. */
export class ListWriter {
  private readonly input = new PassThrough()
  private readonly meter = new Meter()
  private readonly done: Promise<void>

  constructor(path: string) {
    this.done = storeStream(path, this.input, this.meter, createGzip())
    // An error is thrown to the next caller of `write` or `end`.
    this.done.catch(() => undefined)
  }

  async write(line: string): Promise<void> {
    if (this.input.write(`${line}\n`)) return
    await Promise.race([new Promise((resolve) => this.input.once('drain', resolve)), this.done])
  }

  async end(): Promise<{ rows: number; sha256: string }> {
    this.input.end()
    await this.done
    return this.meter.result
  }
}

/** Lines of a stream. An error of the stream ends the loop over them. */
export async function* linesOf(source: Readable): AsyncGenerator<string> {
  let rest = ''
  // Not by `readline`: it reports an error once more, after its loop has ended, and nobody catches that.
  for await (const chunk of source.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}

/** The blobs of a snapshot in the order of their keys. @throws BackupFault at the end if the list is not the one of the manifest */
export async function* blobsIn(snapshot: string, { blobs }: Manifest): AsyncGenerator<ListedBlob> {
  const file = blobList(snapshot)
  const meter = new Meter()
  const text = unpacked(file, meter)
  try {
    for await (const line of linesOf(text)) {
      const [key = '', size = '', sha256 = ''] = line.split('\t')
      yield { key, size: Number(size), sha256 }
    }
  } catch (error) {
    throw new BackupFault(`${file} is damaged: ${(error as Error).message}`)
  }
  if (meter.result.sha256 !== blobs.sha256)
    throw new BackupFault(`${file} is damaged: it is not the list of its backup.`)
}

/** The text of a compressed file, which passes through a meter. */
export function unpacked(file: string, meter: Meter): Readable {
  const text = new PassThrough()
  // Whoever has stopped reading hears of no damage.
  text.on('error', () => undefined)
  pipeline(createReadStream(file), createGunzip(), meter, text).catch((error: Error) => text.destroy(error))
  return text
}
