import { Readable } from 'node:stream'
import { jobOwner } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { documentFacts } from '../../queries/documents/documents'
import { loadContents } from '../../queries/documents/updates'
import { ownBodyOf, replaceContent } from '../../queries/documents/words'
import { findUser } from '../../queries/session/sessions'
import { foldedState } from './body'

/** The job that makes the words of a document's present state searchable. */
export const INDEX_STATE = 'index_document'

/** ms in which the words of a document are read once at most */
const INTERVAL = 180_000

/** Queues reading the words of a document at the end of the present interval, once. */
export async function orderWords(
  { db, jobs, clock }: Pick<Dependencies, 'db' | 'jobs' | 'clock'>,
  itemId: number,
): Promise<void> {
  const facts = await documentFacts(db, itemId)
  if (facts === undefined || facts.changed_by === null) return
  const interval = Math.floor(clock().getTime() / INTERVAL) + 1
  const user = await findUser(db, facts.changed_by)
  const owner = user ? jobOwner(user) : undefined
  const runAt = new Date(interval * INTERVAL)
  await jobs.add(INDEX_STATE, { itemId }, { dedupeKey: `${itemId} ${interval}`, runAt, owner }, db)
}

/**
 * Makes the words of a document's present state searchable, before a version contains them. Nothing happens if a version does already, or if a copy
 * shares the current version: the words would be found there, too.
 */
export async function indexWords(
  { db, storage, previews }: Pick<Dependencies, 'db' | 'storage' | 'previews'>,
  itemId: number,
  signal: AbortSignal,
): Promise<void> {
  const facts = await documentFacts(db, itemId)
  if (facts === undefined || facts.versioned >= facts.sequence) return
  const body = await ownBodyOf(db, itemId)
  const stored = body && (await loadContents(db, itemId))
  if (!stored) return
  const state = foldedState(stored)
  const blob = await storage.write(Readable.from([Buffer.from(state)]), { size: state.length })
  try {
    const content = await previews.readContent({ ...body, bodyKey: blob.key, size: blob.size }, signal)
    if (content) await replaceContent(db, { itemId, bodyId: body.bodyId }, content)
  } finally {
    await storage.delete(blob.key)
  }
}
