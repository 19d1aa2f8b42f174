import type { Dependencies } from '../dependencies'
import { TRIM_RENDITIONS } from '../previews/Renditions'
import { forgetMade, leastUsed } from '../previews/representations'
import { removeBlobs } from '../services/trash/blobs'

/** Share of the budget that is left taken: not everything that is made has something removed. */
const LEFT = 0.9

type Ports = Pick<Dependencies, 'db' | 'storage' | 'jobs' | 'config' | 'log'>

/** Takes the jobs that keep enterprises to their disk budgets; before the jobs start. */
export function handleTrimming(ports: Ports): void {
  ports.jobs.handle<{ enterprise: number }>(TRIM_RENDITIONS, { run: ({ payload }) => trim(ports, payload.enterprise) })
}

/** Removes the renditions, and the files out of archives, that were used longest ago; who looks again has them made again. */
async function trim({ db, storage, config, log }: Ports, enterprise: number): Promise<void> {
  if ((await leastUsed(db, enterprise, config.previewBytes)).length === 0) return
  const over = await leastUsed(db, enterprise, config.previewBytes * LEFT)
  for (const made of over) {
    if (made.entry_id !== null) await removeBlobs({ db, storage }, [made.entry_id])
    if (await forgetMade(db, made)) await storage.delete(made.body_key)
  }
  log.info({ enterprise, removed: over.length }, 'renditions beyond the disk budget were removed')
}
