import { observer } from 'mobx-react'
import { ScrollView, Text, View } from '@tarojs/components'
import { IconButton } from '@/components/ui/IconButton'
import { useWords } from '@/components/ui/context'
import type { GridStore } from '@/stores/previews/grid/GridStore'

/** The chosen cell in full, below the table. */
export const ChosenCell = observer(function ChosenCell({ grid }: { grid: GridStore }) {
  const t = useWords<'preview'>()
  const cell = grid.chosenCell
  if (cell === null) return null
  const byKeyboard = { tabIndex: 0 }
  return (
    <View className="grid-chosen" role="group" aria-label={t('preview.grid.cell', { name: cell.name })}>
      <View className="grid-chosen-name">{cell.name}</View>
      <ScrollView className="grid-chosen-box" scrollY {...byKeyboard}>
        <View role="status">
          {cell.text === '' ? (
            <Text className="grid-chosen-empty">{t('preview.grid.emptyCell')}</Text>
          ) : (
            <Text className="grid-chosen-text" userSelect>
              {cell.text}
            </Text>
          )}
        </View>
      </ScrollView>
      <IconButton icon="x" label={t('action.close')} onPress={() => grid.choose(null)} />
    </View>
  )
})
