/** A part of a text; `address` where it is the address of a web page. */
export interface TextPart {
  text: string
  /** Absolute, with its scheme. */
  address?: string
}

/** Only ASCII, because Chinese texts put no blank behind an address. */
const ADDRESS = /\b(?:https?:\/\/|www\.(?=[a-z0-9]))[\w\-.~:/?#[\]@!$&'()*+,;=%]+/gi

/** Splits a text at the addresses of web pages in it. Punctuation at the end of a sentence belongs to the text. */
export function addressParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutEnd(found)
    if (!/^(https?:\/\/)?[^/]*[a-z0-9]/i.test(address)) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: address, address: /^www\./i.test(address) ? `http://${address}` : address })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

function withoutEnd(address: string): string {
  let short = address
  for (;;) {
    const last = short[short.length - 1]!
    const opening = last === ')' ? '(' : last === ']' ? '[' : null
    const isUnopened = opening !== null && short.split(last).length > short.split(opening).length
    if (!/[.,;:!?'*~]/.test(last) && !isUnopened) return short
    short = short.slice(0, -1)
  }
}
