import type { TextSource } from '@/domain/documents/conversions'
import { NoPreview } from '../task'
import { readDocx } from '../document/readDocx'
import { isHard, patienceFor, SECOND_TRY, withoutData } from '../text/markdownToPdf'
import { parseMarkdown } from '../text/markdown'
import { withHtml } from '../text/markdownHtml'
import { readText } from '../text/textToPdf'
import { withinTime } from '../withinTime'
import { nodesOfBlocks } from './nodesOfBlocks'
import { linesOf, nodesOfMarkdown } from './nodesOfMarkdown'
import type { ElementNode } from './nodes'
import { writeState } from './writeState'

/**
 * Writes the state of a document (ydoc) with the contents of a file: all of them, or it throws NoPreview too_large. Pictures become words. Otherwise
 * throws NoPreview like the text of the file for reading.
 */
export async function makeDocument(input: string, output: string, from: TextSource): Promise<void> {
  await writeState(output, from === 'docx' ? await nodesOfWord(input) : await nodesOfText(input, from))
}

async function nodesOfWord(input: string): Promise<ElementNode[]> {
  const { blocks, isCut } = await readDocx(input, 'document')
  if (isCut) throw tooLong()
  const all = []
  for await (const block of blocks) all.push(block)
  return nodesOfBlocks(all)
}

async function nodesOfText(input: string, from: TextSource): Promise<ElementNode[]> {
  const { text, rest } = await readText(input)
  if (rest !== null) throw tooLong()
  return from === 'markdown' ? nodesOfSource(text) : linesOf(text.replace(/\n$/, ''))
}

/** A text that needs too much work, because of deep or frequent nesting, becomes its source. */
function nodesOfSource(text: string): ElementNode[] {
  const source = withoutData(text)
  if (isHard(source)) return linesOf(source)
  const work = patienceFor(source)
  try {
    return withinTime(work, SECOND_TRY * work, () => nodesOfMarkdown(withHtml(parseMarkdown(source))))
  } catch (error) {
    if (error instanceof NoPreview) throw error
    return linesOf(source)
  }
}

function tooLong(): NoPreview {
  return new NoPreview('too_large', 'longer than a document may be')
}
