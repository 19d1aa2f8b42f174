/** bytes in which a text names its encoding */
const HEAD = 2048
/** XML, HTML, CSS, and the comments of Python, Emacs and Vim */
const DECLARATION =
  /<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)|<meta[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)|^@charset\s+"([\w.:-]+)|^[^\n]{0,200}\b(?:fileen)?coding\s*[:=]\s*["']?([\w.:-]+)|\bfenc=([\w.:-]+)|charset=([\w.:-]+)/im

/** Names of encodings of DOS, such as `cp852`. */
const DOS = /^(?:x-)?(?:cp|ibm)-?(?=\d{3}$)/

/** The encoding that a text names for itself, as the Encoding Standard or else `guessEncoding` calls it; undefined if it names none. */
export function declaredEncoding(bytes: Buffer): string | undefined {
  const label = DECLARATION.exec(bytes.toString('latin1', 0, HEAD))
    ?.slice(1)
    .find(Boolean)
  return label === undefined ? undefined : (encodingOfLabel(label) ?? label.toLowerCase().replace(DOS, 'ibm'))
}

/** The encoding of a label, as the Encoding Standard calls it; undefined for an unknown label, and for 16 bits. */
export function encodingOfLabel(label: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(label)
    if (encoding.startsWith('utf-16')) return undefined
    return encoding === 'gbk' ? 'gb18030' : encoding
  } catch {
    return undefined
  }
}
