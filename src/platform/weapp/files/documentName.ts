/** Characters; a file system allows 255 bytes, and a character needs up to four. */
const longest = 60

/** A valid name for the phone's file system, with the extension of the actual content. */
export function documentName(name: string, extension: string): string {
  const dot = name.lastIndexOf('.')
  const stem = (dot > 0 ? name.slice(0, dot) : name).replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
  return `${Array.from(stem).slice(0, longest).join('')}.${extension}`
}
