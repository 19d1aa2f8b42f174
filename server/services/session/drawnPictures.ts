import { randomBytes } from 'node:crypto'
import type { Dependencies } from '../../dependencies'
import { invalidRequest } from '../../errors'

/** A small picture of a user or an enterprise, redrawn from its pixels. */
export interface RedrawnPicture {
  /** Identifies the picture in addresses; a new picture has a new key. */
  key: string
  mediaType: 'image/jpeg' | 'image/png'
  body: Buffer
}

/** pixels per side, three times the size on a page */
const SIDE = 192

/** Accepted formats, by their first bytes. No SVG, because an SVG file could run a program for strangers. */
const kinds: readonly [extension: string, start: RegExp][] = [
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['jpg', /^\xff\xd8\xff/],
  ['webp', /^RIFF[^]{4}WEBP/],
]

/**
 * Redraws a picture in a sandboxed converter and gives it a new key.
 * @param picture bytes of a PNG, JPEG or WebP
 * @throws Refused invalid_request for any other content
 */
export async function redraw(
  previews: Pick<Dependencies['previews'], 'redraw'>,
  enterpriseId: number,
  picture: Buffer,
): Promise<RedrawnPicture> {
  const start = picture.subarray(0, 16).toString('latin1')
  const [extension] = kinds.find(([, pattern]) => pattern.test(start)) ?? []
  if (extension === undefined) throw invalidRequest('picture')
  const drawn = await previews.redraw(enterpriseId, { bytes: picture, extension }, SIDE)
  if (!drawn) throw invalidRequest('picture')
  return { key: randomBytes(16).toString('base64url'), ...drawn }
}
