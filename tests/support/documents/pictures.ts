import sharp from 'sharp'
import * as Y from 'yjs'
import type { Writer } from './writers'

export interface PictureAnswer {
  status: number
  body: { success: boolean; picture?: string; errors?: unknown }
}

/** A photo of two colours, as bytes. @param place whether it says where it was taken */
export function photo({
  width = 64,
  height = 48,
  format = 'jpeg',
  place = false,
}: {
  width?: number
  height?: number
  format?: 'jpeg' | 'png' | 'webp' | 'gif'
  place?: boolean
} = {}): Promise<Buffer> {
  const picture = sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } })
  const tagged = place
    ? picture.withExif({ IFD0: { Make: 'Satchel phone' }, IFD3: { GPSLatitude: '39/1 54/1 0/1', GPSLatitudeRef: 'N' } })
    : picture
  return tagged.toFormat(format).toBuffer()
}

/** Sends bytes as a picture of a text. @param access the token of the text */
export async function sendPicture(
  { url }: { url: string },
  access: string,
  bytes: Buffer,
  contentType = 'application/octet-stream',
): Promise<PictureAnswer> {
  const answer = await fetch(`${url}/api/apps/documents/pictures`, {
    method: 'POST',
    headers: { 'content-type': contentType, 'document-access': access },
    body: new Uint8Array(bytes),
  })
  return { status: answer.status, body: (await answer.json()) as PictureAnswer['body'] }
}

/** The code with which the server refused; null for a picture that it took. */
export function codeOf({ body }: PictureAnswer): string | null {
  if (body.success) return null
  return JSON.stringify(body.errors).match(/"error_code":"(\w+)"/)?.[1] ?? JSON.stringify(body)
}

/** Puts a picture into a text, as the editor does. */
export function showPicture({ document }: Pick<Writer, 'document'>, picture: string, alt = ''): void {
  const element = new Y.XmlElement('image')
  element.setAttribute('picture', picture)
  element.setAttribute('alt', alt)
  document.getXmlFragment('default').push([element])
}

/** The address of a picture for the person who has the text open. */
export function pictureAddress(writer: Writer, picture: string): string {
  return writer.told('opened')!.pictures.replace('?', `/${picture}?`)
}

/** Asks for an address of a picture. */
export async function getPicture({ url }: { url: string }, address: string) {
  const answer = await fetch(url + address)
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}
