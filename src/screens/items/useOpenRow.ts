import { useState } from 'react'
import type { Item } from '@/contract/entities'
import { mayPreview } from '@/domain/items/rights'
import { markAsUsed } from '@/stores/items/markAsUsed'
import type { AppServices } from '@/stores/app/AppServices'
import { itemOf, accessLoss, type Row } from '@/stores/items/lists/rows'
import { useApp } from '../app/AppContext'
import { openPlace } from './places/openPlace'

/** Opens a row on a tap: a folder or department as a page, a file in its preview (CTX-09, ACT-15). */
export function useOpenRow(): (row: Row) => void {
  const app = useApp()
  const [open] = useState(() => (row: Row) => openRow(app, row))
  return open
}

function openRow(app: AppServices, row: Row) {
  const item = itemOf(row)
  if (item === null) return openFrequent(app, row)
  openItem(app, item)
  // After the requests for which the user waits.
  void markAsUsed(app.api, item)
  app.lazy.recents?.addOpened(item)
}

function openItem(app: AppServices, item: Item) {
  const { department, type, id, name } = item
  if (department) return openPlace(app, { space: 'dept', id: String(department.id) }, name)
  if (type === 'folder') return openPlace(app, { space: 'folder', id: String(id) }, name)
  if (!mayPreview(item)) return app.feedback.toast({ key: 'preview.noPermission' })
  app.tappedFiles.set(id, item)
  app.lazy.previewsAhead?.begin(item)
  void app.platform.navigate.push({ page: 'preview', fileId: id })
}

function openFrequent(app: AppServices, row: Row) {
  if (!('frequent' in row)) return
  if (accessLoss(row))
    return void import(/* webpackChunkName: "ask" */ '@/stores/app/askForAccess').then(({ offerLostAccess }) =>
      offerLostAccess(app, row.typed_id),
    )
  openPlace(app, { space: 'external', id: `enterprise_${row.frequent.item_id}` }, row.name)
}
