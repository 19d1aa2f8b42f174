import { readFile } from 'node:fs/promises'
import * as Y from 'yjs'
import { NoPreview } from '../task'

/** A document that people edit together. @throws NoPreview for other bytes */
export async function openState(input: string): Promise<Y.Doc> {
  const document = new Y.Doc()
  try {
    Y.applyUpdate(document, new Uint8Array(await readFile(input)))
  } catch {
    throw new NoPreview('extension_not_correct', 'no state of a document')
  }
  return document
}
