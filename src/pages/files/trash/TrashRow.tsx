import { observer } from 'mobx-react'
import { useWords } from '@/components/ui/context'
import { formatSize } from '@/domain/format/size'
import { daysLeft } from '@/domain/trash/trash'
import { wordSize } from '@/i18n/format'
import type { Words } from '@/i18n/words'
import { itemOf } from '@/stores/items/lists/rows'
import type { ListStore } from '@/stores/items/lists/ListStore'
import type { AppServices } from '@/stores/app/AppServices'
import { useApp } from '@/screens/app/AppContext'
import { ItemRow, type ItemRowProps } from '@/screens/items/ItemRow'
import { wordAgo } from '@/screens/app/wording'
import { wordDeletion } from '@/screens/items/wordDeletion'

/** A row of a trash: the days left, who deleted it, and when (ROW-06). */
export default observer(function TrashRow({ list, ...props }: ItemRowProps & { list: ListStore }) {
  const app = useApp()
  const t = useWords()
  return <ItemRow {...props} meta={metaOf(app, list, props.row, t)} />
})

function metaOf(app: AppServices, list: ListStore, row: ItemRowProps['row'], t: Words): string | undefined {
  const item = itemOf(row)
  if (!item?.action_status) return undefined
  const { action_time: at } = item.action_status
  const left = daysLeft(at, trashPeriod(app, list), app.now() / 1000)
  return [
    // The folder of a department does not expire.
    ...(item.department ? [] : [t(left > 0 ? 'trash.daysLeft' : 'trash.overdue', { n: left })]),
    wordDeletion(item.action_status, t),
    wordAgo(app, at, t),
    ...(item.type === 'file' ? [wordSize(formatSize(item.size))] : []),
  ].join(' · ')
}

/** Retention of the listed trash, in days. */
export function trashPeriod({ sessionContext }: AppServices, { header }: ListStore): number {
  return header.trash.external?.trash_period ?? sessionContext.user?.trash_period ?? 0
}
