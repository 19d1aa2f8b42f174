import { Parser } from 'htmlparser2'
import { NoPreview } from './task'

/** Elements that are open at the same time, and closing tags without an open element. Each tag costs the parser a step per open element. */
const MOST = { depth: 2000, unmatched: 1000 }

export interface TagReader {
  onOpen(name: string, attributes: Record<string, string>): void
  onClose?(name: string): void
  onText?(text: string): void
}

/**
 * Reads XML in chunks and reports its tags by their local names. Nothing that it refers to is read. Its calls throw NoPreview: too_large for elements
 * that lie too deep, failure for many closing tags of elements that are not open.
 */
export function tagParser({ onOpen, onClose, onText }: TagReader): Parser {
  let depth = 0
  let unmatched = 0
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (depth > MOST.depth) throw new NoPreview('too_large', 'elements lie too deep')
        depth += 1
        onOpen(localName(name), attributes)
      },
      onclosetag: (name) => {
        depth -= 1
        onClose?.(localName(name))
      },
      ontext: onText,
    },
    { xmlMode: true },
  )
  // The parser reports no closing tag that closes nothing, although it has compared the tag with each open element.
  const close = parser.onclosetag.bind(parser)
  parser.onclosetag = (start, end) => {
    const before = depth
    close(start, end)
    if (depth < before) return
    unmatched += 1
    if (unmatched > MOST.unmatched) throw new NoPreview('failure', 'closing tags without elements')
  }
  return parser
}

/** Reports the tags of a whole text, as `tagParser` does. */
export function readTags(
  xml: string,
  onOpen: TagReader['onOpen'],
  onClose?: TagReader['onClose'],
  onText?: TagReader['onText'],
): void {
  const parser = tagParser({ onOpen, onClose, onText })
  parser.write(xml)
  parser.end()
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** An attribute whatever its prefix. */
export function attributeOf(attributes: Record<string, string>, name: string): string | undefined {
  if (attributes[name] !== undefined) return attributes[name]
  const found = Object.keys(attributes).find((key) => key.endsWith(`:${name}`))
  return found === undefined ? undefined : attributes[found]
}
