import { observer } from 'mobx-react'
import { Image, View } from '@tarojs/components'
import { useEffect } from 'react'
import { Avatar } from '@/components/Avatar'
import { Button } from '@/components/Button'
import { SheetHead } from '@/components/SheetHead'
import { Tile } from '@/components/Tile'
import { useWords } from '@/components/context'
import type { Item } from '@/contract/entities'
import type { ShareProcess } from '@/contract/shares'
import { previewKindOf } from '@/domain/items/kinds'
import { mayPreview } from '@/domain/items/rights'
import { tileOf } from '@/domain/items/tiles'
import { isShownAtOnce } from '@/domain/sharing/landing'
import { useApp } from '@/screens/AppContext'
import { thumbnailOf } from '@/screens/items/thumbnailOf'
import { PageScreen } from '@/screens/page/PageScreen'
import { useDisposable } from '@/screens/useDisposable'
import { VisitPicture } from '@/stores/visit/VisitPicture'
import { LazyInlinePreview } from './LazyViewers'
import { SharerLine } from './SharerLine'
import { VisitBar } from './VisitBar'
import { VisitFooter } from './VisitFooter'
import { VisitOverlays } from './VisitOverlays'
import type { VisitProps } from './VisitProps'
import { wordFileSize, wordLimits, wordSharer } from './wordVisit'

interface Props extends VisitProps {
  process: ShareProcess
  item: Item
}

/** One file that a link shows: itself where nothing is counted, else what it is and the way to look at it (LAND-05). */
export const SharedFile = observer(function SharedFile({ store, overlays, process, item }: Props) {
  const kind = previewKindOf(item)
  const isAtOnce = mayPreview(item) && isShownAtOnce(process, kind)
  return (
    <PageScreen
      open={overlays}
      header={
        <>
          <VisitBar around={store.around} overlays={overlays} />
          {isAtOnce && <SharerLine store={store} />}
        </>
      }
      footer={<VisitFooter store={store} overlays={overlays} item={item} />}
      overlays={<VisitOverlays store={store} overlays={overlays} />}
    >
      {!isAtOnce ? (
        <Card store={store} process={process} item={item} />
      ) : kind === 'image_1024' ? (
        <Picture store={store} item={item} />
      ) : (
        <LazyInlinePreview store={store} overlays={overlays} item={item} />
      )}
    </PageScreen>
  )
})

/** What is shared and by whom; looking at it is a tap, which is counted. */
const Card = observer(function Card({ store, process, item }: Omit<Props, 'overlays'>) {
  const app = useApp()
  const t = useWords<'visit'>()
  const { owner } = process.share_link
  return (
    <View className="visit-card">
      <Avatar userId={owner.id} name={owner.name} />
      <View className="visit-card-sharer" role="heading" aria-level={1}>
        {wordSharer(process, t)}
      </View>
      {process.description ? <View className="visit-card-description">{process.description}</View> : null}
      <View className="visit-card-file">
        <SheetHead
          picture={<Tile {...tileOf(item)} thumbnail={thumbnailOf(app, item)} />}
          title={item.name}
          text={[wordFileSize(item), ...wordLimits(app, process, t)].join(' · ')}
        />
      </View>
      {mayPreview(item) && previewKindOf(item) !== 'unsupported' ? (
        <Button label={t('visit.preview')} onPress={() => openFile(app, store, item)} />
      ) : null}
    </View>
  )
})

const Picture = observer(function Picture({ store, item }: { store: VisitProps['store']; item: Item }) {
  const app = useApp()
  const t = useWords<'visit'>()
  const picture = useDisposable(() => new VisitPicture(app, item.id))
  useEffect(() => void picture.open(), [picture])
  const open = () => openFile(app, store, item)
  const { address, phase } = picture
  return (
    <View className="visit-picture" role="button" aria-label={t('visit.picture', { name: item.name })} onClick={open}>
      {address ? (
        <Image className="visit-picture-image" src={address} mode="aspectFit" onError={() => picture.fail()} />
      ) : (
        <Tile {...tileOf(item)} thumbnail={phase === 'loading' ? thumbnailOf(app, item) : undefined} large />
      )}
    </View>
  )
})

function openFile({ platform }: ReturnType<typeof useApp>, { uniqueName }: VisitProps['store'], item: Item) {
  void platform.navigate.push({ page: 'visit', uniqueName, item: item.typed_id })
}
