import type { Item } from '@/contract/entities'
import { mayPreview } from '@/domain/items/rights'
import type { AppServices } from '@/stores/app/AppServices'
import { markAsUsed } from '@/stores/items/markAsUsed'

/** Opens a picture of the grid; its neighbours are those of the grid. */
export function openPhoto(app: AppServices, item: Item): void {
  if (mayPreview(item)) {
    app.tappedFiles.set(item.id, item)
    app.lazy.previewsAhead?.begin(item)
    void app.platform.navigate.push({ page: 'preview', fileId: item.id, by: 'taken' })
  } else app.feedback.toast({ key: 'preview.noPermission' })
  // After the requests for which the user waits.
  void markAsUsed(app.api, item)
  app.lazy.recents?.addOpened(item)
}
