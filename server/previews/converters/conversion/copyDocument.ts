import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { NoPreview, type WrittenFormat } from '../task'
import { countNodes } from './nodes'
import { readNodes } from './readNodes'
import { picturesIn } from './pictures'
import { markdownOf } from './writeMarkdown'
import { wordOf } from './writeWord'

/** Elements and texts of a document; more would take all memory of the process. */
const MOST = 500_000

/**
 * Writes a document (ydoc) as a file of another kind.
 * @param input the parts of its state (`stateParts`); beside it are its pictures (`pictures`)
 * @throws NoPreview too_large; extension_not_correct for other bytes
 */
export async function copyDocument(input: string, output: string, to: WrittenFormat): Promise<void> {
  const nodes = await readNodes(input)
  if (countNodes(nodes) > MOST) throw new NoPreview('too_large', `more than ${MOST} elements`)
  const written = to === 'md' ? markdownOf(nodes) : await wordOf(nodes, await picturesIn(nodes, dirname(input)))
  await writeFile(output, written, { flag: 'wx' })
}
