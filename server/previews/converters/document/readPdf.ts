import type { ReadingBlock } from '@/contract/previews/reading'
import { withoutOurWords } from '../pdf/blankWords'
import type { PdfDocument } from '../pdf/document'
import type { PdfLine } from '../pdf/lines'
import { openUnlocked } from '../pdf/pages'
import { cutRuns } from '../reading/flatten'
import { NoPreview } from '../task'
import { withoutRadicals } from '../radicals'
import { flowOf, usualSize, withoutPageNumbers, type Flowed } from './flow'

/** Pages of a beginning, pages whose letters say how large text is, pages that are searched for text, and pages in all. */
const PAGES = { beginning: 4, measured: 8, searched: 100, all: 5000 }
/** Characters without which a document counts as pictures. */
const LEAST = 16

/**
 * The text of a PDF: its lines joined to paragraphs, large lines as headings. Pictures and tables stay on the pages. Throws NoPreview: not_support for
 * a PDF that has no text or needs a password, too_large, failure.
 */
export async function readPdf(
  path: string,
  isBeginning: boolean,
): Promise<{ blocks: Iterable<ReadingBlock>; isCut: boolean }> {
  const document = await openUnlocked(path)
  const measured = Array.from({ length: Math.min(PAGES.measured, document.pageCount) }, (_, at) => document.lines(at))
  if (!hasText(document)) throw new NoPreview('not_support', 'a PDF without text')
  const last = Math.min(document.pageCount, isBeginning ? PAGES.beginning : PAGES.all)
  const pages = pagesOf(document, measured, last)
  return { blocks: blocksOf(flowOf(pages, usualSize(measured))), isCut: last < document.pageCount }
}

function hasText(document: PdfDocument): boolean {
  let text = ''
  for (let at = 0; at < Math.min(document.pageCount, PAGES.searched) && text.length < LEAST; at += 1)
    text += withoutOurWords(document.text(at)).replace(/\s+/g, '')
  return text.length >= LEAST
}

function* pagesOf(document: PdfDocument, measured: readonly PdfLine[][], last: number): Generator<PdfLine[]> {
  for (let at = 0; at < last; at += 1) yield withoutPageNumbers(measured[at] ?? document.lines(at))
}

function* blocksOf(paragraphs: Iterable<Flowed>): Generator<ReadingBlock> {
  for (const { text, level } of paragraphs) {
    const shown = withoutRadicals(text).normalize('NFC')
    for (const runs of cutRuns([{ text: shown }]))
      yield level === null ? { kind: 'text', runs } : { kind: 'heading', level, runs }
  }
}
