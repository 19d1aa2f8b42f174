import { readFile } from 'node:fs/promises'
import * as Y from 'yjs'
import { NoPreview } from '../task'
import { updatesIn } from './stateParts'

/** A document as it is now. @param input the parts of its state (`stateParts`) @throws NoPreview for other bytes */
export async function openParts(input: string): Promise<Y.Doc> {
  const document = new Y.Doc()
  try {
    const updates = updatesIn(await readFile(input))
    document.transact(() => {
      for (const update of updates) Y.applyUpdate(document, update)
    })
  } catch {
    throw new NoPreview('extension_not_correct', 'no state of a document')
  }
  return document
}
