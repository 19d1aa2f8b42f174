import { readFile } from 'node:fs/promises'
import { searchKey } from '@/domain/search/words'
import { codePointLength, firstCodePoints } from '@/domain/text/codePoints'
import { graphemes } from '@/domain/text/graphemes'
import { withoutOurWords } from './pdf/blankWords'
import { openPdf } from './pdf/check'
import { withoutRadicals } from './radicals'
import { isBlockFormat, MARK_INTERVAL, NoPreview, type Content, type ContentSource } from './task'
import { readText } from './text/textToPdf'

/** characters that are read of a document: about a hundred pages */
export const CONTENT_LIMIT = 100_000
/** Control characters, lone surrogates, the hyphen of PDFs at the end of a line, and invisible characters. */
const BLANKS = /[\p{Cc}\p{Cs}\u00ad\ufeff\ufffe\uffff\s]+/gu

/** The text of a document, or its first part if it is long. Throws NoPreview like a rendition of the document. */
export async function readContent(input: string, from: ContentSource, words?: string): Promise<Content> {
  if (from === 'pdf') return readPdf(input, words)
  if (isBlockFormat(from)) return contentOf(await (await import('./blocks/blocksToPdf')).textOfBlocks(input, from))
  if (from === 'ydoc' || from === 'yxls')
    return contentOf(await (await import('./state/textOfState')).textOfState(input, from, 2 * CONTENT_LIMIT))
  const { text } = await readText(input)
  if (from === 'text') return contentOf(text)
  const { textOfMarkdown } = await import('./text/markdownToPdf')
  return contentOf(textOfMarkdown(text, 2 * CONTENT_LIMIT))
}

/** Prepares a text for the search. */
export function contentOf(raw: string): Content {
  const text = firstCodePoints(
    withoutRadicals(raw.slice(0, 2 * CONTENT_LIMIT))
      .normalize('NFC')
      .replace(BLANKS, ' ')
      .trim(),
    CONTENT_LIMIT,
  )
  const marks: number[] = []
  const parts: string[] = []
  let at = 0
  let length = 0
  for (const character of graphemes(text)) {
    const part = searchKey(character)
    const end = length + codePointLength(part)
    while (marks.length * MARK_INTERVAL < end) marks.push(at)
    parts.push(part)
    length = end
    at += codePointLength(character)
  }
  return { text, key: parts.join(''), marks }
}

async function readPdf(path: string, words?: string): Promise<Content> {
  const document = await openPdf(path)
  if (document === 'encrypted') throw new NoPreview('failure', 'it opens with a password only')
  let text = ''
  let hasScans = false
  for (let at = 0; at < document.pageCount && text.length <= 2 * CONTENT_LIMIT; at += 1) {
    const page = document.text(at)
    hasScans ||= page.trim() === ''
    text += `${page}\n`
  }
  const content = contentOf(withoutOurWords(text) + (words === undefined ? '' : await readFile(words, 'utf8')))
  return hasScans && words === undefined ? { ...content, hasScans } : content
}
