import type { TextEncoding } from '@/contract/previews/encodings'
import type { ReadingBlock } from '@/contract/previews/reading'
import { PATIENCE as BLOCKS, readBlocks } from '../blocks/blocksToPdf'
import { isBlockFormat, NoPreview, type ReadingFormat } from '../task'
import { isHard, patienceFor, SECOND_TRY, withoutData } from '../text/markdownToPdf'
import { parseMarkdown } from '../text/markdown'
import { withHtml } from '../text/markdownHtml'
import { readText } from '../text/textToPdf'
import { withinTime } from '../withinTime'
import { colourLines, isColourable, languageOf } from './colour'
import { codeBlocks, flatten, plainLines, textBlocks } from './flatten'
import { writePieces } from './pieces'

/** ms of work, and of time, for colouring */
const COLOURING = { work: 8000, time: 20_000 }

export interface ReadingSource {
  format: ReadingFormat
  /** The extension of the file, which names the language of code. */
  extension: string
  encoding?: TextEncoding
  /** bytes of a text that are read; of a document only its beginning; absent: all that is shown */
  most?: number
}

/** Writes the text of a file in pieces. Throws NoPreview like the PDF of the file; TookTooLong if the machine was too busy. */
export async function makeReading(input: string, output: string, source: ReadingSource): Promise<void> {
  const { blocks, isCut } = await readBlocksOf(input, source)
  await writePieces(output, blocks, isCut)
}

async function readBlocksOf(
  input: string,
  { format, extension, encoding, most }: ReadingSource,
): Promise<{ blocks: Iterable<ReadingBlock> | AsyncIterable<ReadingBlock>; isCut: boolean }> {
  if (format === 'docx')
    return (await import('../document/readDocx')).readDocx(input, most === undefined ? 'whole' : 'beginning')
  if (format === 'pdf') return (await import('../document/readPdf')).readPdf(input, most !== undefined)
  if (format === 'ydoc') return (await import('../state/readState')).readState(input)
  if (isBlockFormat(format)) {
    const { tokens, isCut } = await readBlocks(input, format)
    return { blocks: withinTime(BLOCKS.work, BLOCKS.time, () => flatten(tokens)), isCut }
  }
  const { text, rest } = await readText(input, encoding, most)
  const isCut = rest !== null
  if (format === 'markdown') return { blocks: markdownBlocks(text), isCut }
  return { blocks: format === 'code' ? numberedBlocks(text, extension) : textBlocks(text), isCut }
}

/** A text that needs too much work, because of deep or frequent nesting, is shown as source. */
function markdownBlocks(text: string): Iterable<ReadingBlock> {
  const source = withoutData(text)
  if (isHard(source)) return textBlocks(source)
  const work = patienceFor(source)
  try {
    return withinTime(work, SECOND_TRY * work, () => flatten(withHtml(parseMarkdown(source))))
  } catch (error) {
    if (error instanceof NoPreview) throw error
    return textBlocks(source)
  }
}

/** Code that cannot be coloured in time, also because the machine is busy, is shown without colours. */
function numberedBlocks(text: string, extension: string): Iterable<ReadingBlock> {
  const source = text.replace(/\n$/, '')
  const language = languageOf(extension)
  if (language === null || !isColourable(source)) return codeBlocks(plainLines(source), 1)
  try {
    return codeBlocks(
      withinTime(COLOURING.work, COLOURING.time, () => colourLines(source, language)),
      1,
    )
  } catch {
    return codeBlocks(plainLines(source), 1)
  }
}
