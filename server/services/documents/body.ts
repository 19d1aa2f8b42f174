import { buffer } from 'node:stream/consumers'
import * as Y from 'yjs'
import type { DocumentKind } from '@/contract/documents'
import { DOCUMENT_STATE_LIMIT } from '@/domain/documents/bounds'
import { newBook } from '@/domain/documents/sheets/bookState'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { itemNotFound, Refused } from '../../errors'
import type { PreviewFile } from '../../previews/previewFiles'
import { documentFacts, insertDocument, showChange } from '../../queries/documents/documents'
import { loadContents, replaceState, unfoldedDocuments, type StoredContents } from '../../queries/documents/updates'
import { lockItems } from '../../queries/items/locks'
import { checkUpdate, prepareRoots } from './checkUpdate'

/** The state of a text in which nobody has written. */
export const emptyState: Uint8Array = Y.encodeStateAsUpdate(new Y.Doc())

/** The state of a document in which nobody has written. A workbook has one sheet. */
export function initialState(kind: DocumentKind): Uint8Array {
  return kind === 'ydoc' ? emptyState : newBook()
}

/**
 * Makes sure that a file has a state to edit. A file that was uploaded or copied gets the state that its current version holds.
 * @throws Refused not_support if its bytes are no document of this kind
 */
export async function requireState(
  { db, storage, clock }: Pick<Dependencies, 'db' | 'storage' | 'clock'>,
  { fileId, ...body }: Pick<PreviewFile, 'fileId' | 'bodyKey' | 'size'>,
  kind: DocumentKind,
): Promise<void> {
  if ((await documentFacts(db, fileId)) !== undefined) return
  const state = await readState({ storage }, body, kind)
  await insertDocument(db, { itemId: fileId, state, at: clock() })
}

/**
 * Reads a state from a version. A version that was uploaded may contain anything.
 * @throws Refused not_support if its bytes are no document of this kind
 */
export async function readState(
  { storage }: Pick<Dependencies, 'storage'>,
  { bodyKey, size }: { bodyKey: string; size: number },
  kind: DocumentKind,
): Promise<Uint8Array> {
  if (size > DOCUMENT_STATE_LIMIT) throw new Refused('not_support')
  const state = size === 0 ? initialState(kind) : new Uint8Array(await buffer(await storage.read(bodyKey)))
  requireValidState(state, kind)
  return state
}

/** @throws Refused not_support */
function requireValidState(state: Uint8Array, kind: DocumentKind): void {
  const document = new Y.Doc()
  try {
    prepareRoots(document, kind)
    checkUpdate(document, kind, state)
  } catch (error) {
    throw error instanceof Refused ? new Refused('not_support') : error
  } finally {
    document.destroy()
  }
}

/** A document in memory. Destroy it after use. @throws Refused item_not_found */
export async function openState(
  { db }: Pick<Dependencies, 'db'>,
  itemId: number,
  kind: DocumentKind,
): Promise<{ document: Y.Doc; sequence: number }> {
  const stored = await loadContents(db, itemId)
  if (stored === undefined) throw itemNotFound()
  const document = new Y.Doc()
  prepareRoots(document, kind)
  applyStored(document, stored)
  return { document, sequence: stored.sequence }
}

/** Applies what is stored. */
export function applyStored(
  document: Y.Doc,
  { state, updates }: { state: Uint8Array | null; updates: readonly Uint8Array[] },
): void {
  document.transact(() => {
    for (const bytes of state === null ? updates : [state, ...updates]) Y.applyUpdate(document, bytes)
  })
}

/** documents folded per run */
const BATCH = 200

/** Moves the updates of documents into their states. @returns the documents that changed */
export async function foldDocuments({ db }: Pick<Dependencies, 'db'>): Promise<number[]> {
  const changed: number[] = []
  for (const itemId of await unfoldedDocuments(db, BATCH)) {
    if (await foldDocument(db, itemId)) changed.push(itemId)
  }
  return changed
}

/** Moves the updates of one document into its state, and shows the change on its item. @returns false if the document is gone, or another process folds it */
export async function foldDocument(db: Dependencies['db'], itemId: number): Promise<boolean> {
  const facts = await documentFacts(db, itemId)
  const stored = facts && (await loadContents(db, itemId))
  if (!stored || stored.updates.length === 0) return false
  const state = foldedState(stored)
  return inTransaction(db, async (transaction) => {
    await lockItems(transaction, [itemId])
    if (!(await replaceState(transaction, { itemId, state, was: facts.folded, sequence: stored.sequence })))
      return false
    await showChange(transaction, itemId)
    return true
  })
}

/** One state with everything. What was deleted loses its contents. */
export function foldedState(stored: StoredContents): Uint8Array {
  const document = new Y.Doc()
  try {
    applyStored(document, stored)
    return Y.encodeStateAsUpdate(document)
  } finally {
    document.destroy()
  }
}
