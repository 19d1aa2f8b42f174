import { setImmediate as pause } from 'node:timers/promises'
import type { Dependencies } from '../dependencies'
import { fillSounds } from '../services/search/soundIndex'

/** names per transaction */
const BATCH = 200

/** Stores how all names sound that still wait for it, such as those from before migration 101, a batch at a time. */
export async function fillMissingSounds({ db }: Pick<Dependencies, 'db'>): Promise<void> {
  while ((await fillSounds(db, BATCH)) > 0) await pause()
}
