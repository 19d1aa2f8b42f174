import type { Dependencies } from '../dependencies'
import type { PreviewState } from '../previews/Renditions'
import { untilEnded } from '../previews/untilEnded'
import type { PreviewFile } from '../previews/previewFiles'
import type { Opened } from './previewEntries'

/** ms that somebody waits who asks for a picture that is being made */
const PATIENCE = 15_000

export type WaitPorts = Pick<Dependencies, 'db' | 'live'>

/** Asks until the rendition is there, cannot be made, or takes too long. @param gone aborted when nobody waits any more */
export function waitForState(
  ports: WaitPorts,
  ask: () => Promise<PreviewState>,
  gone: AbortSignal,
  patience = PATIENCE,
): Promise<PreviewState> {
  return untilEnded(ports, ask, ({ pending }) => pending, patience, gone)
}

/** Null when the file cannot be taken out of its archive, or not in time. */
export async function waitForEntry(
  ports: WaitPorts,
  open: () => Promise<Opened>,
  gone: AbortSignal,
): Promise<PreviewFile | null> {
  return (await untilEnded(ports, open, ({ state }) => state?.pending, PATIENCE, gone)).target
}
