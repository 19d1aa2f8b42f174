/** The name of a picture's file beside the state of the text. */
export function pictureName(key: string): string {
  return `picture-${key}`
}
