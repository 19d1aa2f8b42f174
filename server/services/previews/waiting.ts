import type { ActorKey } from '../../actors/actorKey'
import type { Dependencies } from '../../dependencies'
import type { PreviewState } from '../../previews/Renditions'
import { waitForRendition } from '../../previews/waitForRendition'
import type { PreviewFile } from '../../previews/previewFiles'
import type { Opened } from './entries'

/** ms to wait for a rendition that is being made */
const PATIENCE = 15_000

export type WaitPorts = Pick<Dependencies, 'db' | 'live' | 'previews'>

/**
 * Polls until the rendition is ready, has failed, or times out. Polls only once if the actor has too many waiting requests.
 * @param gone aborted once the client has disconnected
 */
export function waitForState(
  ports: WaitPorts,
  key: ActorKey,
  ask: () => Promise<PreviewState>,
  gone: AbortSignal,
  patience = PATIENCE,
): Promise<PreviewState> {
  return waitForRendition(ports, key, ask, ({ pending }) => pending, patience, gone)
}

/** As waitForState, for a file in an archive; null if the file cannot be extracted or is not ready in time. */
export async function waitForEntry(
  ports: WaitPorts,
  key: ActorKey,
  open: () => Promise<Opened>,
  gone: AbortSignal,
): Promise<PreviewFile | null> {
  return (await waitForRendition(ports, key, open, ({ state }) => state?.pending, PATIENCE, gone)).target
}
