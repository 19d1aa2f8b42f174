const EXTENSION = /^[a-z0-9][a-z0-9_+~-]{0,19}$/i
const ARCHIVE_PAIR = /\.tar\.(gz|bz2|xz|zst|lz|lzma|z)$/i

/** Splits a file's name at its last dot. Both parts keep their case. Names of dots only, `.gitignore` and `a.` have no extension. */
export function splitExtension(name: string): { stem: string; extension: string } {
  const pair = ARCHIVE_PAIR.exec(name)
  const dot = pair && pair.index > 0 ? pair.index : name.lastIndexOf('.')
  const stem = name.slice(0, Math.max(0, dot))
  const extension = name.slice(dot + 1)
  const hasExtension = /[^.]/.test(stem) && (pair !== null || EXTENSION.test(extension))
  return hasExtension ? { stem, extension } : { stem: name, extension: '' }
}

/** The `extension` of a file on the wire: lower case, without the dot, or empty. */
export function extensionOf(name: string): string {
  return splitExtension(name).extension.toLowerCase()
}
