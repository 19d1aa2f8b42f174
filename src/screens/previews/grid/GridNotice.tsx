import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { TextButton } from '@/components/ui/TextButton'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import type { GridStore } from '@/stores/previews/grid/GridStore'

/** What a table waits for, or what it lacks. */
export const GridNotice = observer(function GridNotice({ grid }: { grid: GridStore }) {
  const t = useWords<'preview'>()
  const { blocks, at } = grid
  const hasFailed = blocks.hasFailed(at)
  const text = noticed()
  return (
    <View className={classes('grid-notice', text === '' && 'grid-notice-none')} role="status">
      <View className="grid-notice-text">{text}</View>
      {hasFailed && <TextButton label={t('action.retry')} onPress={() => blocks.retry(at)} />}
    </View>
  )

  function noticed(): string {
    if (hasFailed) return t('preview.grid.failed')
    if (grid.isSortIncomplete) return t('preview.grid.unsorted')
    if (grid.isSorting) return t('preview.grid.sorting')
    if (grid.isLoading) return t('preview.loading')
    return blocks.isCut ? t('preview.grid.cut') : ''
  }
})
