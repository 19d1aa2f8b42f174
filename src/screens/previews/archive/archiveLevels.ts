import type { ArchiveEntry } from '@/contract/previews/previews'
import { pathIn, type ArchiveLevel } from '@/domain/previews/archive'
import type { OverlayStore } from '@/stores/app/OverlayStore'

/** Where in an archive the user is: each folder they went into, and the file that they look at, is a step to go back. */
export function levelsOf(overlays: OverlayStore): ArchiveLevel[] {
  return overlays.open
    .filter(({ flag }) => flag.startsWith('inside'))
    .map(({ value, companions: { entry, name = '', size } }) => ({
      folder: value,
      file: entry === undefined ? null : { entry: Number(entry), name, size: Number(size) },
    }))
}

/** The folder that is shown, also behind a file of it; empty: the archive itself. */
export function shownFolder(overlays: OverlayStore): string {
  const levels = levelsOf(overlays)
  return levels[levels.length - 1]?.folder ?? ''
}

/** Goes into a folder, or to a file, of the folder that is shown. */
export function goInside(overlays: OverlayStore, folder: string, { type, name, entry, size }: ArchiveEntry) {
  const flag = `inside${levelsOf(overlays).length + 1}` as const
  if (type === 'folder') overlays.show(flag, pathIn(folder, name))
  else overlays.show(flag, folder, { entry: String(entry), name, size: String(size) })
}
