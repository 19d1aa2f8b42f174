import { readFile, stat } from 'node:fs/promises'
import { decodeText } from './decodeText'
import { drawPdf, printable } from './paper'
import { NoPreview } from './task'

/** Bytes; about a thousand pages. */
const TEXT_LIMIT = 4 * 1024 * 1024
/** A line is broken by force at so many code points: the layout of an endless one takes too long. */
const PIECES = /.{1,4000}/gu

/** The text of a file. Throws NoPreview: empty, too_large, extension_not_correct. */
export async function readText(path: string): Promise<string> {
  const { size } = await stat(path)
  if (size === 0) throw new NoPreview('empty', 'no bytes')
  if (size > TEXT_LIMIT) throw new NoPreview('too_large', `${size} bytes of text`)
  return printable(decodeText(await readFile(path)))
}

/** Sets a text file as a PDF, line by line. */
export async function textToPdf(input: string, output: string): Promise<void> {
  const text = await readText(input)
  await drawPdf(output, (paper) => {
    for (const line of text.split('\n')) {
      if (line === '') paper.moveDown()
      for (const piece of line.match(PIECES) ?? []) paper.text(piece, { lineGap: 2 })
    }
  })
}
