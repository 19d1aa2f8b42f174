import { splitExtension } from '@/domain/items/extension'
import { graphemes } from '@/domain/text/graphemes'

/** Characters before the extension that stay in sight with it. */
const STEM_TAIL = 4
/** Shorter stems are never cut in two. */
const SHORT_STEM = 12

/** A file's name in two: a head that may be cut off, and a tail that always shows with the extension. A folder has no tail. */
export function nameParts(name: string, type: 'file' | 'folder'): { head: string; tail: string } {
  const { stem, extension } = splitExtension(name)
  if (type === 'folder' || extension === '') return { head: name, tail: '' }
  const characters = graphemes(stem)
  const cut = characters.length > SHORT_STEM ? characters.length - STEM_TAIL : characters.length
  const head = characters.slice(0, cut).join('')
  return { head, tail: name.slice(head.length) }
}

/** The head says the whole name to a screen reader, which would hear a blank before the tail; hide that one. */
export function saysWhole(name: string) {
  return { role: 'img', 'aria-label': name }
}
