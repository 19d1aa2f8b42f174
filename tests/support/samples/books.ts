import { zip, type Packed } from './zip'

/** Books, made when a test needs them. */

interface Part {
  name: string
  type?: string
  /** null for a part that the book names but does not contain */
  content: string | Buffer | Packed | null
}

const page = (body: string) =>
  `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a.js"/></head><body>${body}</body></html>`

/** A book with these parts in this order, and other files. Parts that are texts become the body of a page. */
export function epub(parts: readonly Part[], more: Record<string, string | Buffer> = {}): Buffer {
  const shuffled = [...parts.keys()].reverse()
  return zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf': `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title>海边的课堂</dc:title><dc:creator>周舟</dc:creator></metadata><manifest>${shuffled
      .map((at) => `<item id="p${at}" href="${encodeURI(parts[at]!.name)}" media-type="${parts[at]!.type ?? 'application/xhtml+xml'}"/>`)
      .join('')}</manifest><spine>${parts.map((_, at) => `<itemref idref="p${at}"/>`).join('')}</spine></package>`,
    // Not in the order of reading.
    ...Object.fromEntries(
      shuffled.flatMap((at) => {
        const { name, content } = parts[at]!
        return content === null ? [] : [[`OEBPS/${name}`, typeof content === 'string' ? page(content) : content]]
      }),
    ),
    ...more,
  })
}
