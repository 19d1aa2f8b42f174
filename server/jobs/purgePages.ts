import type { Dependencies } from '../dependencies'
import { forgetPagesMadeBefore } from '../previews/representations'

/** ms that the picture of a document's page is kept; who looks at it later has it drawn again. */
const KEPT = 30 * 86_400_000

/** Removes pictures of pages, of which a long document has many for each of its readers. */
export async function purgePages({ db, storage, clock }: Pick<Dependencies, 'db' | 'storage' | 'clock'>): Promise<void> {
  for (const key of await forgetPagesMadeBefore(db, new Date(clock().getTime() - KEPT))) await storage.remove(key)
}
