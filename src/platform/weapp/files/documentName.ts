/** Characters; a file system takes 255 bytes, of which a character needs up to four. */
const longest = 60

/** A name that the phone's file system takes, with the extension of what is really in the file. */
export function documentName(name: string, extension: string): string {
  const dot = name.lastIndexOf('.')
  const stem = (dot > 0 ? name.slice(0, dot) : name).replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
  return `${Array.from(stem).slice(0, longest).join('')}.${extension}`
}
