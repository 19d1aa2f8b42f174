import { readFile, rename, writeFile } from 'node:fs/promises'
import { MARGIN, QUIET, drawPdf } from '../text/paper'
import { BLANK_WORDS, MISSING_WORDS } from './blankWords'
import { openPdf } from './check'
import { isBlank } from './isBlank'

/**
 * Replaces a PDF whose pages are all empty by words that say so. LibreOffice omits parts that it does not know, for example diagrams, and an empty page
 * would look as if the file were empty.
 * @param lacksParts whether LibreOffice omitted a part: words behind the other pages say so
 */
export async function replaceBlank(path: string, lacksParts: boolean): Promise<void> {
  const document = await openPdf(path)
  if (document === 'encrypted') return
  const isEmpty = await isBlank(document)
  if (!isEmpty && !lacksParts) return
  const made = `${path}.words`
  await drawPdf(made, (paper) => {
    for (const words of isEmpty ? BLANK_WORDS : MISSING_WORDS) paper.fillColor(QUIET).text(words, MARGIN).moveDown()
  })
  if (!isEmpty) await writeFile(made, document.withPagesOf(await readFile(made)))
  await rename(made, path)
}
