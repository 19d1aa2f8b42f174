import { randomBytes } from 'node:crypto'
import type { Dependencies } from '../../dependencies'
import { invalidRequest } from '../../errors'

/** A small picture that somebody shows of themselves, drawn anew from its pixels. */
export interface DrawnPicture {
  /** Names it in addresses; another picture has another one. */
  key: string
  mediaType: 'image/jpeg' | 'image/png'
  body: Buffer
}

/** Pixels a side, three times what a page shows. */
const SIDE = 192

/** What is taken, by its first bytes: no drawing, whose program would be shown to strangers. */
const kinds: readonly [extension: string, start: RegExp][] = [
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['jpg', /^\xff\xd8\xff/],
  ['webp', /^RIFF[^]{4}WEBP/],
]

/**
 * Draws a picture anew, by a confined converter, with a key of its own.
 * @param picture bytes of a PNG, JPEG or WebP
 * @throws Refused invalid_request for what is no such picture
 */
export async function drawAnew(
  previews: Dependencies['previews'],
  enterpriseId: number,
  picture: Buffer,
): Promise<DrawnPicture> {
  const start = picture.subarray(0, 16).toString('latin1')
  const [extension] = kinds.find(([, pattern]) => pattern.test(start)) ?? []
  if (extension === undefined) throw invalidRequest('picture')
  const drawn = await previews.redraw(enterpriseId, { bytes: picture, extension }, SIDE)
  if (!drawn) throw invalidRequest('picture')
  return { key: randomBytes(16).toString('base64url'), ...drawn }
}
