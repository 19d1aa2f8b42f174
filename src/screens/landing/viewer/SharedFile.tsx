import { observer } from 'mobx-react'
import { Image, View } from '@tarojs/components'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import { previewKindOf } from '@/domain/items/kinds'
import { mayPreview } from '@/domain/items/rights'
import { tileOf } from '@/domain/items/tiles'
import { isShownAtOnce } from '@/domain/landing/landing'
import { useApp } from '@/screens/app/AppContext'
import { PageScreen } from '@/screens/page/PageScreen'
import { useDisposable } from '@/screens/app/useDisposable'
import { LandingPicture } from '@/stores/landing/LandingPicture'
import { LazyCard } from '../page/LazyScreens'
import { LazyFooter } from '../page/LazyFooter'
import { LazyInlinePreview } from './LazyViewers'
import { openItem } from '../page/navigate'
import { SharerLine } from '../page/SharerLine'
import { LandingBar } from '../bar/LandingBar'
import { LandingOverlays } from '../page/LandingOverlays'
import type { ShownProps } from '../page/landingProps'

/** A link's single file: its preview where nothing is counted, else its description and a button (LAND-05). */
export const SharedFile = observer(function SharedFile({ store, overlays, process, item }: ShownProps) {
  const kind = previewKindOf(item)
  const isAtOnce = mayPreview(item) && isShownAtOnce(process, kind)
  return (
    <PageScreen
      open={overlays}
      header={
        <>
          <LandingBar around={store.around} overlays={overlays} />
          {isAtOnce && <SharerLine store={store} />}
        </>
      }
      overlays={<LandingOverlays store={store} overlays={overlays} file={item} />}
    >
      <View className="visit-column">
        <View className="visit-main">
          {!isAtOnce ? (
            <LazyCard store={store} process={process} item={item} />
          ) : kind === 'image_1024' ? (
            <Picture store={store} process={process} item={item} />
          ) : (
            <LazyInlinePreview store={store} overlays={overlays} item={item} />
          )}
        </View>
        <LazyFooter store={store} overlays={overlays} item={item} />
      </View>
    </PageScreen>
  )
})

const Picture = observer(function Picture({ store, process, item }: Omit<ShownProps, 'overlays'>) {
  const app = useApp()
  const t = useWords<'visit'>()
  const picture = useDisposable(() => new LandingPicture(app, item.id, process.picture_url))
  const open = () => openItem(app, store, item)
  const { address, phase } = picture
  return (
    <View className="visit-picture" role="button" aria-label={t('visit.picture', { name: item.name })} onClick={open}>
      {phase === 'shown' ? null : <Tile {...tileOf(item)} large />}
      {address ? (
        <Image
          className="visit-picture-image"
          src={address}
          mode="aspectFit"
          onLoad={() => picture.onLoad()}
          onError={() => void picture.onError()}
        />
      ) : null}
    </View>
  )
})
