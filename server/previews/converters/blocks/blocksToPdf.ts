import type { BlockFormat } from '../task'
import { drawBlocks } from '../text/drawBlocks'
import { textOf } from '../text/markdown'
import { drawPdf } from '../text/paper'
import { drawRest, REST } from '../text/textToPdf'
import { withinTime } from '../withinTime'
import type { Blocks } from './blocks'

/** ms of work for setting a document, and of time for it on a busy machine */
export const PATIENCE = { work: 90_000, time: 180_000 }

const readers: Record<BlockFormat, () => Promise<(path: string) => Promise<Blocks>>> = {
  epub: async () => (await import('./epub')).readEpub,
  eml: async () => (await import('./eml')).readEml,
  msg: async () => (await import('./msg')).readMsg,
}

/** The blocks of a book or a mail. Throws NoPreview like the reader of its format. */
export async function readBlocks(path: string, format: BlockFormat): Promise<Blocks> {
  return (await readers[format]())(path)
}

/** Sets a book or a mail as a PDF. Throws NoPreview like the reader of its format; TookTooLong if the machine was too busy. */
export async function blocksToPdf(input: string, output: string, format: BlockFormat): Promise<void> {
  const { tokens, isCut } = await readBlocks(input, format)
  await drawPdf(output, (paper) => {
    withinTime(PATIENCE.work, PATIENCE.time, () => drawBlocks(paper, tokens, 0))
    drawRest(paper, isCut ? REST : null)
  })
}

/** The text of a book or a mail, without words of ours. Throws NoPreview like the reader of its format. */
export async function textOfBlocks(input: string, format: BlockFormat): Promise<string> {
  const { tokens } = await readBlocks(input, format)
  return withinTime(PATIENCE.work, PATIENCE.time, () => textOf(tokens))
}
