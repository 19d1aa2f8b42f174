import type { OverlayStore } from '@/stores/app/OverlayStore'

/** The flag under which the page of permissions is open (decisions 4.2); undefined where it is not. */
export function openPermissions(overlays: OverlayStore): 'changeperms' | 'changepermssm' | undefined {
  if (overlays.valueFor('changeperms') !== undefined) return 'changeperms'
  return overlays.valueFor('changepermssm') === undefined ? undefined : 'changepermssm'
}
