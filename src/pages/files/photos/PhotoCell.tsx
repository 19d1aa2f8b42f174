import { observer } from 'mobx-react'
import { Image, View, type BaseEventOrig } from '@tarojs/components'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import { Icon } from '@/components/ui/Icon'
import { Tile } from '@/components/ui/Tile'
import type { Item } from '@/contract/entities'
import { fileTileOf } from '@/domain/items/kinds'
import type { PhotoStore } from '@/stores/items/lists/PhotoStore'
import type { SelectionStore } from '@/stores/items/lists/SelectionStore'
import { useApp } from '@/screens/app/AppContext'
import { thumbnailOf } from '@/screens/items/thumbnailOf'

interface Props {
  photos: PhotoStore
  index: number
  /** px */
  left: number
  top: number
  side: number
  selection: SelectionStore
  isChoosing: boolean
  onPress(item: Item, event: BaseEventOrig): void
  onHold(item: Item, index: number, event: BaseEventOrig): void
}

/** One picture or video of the grid; grey until it is fetched. */
export const PhotoCell = observer(function PhotoCell(props: Props) {
  const { photos, index, left, top, side, selection, isChoosing, onPress, onHold } = props
  const app = useApp()
  const t = useWords()
  const item = photos.itemAt(index)
  const style = { left: `${left}px`, top: `${top}px`, width: `${side}px`, height: `${side}px` }
  if (!item) return <View className="photo" style={style} />
  const isVideo = item.extension_category === 'video'
  const isChosen = selection.has(item.typed_id)
  const picture = thumbnailOf(app, item)
  return (
    <View
      className={classes('photo', isChosen && 'photo-chosen')}
      style={style}
      role={isChoosing ? 'checkbox' : 'button'}
      aria-checked={isChoosing ? isChosen : undefined}
      aria-label={isVideo ? t('photos.video', { name: item.name }) : item.name}
      data-photo={index}
      onClick={(event) => onPress(item, event)}
      onLongPress={(event) => onHold(item, index, event)}
    >
      {picture ? (
        <Image className="photo-picture" src={picture} mode="aspectFill" aria-hidden />
      ) : (
        <Tile {...fileTileOf(item.extension)} />
      )}
      {isVideo && (
        <View className="photo-video" aria-hidden>
          <Icon name="play" size={16} />
        </View>
      )}
      {isChoosing && <View className={isChosen ? 'row-check row-checked' : 'row-check'} aria-hidden />}
    </View>
  )
})
