import type { ActorKey } from '../actors/actorKey'
import type { Dependencies } from '../dependencies'
import { findRepresentation, isEnded } from './representations'
import type { Pending } from './Renditions'
/**
 * Asks, and asks again each time the database notifies that the pending rendition has ended, whichever process makes the rendition.
 * Returns the first answer when too many of the actor's requests wait.
 * @param pendingOf the rendition to wait for; null for none
 * @param patience ms after which the current answer is returned
 * @param gone aborted when nobody waits for the answer any more
 */
export function waitForRendition<T>(
  { db, live, previews: { waits } }: Pick<Dependencies, 'db' | 'live' | 'previews'>,
  key: ActorKey,
  ask: () => Promise<T>,
  pendingOf: (answer: T) => Pending | null | undefined,
  patience: number,
  gone: AbortSignal,
): Promise<T> {
  const late = AbortSignal.timeout(patience)
  const signal = AbortSignal.any([late, gone])
  return waits.wait(key, async (mayWait) => {
    for (;;) {
      const isLate = late.aborted
      const answer = await waits.ask(key, ask)
      const pending = pendingOf(answer)
      if (!pending || !mayWait || isLate || gone.aborted) return answer
      const { bodyId, kind } = pending
      const hasEnded = async () => {
        const row = await waits.ask(key, () => findRepresentation(db, bodyId, kind))
        return row === undefined || isEnded(row)
      }
      if (!(await live.next({ name: 'rendition', bodyId, kind }, hasEnded, signal)) || gone.aborted) return answer
    }
  })
}
