import type { Item } from '@/contract/entities'
import { mayPreview } from '@/domain/items/rights'
import type { AppServices } from '@/stores/app/AppServices'
import { markAsUsed } from '@/stores/items/markAsUsed'

/** Opens a picture of the grid; its neighbours are those of the grid. */
export function openPhoto(app: AppServices, item: Item): void {
  void markAsUsed(app.api, item)
  app.lazy.recents?.addOpened(item)
  if (!mayPreview(item)) return app.feedback.toast({ key: 'preview.noPermission' })
  app.tappedFiles.set(item.id, item)
  app.lazy.previewsAhead?.begin(item)
  void app.platform.navigate.push({ page: 'preview', fileId: item.id, by: 'taken' })
}
