import type { Dependencies } from '../../dependencies'
import type { ArchiveEntry } from '../../previews/converters/task'
import { planOf } from '../../previews/plans'
import type { PreviewFile } from '../../previews/previewFiles'
import type { PreviewState } from '../../previews/Renditions'
import type { AskedKind, PreviewTarget } from '../../previews/target'

type Previews = Dependencies['previews']

const missing: PreviewState = { status: 'generating_failed', progress: 0, reason: 'file_deleted', made: null }

/** The requested part of a file: the file itself, a file in an archive, or the state if that file is not available (yet). */
export type RequestedEntry =
  | { entry: undefined; found: null; state: null }
  | { entry: number; found: ArchiveEntry; state: null }
  | { entry: number; found: null; state: PreviewState }

export type Opened = { target: PreviewFile; state: null } | { target: null; state: PreviewState }

export function isArchive({ extension }: Pick<PreviewTarget, 'extension'>): boolean {
  return planOf(extension) === 'archive'
}

/** Finds a file in an archive by its entry number. */
export async function findEntry(
  previews: Previews,
  file: PreviewFile,
  entry: number | undefined,
): Promise<RequestedEntry> {
  if (entry === undefined) return { entry, found: null, state: null }
  const { made, ...list } = isArchive(file) ? await previews.ask(file, 'zip', null) : missing
  if (made === null)
    return { entry, found: null, state: { ...list, made, status: list.reason ? 'generating_failed' : 'generating' } }
  const found = await previews.findEntry(made, file, entry)
  return found ? { entry, found, state: null } : { entry, found: null, state: missing }
}

/** The file itself, or the entry of an archive once the entry is extracted. Until then, the state of the extraction. */
export async function openEntry(
  previews: Previews,
  file: PreviewFile,
  { entry, found, state }: RequestedEntry,
  kind: AskedKind | 'original',
  again = false,
): Promise<Opened> {
  if (entry === undefined) return { target: await previews.byContent(file), state: null }
  if (found === null) return { target: null, state }
  const opened = await previews.openEntry(file, found, kind, again)
  if (opened.target === null) return { target: null, state: opened.state }
  return {
    target: { ...file, ...opened.target, entry, name: found.path.slice(found.path.lastIndexOf('/') + 1) },
    state: null,
  }
}
