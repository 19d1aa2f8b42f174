import { observer } from 'mobx-react'
import { Image, View } from '@tarojs/components'
import { classes } from '@/components/ui/classes'
import { useApp } from '@/screens/app/AppContext'
import { thumbnailOf } from '@/screens/items/thumbnailOf'
import type { GalleryStore } from '@/stores/previews/GalleryStore'

interface Props {
  gallery: GalleryStore
  isShown: boolean
  onChoose(place: number): void
}

/** px from one picture of the strip to the next; the same as in previews.scss */
const PITCH = 48

/** Small pictures of the neighbours below a picture; a tap turns to one (AH-39). The one being viewed is in the middle. */
export const PictureStrip = observer(function PictureStrip({ gallery, isShown, onChoose }: Props) {
  const app = useApp()
  const { strip, place: viewed } = gallery
  if (strip.length < 2) return null
  return (
    <View className={classes('strip', isShown && 'strip-shown')} aria-hidden={!isShown}>
      {strip.map(({ place, fileId, item }) => {
        const picture = thumbnailOf(app, item)
        return (
          <View
            key={fileId}
            className={classes('strip-place', place === viewed && 'strip-viewed')}
            style={{ transform: `translateX(${(place - viewed) * PITCH}px)` }}
            role={isShown ? 'button' : undefined}
            aria-current={place === viewed}
            aria-label={item.name}
            onClick={isShown ? () => onChoose(place) : undefined}
          >
            {picture && <Image className="strip-picture" src={picture} mode="aspectFill" aria-hidden />}
          </View>
        )
      })}
    </View>
  )
})
