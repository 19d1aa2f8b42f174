import type { ActorKey } from '../../actors/actorKey'
import type { Dependencies } from '../../dependencies'
import type { PreviewState } from '../../previews/Renditions'
import { untilEnded } from '../../previews/untilEnded'
import type { PreviewFile } from '../../previews/previewFiles'
import type { Opened } from './entries'

/** ms that somebody waits who asks for a picture that is being made */
const PATIENCE = 15_000

export type WaitPorts = Pick<Dependencies, 'db' | 'live' | 'previews'>

/**
 * Asks until the rendition is there, cannot be made, or takes too long; once where the actor has too many requests that wait.
 * @param gone aborted when nobody waits any more
 */
export function waitForState(
  ports: WaitPorts,
  key: ActorKey,
  ask: () => Promise<PreviewState>,
  gone: AbortSignal,
  patience = PATIENCE,
): Promise<PreviewState> {
  return untilEnded(ports, key, ask, ({ pending }) => pending, patience, gone)
}

/** Null when the file cannot be taken out of its archive, or not in time. */
export async function waitForEntry(
  ports: WaitPorts,
  key: ActorKey,
  open: () => Promise<Opened>,
  gone: AbortSignal,
): Promise<PreviewFile | null> {
  return (await untilEnded(ports, key, open, ({ state }) => state?.pending, PATIENCE, gone)).target
}
