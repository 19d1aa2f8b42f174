import { observer } from 'mobx-react'
import { Row } from '@/components/rows/Row'
import type { RowPlace } from '@/components/lists/VirtualList'
import { useWords } from '@/components/ui/context'
import type { FrequentItem } from '@/contract/entities'
import { wordFrequent, wordRow } from '@/i18n/rowTexts'
import type { ListSource } from '@/stores/items/lists/listSources'
import type { SelectionStore } from '@/stores/items/lists/SelectionStore'
import { itemOf, type FrequentRow, type Row as ListRow } from '@/stores/items/lists/rows'
import { useApp } from '../app/AppContext'
import { thumbnailOf } from './thumbnailOf'

export interface ItemRowProps extends RowPlace {
  row: ListRow
  frequent: FrequentItem | undefined
  space: ListSource['space']
  /** Replaces time, size and person. */
  meta?: string
  /** Absent where the row cannot be opened. */
  onOpen?(row: ListRow): void
  onMore?(row: ListRow): void
  onHold?(row: ListRow): void
  /** Set while rows are being chosen. */
  selection?: SelectionStore
}

/** A row of the drive, with its texts in the user's language (ROW-01, ROW-02). */
export const ItemRow = observer(function ItemRow({
  row,
  frequent,
  space,
  meta,
  selection,
  onOpen,
  onMore,
  onHold,
  isFar,
  isFlung,
  ...place
}: ItemRowProps) {
  const app = useApp()
  const t = useWords()
  const item = itemOf(row)
  const waiting = app.lazy.waitingNames?.nameOf(row.typed_id)
  const name = waiting ?? row.name
  const common = {
    ...place,
    name,
    moreLabel: t('row.more', { name }),
    faded: !onOpen || selection?.isOpenTo(row) === false,
    checked: selection?.has(row.typed_id),
    onOpen: onOpen && (() => onOpen(row)),
    onMore: onMore && (() => onMore(row)),
    onHold: onHold && (() => onHold(row)),
  }
  if (!item) {
    const parts = wordFrequent((row as FrequentRow).frequent, t)
    return <Row {...common} {...parts} faded={parts.faded || common.faded} />
  }
  const clock = { now: () => app.now(), zone: () => app.platform.clock.zone() }
  const texts = wordRow(item, { space, frequent, meta: waiting ? t('waiting.mark') : meta }, clock, t)
  return <Row {...common} {...texts} thumbnail={thumbnailOf(app, item, isFar, isFlung)} />
})
