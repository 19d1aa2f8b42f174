import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { SegmentedChoice } from '@/components/fields/SegmentedChoice'
import { useWords } from '@/components/ui/context'
import { MOST_PHOTOS } from '@/domain/items/lists/photos'
import { useApp } from '@/screens/app/AppContext'
import { chooseView } from '@/stores/items/lists/chooseView'
import type { ListStore } from '@/stores/items/lists/ListStore'
import type { PhotoStore } from '@/stores/items/lists/PhotoStore'

/** Above the grid: back to the rows, and how many items only the rows show. */
export const PhotoTools = observer(function PhotoTools({ list, photos }: { list: ListStore; photos: PhotoStore }) {
  const t = useWords()
  const total = list.total ?? 0
  // The grid of a larger folder may lack pictures, too.
  const others = photos.phase === 'ready' && total <= MOST_PHOTOS ? total - photos.total : 0
  return (
    <>
      <ViewChoice list={list} />
      {others > 0 && <View className="photos-others">{t('photos.others', { n: others })}</View>}
    </>
  )
})

/** The choice between rows and grid. */
export const ViewChoice = observer(function ViewChoice({ list, onChoose }: { list: ListStore; onChoose?(): void }) {
  const app = useApp()
  const t = useWords()
  return (
    <SegmentedChoice
      label={t('photos.view')}
      value={list.shownAs ?? 'list'}
      options={[
        { value: 'list', label: t('photos.rows') },
        { value: 'photos', label: t('photos.grid') },
      ]}
      onChoose={(view) => {
        onChoose?.()
        void chooseView(app, list, view)
      }}
    />
  )
})
