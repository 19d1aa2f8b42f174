import type { ArchiveEntry } from '@/contract/previews/previews'
import { pathIn, type ArchiveLevel } from '@/domain/previews/archive'
import type { OverlayStore } from '@/stores/app/OverlayStore'

/** The user's path in an archive: each entered folder, and the viewed file, is a step to go back. */
export function levelsOf(overlays: OverlayStore): ArchiveLevel[] {
  return overlays.open
    .filter(({ flag }) => flag.startsWith('inside'))
    .map(({ value, companions: { entry, name = '', size } }) => ({
      folder: value,
      file: entry === undefined ? null : { entry: Number(entry), name, size: Number(size) },
    }))
}

/** The shown folder, also behind one of its files; empty: the archive itself. */
export function shownFolder(overlays: OverlayStore): string {
  const levels = levelsOf(overlays)
  return levels[levels.length - 1]?.folder ?? ''
}

/** Enters a folder, or opens a file, of the shown folder. */
export function goInside(overlays: OverlayStore, folder: string, { type, name, entry, size }: ArchiveEntry) {
  const flag = `inside${levelsOf(overlays).length + 1}` as const
  if (type === 'folder') overlays.show(flag, pathIn(folder, name))
  else overlays.show(flag, folder, { entry: String(entry), name, size: String(size) })
}
