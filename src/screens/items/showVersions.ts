import type { Item } from '@/contract/entities'
import type { MenuContext } from '@/domain/items/menuByContext'
import type { AppServices } from '@/stores/app/AppServices'
import type { OverlayStore } from '@/stores/app/OverlayStore'

/** Shows versions over the preview, which opens first where it is not open (PREV-12). */
export async function showVersions(
  { platform: { navigate } }: AppServices,
  overlays: OverlayStore,
  { id: fileId }: Item,
  context: MenuContext,
) {
  if (context === 'preview') overlays.show('tab', 'version')
  else await navigate.push({ page: 'preview', fileId, tab: 'version' })
}
