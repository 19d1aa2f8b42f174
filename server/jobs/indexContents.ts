import type { Dependencies } from '../dependencies'
import { INDEX_STATE, indexWords } from '../services/documents/words'
import type { Job } from './Jobs'
import type { Slots } from './ServingOrder'
import {
  INDEX,
  indexContent,
  orderMissing,
  RECOGNISE,
  recogniseContent,
  type IndexedBody,
} from '../services/search/contents'

/** The job that runs `indexMissing`. */
export const INDEX_MISSING = 'index_missing'

/** jobs that may wait before more documents are queued */
const BATCH = 100
/** ms before a failed document is read again, multiplied by the tries so far: the machine may have been busy */
const RETRY_DELAY = 60_000
/** ms between two batches */
const BATCH_INTERVAL = 5000

type Ports = Pick<Dependencies, 'db' | 'jobs' | 'previews' | 'storage' | 'clock'>

/** Reads one document of an enterprise at a time. */
const slots: Slots = { all: 2, enterprise: 1, actor: 1, overall: 'owners' }

/** A process recognises the words of one document at a time. Organisations, and their people, take turns. */
const scanSlots: Slots = { all: 1, enterprise: 1, actor: 1, overall: 'owners' }

/** Handles the jobs that read documents; call before the jobs start. */
export function handleContents(ports: Ports): void {
  const retryDelay = (tries: number) => RETRY_DELAY * tries
  const run = ({ payload, signal }: Job<IndexedBody>) => indexContent(ports, payload, signal)
  ports.jobs.handle(INDEX, { run, retryDelay }, slots)
  const readState = ({ payload: { itemId }, signal }: Job<{ itemId: number }>) => indexWords(ports, itemId, signal)
  ports.jobs.handle(INDEX_STATE, { run: readState, retryDelay }, slots)
  const recognise = ({ payload: { bodyId }, signal }: Job<IndexedBody>) =>
    recogniseContent(ports, bodyId, BATCH, signal)
  ports.jobs.handle(RECOGNISE, { run: recognise, retryDelay }, scanSlots)
}

/** Queues a batch of documents that were never read, and the next batch if there may be more. */
export async function indexMissing(ports: Ports): Promise<void> {
  if (!(await orderMissing(ports, BATCH))) return
  const next = Math.floor(ports.clock().getTime() / BATCH_INTERVAL) + 1
  await ports.jobs.add(INDEX_MISSING, {}, { dedupeKey: `batch ${next}`, runAt: new Date(next * BATCH_INTERVAL) })
}
