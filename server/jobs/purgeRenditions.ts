import type { Dependencies } from '../dependencies'
import { forgetMadeBefore } from '../previews/representations'

/** ms that they are kept; who looks later has them made again. */
const KEPT = 30 * 86_400_000

/** Removes what there are many of and few look at: pictures of pages, and what carries the mark of one user. */
export async function purgeRenditions({ db, storage, clock }: Pick<Dependencies, 'db' | 'storage' | 'clock'>): Promise<void> {
  for (const key of await forgetMadeBefore(db, new Date(clock().getTime() - KEPT))) await storage.remove(key)
}
