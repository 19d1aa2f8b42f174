/** `tmp_6fa3…`, `wx<application>.o6z….<hash>`, a bare hash or a UUID: WeChat hides the names of the album. */
export const madeUp = /^(tmp[_-].*|wx[0-9a-f]{16}.*|(?=.*\d)[0-9a-z]{20,}|[0-9a-f-]{36})$/i

/** A chat reveals a file's own name, but for some pictures a temporary one. */
export const madeUpInChat = /^(tmp[_-].*|wx[0-9a-f]{16}\..*)$/i

/** Characters; a file system allows 255 bytes, and a character needs up to four. */
const longest = 60

/** A valid name for the phone's file system, with the extension of the actual content. */
export function documentName(name: string, extension: string): string {
  const dot = name.lastIndexOf('.')
  const stem = (dot > 0 ? name.slice(0, dot) : name).replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
  return `${Array.from(stem).slice(0, longest).join('')}.${extension}`
}
