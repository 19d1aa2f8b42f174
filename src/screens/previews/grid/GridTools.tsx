import { observer } from 'mobx-react'
import { ScrollView, View } from '@tarojs/components'
import { IconButton } from '@/components/ui/IconButton'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import type { GridStore } from '@/stores/previews/grid/GridStore'

interface Props {
  grid: GridStore
  /** Shows the pages instead; absent where the file has none. */
  onPages?(): void
}

/** Below a table: the sheets, and the ways to find words and to see the pages. */
export const GridTools = observer(function GridTools({ grid, onPages }: Props) {
  const t = useWords<'preview'>()
  const { find, blocks, at, sheet } = grid
  const { sheets } = blocks
  return (
    <View className="grid-tools">
      <ScrollView className="grid-tabs-box" scrollX scrollIntoView={`grid-tab-${at}`}>
        {sheets.length > 1 ? (
          <View className="grid-tabs" role="tablist" aria-label={t('preview.grid.sheets')}>
            {sheets.map(({ name }, index) => (
              <View
                key={index}
                id={`grid-tab-${index}`}
                className={classes('grid-tab', index === at && 'grid-tab-chosen')}
                role="tab"
                aria-selected={index === at}
                onClick={() => grid.show(index)}
              >
                {name || t('preview.grid.unnamed', { n: index + 1 })}
              </View>
            ))}
          </View>
        ) : (
          <View className="grid-size">
            {t('preview.grid.size', { rows: blocks.isWhole ? sheet.rows : '…', columns: sheet.columns })}
          </View>
        )}
      </ScrollView>
      <IconButton
        icon="search"
        label={t('preview.reading.find')}
        pressed={find.isOpen}
        onPress={() => (find.isOpen ? find.close() : find.open())}
      />
      {onPages && <IconButton icon="file" label={t('preview.reading.layout')} onPress={onPages} />}
    </View>
  )
})
