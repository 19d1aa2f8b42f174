import { useState } from 'react'
import { mayPreview } from '@/domain/items/rights'
import type { AppStore } from '@/stores/shell/AppStore'
import { itemOf, accessLoss, type Row } from '@/stores/lists/rows'
import { useApp } from '../AppContext'

/** What a tap on a row does: a folder or department opens as a page, a file as its preview (CTX-09, ACT-15). */
export function useOpenRow(): (row: Row) => void {
  const app = useApp()
  const [open] = useState(() => (row: Row) => openRow(app, row))
  return open
}

function openRow(app: AppStore, row: Row) {
  const { navigate } = app.platform
  const item = itemOf(row)
  if (item === null) return openFrequent(app, row)
  void app.actions.markAsUsed(item)
  app.lazy.recents?.opened(item)
  if (item.department) return void navigate.push({ page: 'files', space: 'dept', id: String(item.department.id) })
  if (item.type === 'folder') return void navigate.push({ page: 'files', space: 'folder', id: String(item.id) })
  if (!mayPreview(item)) return app.feedback.toast({ key: 'preview.noPermission' })
  void navigate.push({ page: 'preview', fileId: item.id })
}

function openFrequent(app: AppStore, row: Row) {
  if (!('frequent' in row)) return
  if (accessLoss(row)) return app.feedback.toast({ key: 'base.noPermission' })
  void app.platform.navigate.push({ page: 'files', space: 'external', id: `enterprise_${row.frequent.item_id}` })
}
