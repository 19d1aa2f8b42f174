import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Converters } from './converters/Converters'
import { NoPreview } from './converters/task'
import { readOutput } from './sandbox/output'

/** ms */
const LIMIT = 60_000
/** bytes of a redrawn picture, unless the caller allows more */
const BYTES = 512 * 1024

/** A picture as somebody sent it. */
interface Sent {
  bytes: Buffer
  extension: string
}

interface Redrawn {
  mediaType: 'image/jpeg' | 'image/png'
  body: Buffer
}

/** Redraws pictures, in the sandbox of the converters. */
export interface PictureRedrawer {
  /**
   * Redraws a picture from its pixels, upright and without metadata, with at most `side` pixels a side.
   * null for a file that is no picture or becomes larger than `most` bytes, by default half a megabyte.
   */
  redraw(enterpriseId: number, sent: Sent, side: number, most?: number): Promise<Redrawn | null>
}

/** Like `PictureRedrawer.redraw`. @param folder a working folder only for this picture */
export async function redrawIn(
  folder: string,
  converters: Converters,
  { bytes, extension }: Sent,
  side: number,
  most = BYTES,
): Promise<Redrawn | null> {
  const [input, path] = [join(folder, 'in'), join(folder, 'picture')]
  const outputs = [{ path, frame: { width: side, height: side, fit: 'inside' } as const }]
  try {
    await writeFile(input, bytes, { mode: 0o600 })
    const { types } = await converters.run({ kind: 'pictures', input, extension, outputs }, { limit: LIMIT })
    return {
      mediaType: types[0] === 'image/png' ? 'image/png' : 'image/jpeg',
      body: await readOutput(path, most),
    }
  } catch (error) {
    if (error instanceof NoPreview) return null
    throw error
  }
}
