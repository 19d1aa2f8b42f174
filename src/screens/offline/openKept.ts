import type { KeptFile, KeptItem } from '@/domain/offline/kept'
import type { OverlayStore } from '@/stores/app/OverlayStore'

/** Shows a kept folder, or the file itself. */
export function openKept(overlays: OverlayStore, { typedId, name, files }: KeptItem) {
  if (!typedId.startsWith('file_')) overlays.enter(typedId, name)
  else if (files[0]) openKeptFile(overlays, files[0])
}

/** Shows a file that is on the phone. */
export function openKeptFile(overlays: OverlayStore, { id, name, stored }: KeptFile) {
  if (stored) overlays.enter(String(id), name)
}
