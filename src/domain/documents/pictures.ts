/** The element of a text that shows a picture (DOC-09). */
export const PICTURE_ELEMENT = 'image'

/** A key names a picture in a text, and in every copy of the text. */
const key = /^[\w-]{22}$/

/** The key of a picture in the attribute of an element; null for anything else, such as an address. */
export function pictureKey(value: unknown): string | null {
  return typeof value === 'string' && key.test(value) ? value : null
}

/** The address of one picture. @param pictures the signed address of all pictures of the document, which the server has sent */
export function pictureAddress(pictures: string, picture: string): string {
  return pictures.replace('?', `/${picture}?`)
}
