import type { TextEncoding } from '@/contract/previews/previews'
import { drawBlocks } from './drawBlocks'
import { parseMarkdown, textOf } from './markdown'
import { withHtml } from './markdownHtml'
import { drawPdf, type Paper } from './paper'
import { NoPreview, TookTooLong } from '../task'
import { drawLines, drawRest, readText } from './textToPdf'
import { withinTime } from '../withinTime'

/** ms of work for setting a Markdown file: a minimum, an addition per byte, and a maximum in total */
const PATIENCE = { least: 5000, byte: 0.04, most: 60_000 }
/** Characters of a line, and that number times its marks, beyond which no reader of Markdown ends soon. */
const HARD = { line: 100_000, work: 1e7 }
/** Times the granted work that may pass in a second try, on a busy machine. */
export const SECOND_TRY = 3

/**
 * Typesets a Markdown file as a PDF. A picture appears as its name in brackets, because pictures are never fetched. HTML appears as its words. A file
 * that needs too much work, because of deep or frequent nesting, is shown as source. Throws TookTooLong if the machine was too busy.
 */
export async function markdownToPdf(input: string, output: string, encoding?: TextEncoding): Promise<void> {
  const { text, rest } = await readText(input, encoding)
  const source = withoutData(text)
  const withRest = (draw: (paper: Paper) => void) =>
    drawPdf(output, (paper) => {
      draw(paper)
      drawRest(paper, rest)
    })
  const drawSource = () => withRest((paper) => drawLines(paper, source))
  if (isHard(source)) return drawSource()
  const work = patienceFor(source)
  const typeset = (times: number) => (paper: Paper) =>
    withinTime(work, times * work, () => drawBlocks(paper, withHtml(parseMarkdown(source)), 0))
  try {
    await withRest(typeset(1)).catch((error: unknown) => {
      if (!(error instanceof TookTooLong)) throw error
      return withRest(typeset(SECOND_TRY))
    })
  } catch (error) {
    if (error instanceof NoPreview) throw error
    await drawSource()
  }
}

/**
 * The visible text of a Markdown file's beginning, without markup. Throws TookTooLong if the machine was too busy.
 * @param most characters of the source that are read, without embedded pictures
 */
export function textOfMarkdown(text: string, most: number): string {
  const source = withoutData(text).slice(0, most)
  try {
    if (isHard(source)) return source
    const work = patienceFor(source)
    return withinTime(work, SECOND_TRY * work, () => textOf(withHtml(parseMarkdown(source))))
  } catch (error) {
    if (error instanceof TookTooLong) throw error
    return source
  }
}

/** Shortens embedded pictures, which appear by their names. */
export function withoutData(text: string): string {
  return text.replace(/\bdata:[\w/+.-]+;base64,[\w+/=%-]+/g, 'data:')
}

/** Whether a line would take more work than any honest text. */
export function isHard(source: string): boolean {
  return source.split('\n').some((line) => {
    if (line.length > HARD.line) return true
    return line.length ** 2 > HARD.work && line.length * (line.match(/[[*_`<!]/g)?.length ?? 0) > HARD.work
  })
}

/** ms of work that a text may take */
export function patienceFor(source: string): number {
  return Math.min(PATIENCE.most, PATIENCE.least + Math.round(source.length * PATIENCE.byte))
}
