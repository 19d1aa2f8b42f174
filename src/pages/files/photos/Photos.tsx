import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { SearchBar } from '@/components/fields/SearchBar'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import WaitingRows from '../top/WaitingRows'
import { openPhoto } from './openPhoto'
import { PhotoGrid } from './PhotoGrid'
import { PhotoTools } from './PhotoTools'
import type { SheetProps } from '../sheets/SheetProps'

/** The grid of a folder's pictures in a phone's window, in place of the rows (AH-39). */
export default observer(function Photos(props: SheetProps) {
  const { list, overlays, selection } = props
  const app = useApp()
  const t = useWords()
  const { at } = list
  const isChoosing = overlays.valueFor('select') !== undefined
  const place = { space: at.space, id: at.id === undefined ? undefined : String(at.id) }
  const choose = () => {
    if (overlays.valueFor('select') === undefined) overlays.show('select')
  }
  return (
    <PhotoGrid
      list={list}
      selection={selection}
      isChoosing={isChoosing}
      onOpen={(item) => openPhoto(app, item)}
      onHold={choose}
      onRefresh={() => void list.pages.refresh()}
      top={(photos) => (
        <View className="photos-top">
          <SearchBar
            search={{
              placeholder: t('list.search'),
              onOpen: () =>
                void app.platform.navigate.push({ page: 'search', searchIn: 'current', text: '', ...place }),
            }}
            select={photos.total === 0 ? undefined : { label: t('list.select'), onOpen: choose }}
          />
          <WaitingRows list={list} />
          <PhotoTools list={list} photos={photos} />
        </View>
      )}
    />
  )
})
