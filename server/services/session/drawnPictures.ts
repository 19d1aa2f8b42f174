import { randomBytes } from 'node:crypto'
import type { Dependencies } from '../../dependencies'
import { invalidRequest } from '../../errors'
import { formatOf } from '../../previews/pictureFormat'

/** A small picture of a user or an enterprise, redrawn from its pixels. */
export interface RedrawnPicture {
  /** Identifies the picture in addresses; a new picture has a new key. */
  key: string
  mediaType: 'image/jpeg' | 'image/png'
  body: Buffer
}

/** pixels per side, three times the size on a page */
const SIDE = 192

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
  const extension = formatOf(picture, ['png', 'jpg', 'webp'])
  if (extension === undefined) throw invalidRequest('picture')
  const drawn = await previews.redraw(enterpriseId, { bytes: picture, extension }, SIDE)
  if (!drawn) throw invalidRequest('picture')
  return { key: randomBytes(16).toString('base64url'), ...drawn }
}
