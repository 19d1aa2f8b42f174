import type { Dependencies } from '../dependencies'
import { TRIM_RENDITIONS } from '../previews/Renditions'
import { forgetMade, leastUsed } from '../previews/representations'
import { removeBlobs } from '../services/trash/blobs'

/** Share of the budget that trimming leaves in use. It is below 1, because new renditions do not always trigger a trim. */
const TARGET_SHARE = 0.9

type Ports = Pick<Dependencies, 'db' | 'storage' | 'jobs' | 'config' | 'log'>

/** Handles the jobs that hold enterprises to their disk budgets; call before the jobs start. */
export function handleTrimming(ports: Ports): void {
  ports.jobs.handle<{ enterprise: number }>(TRIM_RENDITIONS, { run: ({ payload }) => trim(ports, payload.enterprise) })
}

/** Removes the renditions and unpacked files that were used longest ago. Later views make them again. */
async function trim({ db, storage, config, log }: Ports, enterprise: number): Promise<void> {
  if ((await leastUsed(db, enterprise, config.previewBytes)).length === 0) return
  const over = await leastUsed(db, enterprise, config.previewBytes * TARGET_SHARE)
  for (const made of over) {
    if (made.entry_id !== null) await removeBlobs({ db, storage }, [made.entry_id])
    if (await forgetMade(db, made)) await storage.delete(made.body_key)
  }
  log.info({ enterprise, removed: over.length }, 'removed renditions above the disk budget')
}
