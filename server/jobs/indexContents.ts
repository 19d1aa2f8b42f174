import type { Dependencies } from '../dependencies'
import type { Job } from './Jobs'
import type { Slots } from './ServingOrder'
import { INDEX, indexContent, orderMissing } from '../services/search/contents'

/** The kind of the job that `indexMissing` is. */
export const INDEX_MISSING = 'index_missing'

/** jobs that wait at most before more documents are looked for */
const BATCH = 100
/** ms between two looks */
const BATCH_INTERVAL = 5000

type Ports = Pick<Dependencies, 'db' | 'jobs' | 'previews' | 'clock'>

/** One document of an enterprise is read at a time. */
const slots: Slots = { all: 2, enterprise: 1, actor: 1 }

/** Takes the jobs that read documents; before the jobs start. */
export function handleContents(ports: Ports): void {
  const run = ({ payload: { bodyId }, signal }: Job<{ bodyId: number }>) => indexContent(ports, bodyId, signal)
  ports.jobs.handle(INDEX, { run }, slots)
}

/** Orders a batch of documents that were never read, and the next look when there may be more. */
export async function indexMissing(ports: Ports): Promise<void> {
  if (!(await orderMissing(ports, BATCH))) return
  const next = Math.floor(ports.clock().getTime() / BATCH_INTERVAL) + 1
  await ports.jobs.add(INDEX_MISSING, {}, { dedupeKey: `batch ${next}`, runAt: new Date(next * BATCH_INTERVAL) })
}
