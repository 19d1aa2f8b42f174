import { writeFile } from 'node:fs/promises'
import type { PageLine } from '@/contract/previews/pageTexts'
import { PAGE_PORTION } from '@/domain/previews/pdfPages'
import { NoPreview } from '../task'
import { openUnlocked } from './pages'
import type { TextList } from './textList'

/** Characters of a document, and pages. */
const MOST = { characters: 4_000_000, pages: 10_000 }

/**
 * Writes the lines of the pages of a PDF as a rendition: a line with the list of its portions, and the portions, each the JSON of its pages. A reader
 * fetches a portion by its bytes. Throws NoPreview: not_support for a PDF that has no text or needs a password, too_large, failure.
 */
export async function writePageTexts(input: string, output: string): Promise<void> {
  const document = await openUnlocked(input)
  const last = Math.min(MOST.pages, document.pageCount)
  const portions: Buffer[] = []
  let characters = 0
  let at = 0
  for (; at < last && characters < MOST.characters; at += PAGE_PORTION) {
    const pages: PageLine[][] = []
    for (let page = at; page < Math.min(last, at + PAGE_PORTION); page += 1) {
      const lines = document.placedLines(page)
      characters += lines.reduce((sum, { text }) => sum + text.length, 0)
      pages.push(lines)
    }
    portions.push(Buffer.from(JSON.stringify(pages)))
  }
  if (characters === 0) throw new NoPreview('not_support', 'a PDF without text')
  const list: TextList = { portions: portions.map(({ length }) => length), isCut: at < document.pageCount }
  await writeFile(output, [Buffer.from(`${JSON.stringify(list)}\n`), ...portions], { flag: 'wx' })
}
