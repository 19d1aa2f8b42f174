import { posix } from 'node:path'
import { readTags } from '../tags'

/** A file of a book, in the order of reading. */
export interface BookPart {
  path: string
  /** media type */
  type: string
}

export interface BookPackage {
  title: string
  creators: string[]
  parts: BookPart[]
}

/** Schemes that scramble only fonts, which are not shown. */
const OF_FONTS = /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC/
/** Fields and parts of a book that are read. */
const LIMITS = { name: 500, creators: 10, parts: 20_000 }

type Attributes = Record<string, string>

/** Reports the elements of an XML file, in lower case and without their prefixes, and the text within them. Throws NoPreview like `tagParser`. */
function readXml(
  xml: string,
  onOpen: (name: string, attributes: Attributes) => void,
  onText?: (name: string, text: string) => void,
) {
  let current = ''
  readTags(
    xml,
    (name, attributes) => {
      current = name.toLowerCase()
      onOpen(current, attributes)
    },
    () => {
      current = ''
    },
    (text) => onText?.(current, text),
  )
}

/** The path of the package file that `META-INF/container.xml` names first. */
export function readRootfile(container: string): string | null {
  let found: string | null = null
  readXml(container, (name, attributes) => {
    if (name === 'rootfile' && found === null) found = attributes['full-path'] ?? null
  })
  return found
}

/** Reads the package file of a book. @param path where it is in the book */
export function readPackage(xml: string, path: string): BookPackage {
  const items = new Map<string, BookPart>()
  const order: string[] = []
  let title = ''
  const creators: string[] = []
  let field = ''
  readXml(
    xml,
    (name, attributes) => {
      field = name
      if (name === 'item' && attributes.id !== undefined && attributes.href !== undefined)
        items.set(attributes.id, {
          path: pathOf(path, attributes.href),
          type: (attributes['media-type'] ?? '').toLowerCase(),
        })
      if (name === 'itemref' && attributes.idref !== undefined && order.length < LIMITS.parts)
        order.push(attributes.idref)
      if (name === 'creator' && creators.length < LIMITS.creators) creators.push('')
    },
    (name, text) => {
      if (name === 'title' && field === 'title' && title.length < LIMITS.name) title += text
      if (name === 'creator' && creators.length > 0) creators.push((creators.pop() ?? '') + text.slice(0, LIMITS.name))
    },
  )
  const tidy = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, LIMITS.name)
  return {
    title: tidy(title),
    creators: creators.map(tidy).filter((each) => each !== ''),
    parts: [...new Set(order)].flatMap((id) => items.get(id) ?? []),
  }
}

/** The paths of encrypted files, by `META-INF/encryption.xml`. */
export function readScrambled(xml: string): Set<string> {
  const paths = new Set<string>()
  let isOfFonts = false
  readXml(xml, (name, attributes) => {
    if (name === 'encrypteddata') isOfFonts = false
    if (name === 'encryptionmethod') isOfFonts = OF_FONTS.test(attributes.Algorithm ?? '')
    if (name === 'cipherreference' && !isOfFonts) paths.add(pathOf('', attributes.URI ?? ''))
  })
  return paths
}

/** The path in the book that a reference in one of its files means. */
function pathOf(from: string, reference: string): string {
  const [href] = reference.split('#') as [string]
  let plain = href
  try {
    plain = decodeURIComponent(href)
  } catch {
    // A name with a percent sign of its own.
  }
  return posix.join(posix.dirname(from), plain).replace(/^(\.\.\/)+|^\//, '')
}
