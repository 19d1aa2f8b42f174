import { observer } from 'mobx-react'
import { MenuList } from '@/components/sheets/MenuList'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { useWords } from '@/components/ui/context'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { ListStore } from '@/stores/items/lists/ListStore'
import type { SelectionStore } from '@/stores/items/lists/SelectionStore'
import { useManyActions } from './useManyActions'

interface Props {
  list: ListStore
  overlays: OverlayStore
  selection: SelectionStore
}

/** The menu at the pointer, of several selected items (AH-43). */
export const ManySheet = observer(function ManySheet({ list, overlays, selection }: Props) {
  const t = useWords()
  const actions = useManyActions({ list, overlays, selection, leave: () => Promise.resolve(selection.clear()) })
  if (overlays.valueFor('manymenu') === undefined) return null
  const close = () => overlays.close('manymenu')
  const entries = actions.map(({ onPress, ...action }) => ({
    ...action,
    onSelect: () => void close().then(onPress),
  }))
  return (
    <Sheet label={t('many.bar')} onClose={() => void close()}>
      <SheetHead title={t('many.count', { n: selection.count })} />
      <MenuList entries={entries} />
    </Sheet>
  )
})
