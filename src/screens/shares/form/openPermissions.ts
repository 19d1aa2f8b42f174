import type { OverlayStore } from '@/stores/app/OverlayStore'

/** The flag of the open page of permissions (decisions 4.2); undefined where it is closed. */
export function openPermissions(overlays: OverlayStore): 'changeperms' | 'changepermssm' | undefined {
  if (overlays.valueFor('changeperms') !== undefined) return 'changeperms'
  return overlays.valueFor('changepermssm') === undefined ? undefined : 'changepermssm'
}
