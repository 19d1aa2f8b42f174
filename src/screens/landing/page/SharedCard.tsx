import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Avatar } from '@/components/ui/Avatar'
import { Button } from '@/components/ui/Button'
import { SheetHead } from '@/components/sheets/SheetHead'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import { previewKindOf } from '@/domain/items/kinds'
import { mayPreview } from '@/domain/items/rights'
import { tileOf } from '@/domain/items/tiles'
import { useApp } from '@/screens/app/AppContext'
import './cards.scss'
import { openItem } from './navigate'
import type { CardProps } from './landingProps'
import { wordFacts, wordSharer } from './wordLanding'

/** The shared item and its sharer. Previewing takes a tap, because it is counted; so no picture is shown before. */
export default observer(function SharedCard({ store, process, item, onLook }: CardProps) {
  const app = useApp()
  const t = useWords<'visit'>()
  const { owner } = process.share_link
  const isLimited = store.isPreviewLimited(item.id)
  return (
    <View className="visit-card">
      <Avatar userId={owner.id} name={owner.name} />
      <View className="visit-card-sharer" role="heading" aria-level={2}>
        {wordSharer(process, t)}
      </View>
      {process.description ? <View className="visit-card-description">{process.description}</View> : null}
      <View className="visit-card-file">
        <SheetHead
          picture={<Tile {...tileOf(item)} />}
          title={item.name}
          text={wordFacts(app, process, item, t).join(' · ')}
        />
      </View>
      {mayPreview(item) && previewKindOf(item) !== 'unsupported' ? (
        <Button
          label={t(isLimited ? 'visit.previewLimited' : 'visit.preview')}
          disabled={isLimited}
          onPress={onLook ?? (() => openItem(app, store, item))}
        />
      ) : null}
    </View>
  )
})
