import { writeFile } from 'node:fs/promises'
import { NoPreview, type WrittenFormat } from '../task'
import { countNodes } from './nodes'
import { readNodes } from './readNodes'
import { markdownOf } from './writeMarkdown'
import { wordOf } from './writeWord'

/** Elements and texts of a document; more would take all memory of the process. */
const MOST = 500_000

/**
 * Writes a document (ydoc) as a file of another kind.
 * @param input the parts of its state (`stateParts`)
 * @throws NoPreview too_large; extension_not_correct for other bytes
 */
export async function copyDocument(input: string, output: string, to: WrittenFormat): Promise<void> {
  const nodes = await readNodes(input)
  if (countNodes(nodes) > MOST) throw new NoPreview('too_large', `more than ${MOST} elements`)
  await writeFile(output, to === 'md' ? markdownOf(nodes) : await wordOf(nodes), { flag: 'wx' })
}
