import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Header } from '@/components/frame/Header'
import { IconButton } from '@/components/ui/IconButton'
import { SelectBar } from '@/components/lists/SelectBar'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import type { Words } from '@/i18n/words'
import type { SelectionStore } from '@/stores/items/lists/SelectionStore'
import { useManyActions } from '@/screens/items/useManyActions'
import type { SheetProps } from './sheets/SheetProps'

/** Header and bar while rows are being chosen; an action ends that (AH-10). */
export const SelectMode = observer(function SelectMode({ list, overlays, selection }: SheetProps) {
  const t = useWords()
  const leave = () => overlays.close('select')
  const actions = useManyActions({ list, overlays, selection, leave })
  const all = list.photos ?? list
  const isAll = selection.count > 0 && all.pages.held.isComplete && selection.count >= all.rows.length
  return (
    <>
      <View className="select-head" role="region" aria-label={t('list.select')}>
        <Header
          title={titleOf(selection, all.total ?? 0, t)}
          leading={<IconButton icon="x" label={t('action.close')} onPress={() => void leave()} />}
          trailing={
            <TextButton
              label={t(isAll || selection.isGathering ? 'many.noneOfThem' : 'many.all')}
              onPress={() => (isAll || selection.isGathering ? selection.clear() : void selection.chooseAll(all))}
            />
          }
        />
      </View>
      <SelectBar label={t('many.bar')} isEmpty={selection.count === 0 || selection.isGathering} actions={actions} />
    </>
  )
})

function titleOf(selection: SelectionStore, total: number, t: Words): string {
  const { count, isGathering } = selection
  if (isGathering) return t('many.gathering', { n: count, total })
  return count === 0 ? t('many.none') : t('many.count', { n: count })
}
