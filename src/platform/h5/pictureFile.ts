/** A drawn picture as a file. @param picture its data address @param name without an extension */
export function pictureFile(picture: string, name: string): File {
  const bytes = Uint8Array.from(atob(picture.slice(picture.indexOf(',') + 1)), (character) => character.charCodeAt(0))
  return new File([bytes], `${name}.png`, { type: 'image/png' })
}
