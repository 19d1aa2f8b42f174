import { splitExtension } from '@/domain/items/extension'
import { graphemes } from '@/domain/text/graphemes'

/** Characters before the extension that stay visible with it. */
const STEM_TAIL = 4
/** A stem of at most this length is not split. */
const SHORT_STEM = 12

/** Letters that join their neighbours or run from right to left (Hebrew, Arabic, Indic scripts …): two elements would tear them apart. */
const UNSPLIT = /[\u0590-\u18af\ud802-\ud83b\ufb1d-\ufefc]/

/** Splits a file's name: a head that may be truncated, and a tail with the extension that always shows. A folder has no tail. */
export function nameParts(name: string, type: 'file' | 'folder'): { head: string; tail: string } {
  const { stem, extension } = splitExtension(name)
  if (type === 'folder' || extension === '') return { head: name, tail: '' }
  const characters = graphemes(stem)
  const cut = characters.length > SHORT_STEM && !UNSPLIT.test(stem) ? characters.length - STEM_TAIL : characters.length
  const head = characters.slice(0, cut).join('')
  return { head, tail: name.slice(head.length) }
}

/** Makes the head announce the whole name, because a screen reader would insert a blank before the tail. Hide the tail from screen readers. */
export function saysWhole(name: string) {
  return { role: 'img', 'aria-label': name }
}
