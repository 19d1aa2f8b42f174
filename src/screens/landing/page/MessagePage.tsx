import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Avatar } from '@/components/ui/Avatar'
import { Button } from '@/components/ui/Button'
import { SheetHead } from '@/components/sheets/SheetHead'
import { TextButton } from '@/components/ui/TextButton'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import { mayPreview } from '@/domain/items/rights'
import { tileOf } from '@/domain/items/tiles'
import { AppContext, useApp } from '@/screens/app/AppContext'
import { thumbnailOf } from '@/screens/items/thumbnailOf'
import { PageScreen } from '@/screens/page/PageScreen'
import { Panels } from '../../panels/Panels'
import './cards.scss'
import { LazyFooter } from './LazyFooter'
import { MessageHeader } from './LoadingScreen'
import { mayBeSaved } from '../list/visitorActions'
import { LandingOverlays } from './LandingOverlays'
import type { ShownProps } from './landingProps'
import { wordCreated, wordFacts, wordName, wordSharer } from './wordLanding'

/** A share in the message centre: sender, message, time, and the ways to its contents (LAND-03, LAND-04). */
export default observer(function MessagePage({ store, overlays, process, item }: ShownProps) {
  const app = useApp()
  const t = useWords<'visit'>()
  const { owner } = process.share_link
  const isFile = item.type === 'file'
  const isLimited = isFile && store.isPreviewLimited(item.id)
  const facts = wordFacts(app, process, item, t)
  const direct = process.item_is_accessible_without_shared && process.item_count === 1 ? openDirectly : undefined
  return (
    <PageScreen
      open={overlays}
      header={<MessageHeader />}
      overlays={
        <>
          <LandingOverlays store={store} overlays={overlays} />
          <AppContext.Provider value={app.link?.own ?? app}>
            <Panels overlays={overlays} />
          </AppContext.Provider>
        </>
      }
    >
      <View className="visit-column">
        <View className="visit-main">
          <View className="visit-card">
            <Avatar userId={owner.id} name={owner.name} />
            <View className="visit-card-sharer">{wordSharer(process, t)}</View>
            {process.description ? <View className="visit-card-description">{process.description}</View> : null}
            <View className="visit-card-file">
              <SheetHead
                picture={<Tile {...tileOf(item)} thumbnail={thumbnailOf(app, item)} />}
                title={wordName(process, t)}
                text={facts.join(' · ')}
              />
            </View>
            <View className="visit-buttons">
              {mayBeSaved(app, store, item) ? (
                <Button
                  tone="weak"
                  label={t('visit.save.action')}
                  onPress={() => overlays.show('sharesave', item.typed_id)}
                />
              ) : null}
              {!isFile || mayPreview(item) ? (
                <Button
                  label={t(isLimited ? 'visit.previewLimited' : isFile ? 'visit.preview' : 'visit.open')}
                  disabled={isLimited}
                  onPress={openInShare}
                />
              ) : null}
            </View>
            {direct ? <TextButton label={t('visit.direct')} onPress={direct} /> : null}
            <View className="visit-numbers">
              {process.item_is_accessible_without_shared ? null : (
                <View>{t('visit.noComments', { name: owner.name })}</View>
              )}
              <View>{`${t('visit.serial')} ${process.serial_number}`}</View>
              <View>{`${t('visit.created')} ${wordCreated(app, process)}`}</View>
            </View>
          </View>
        </View>
        <LazyFooter store={store} overlays={overlays} item={item} isInside />
      </View>
    </PageScreen>
  )

  function openInShare() {
    const { uniqueName } = store
    void app.platform.navigate.push({ page: 'visit', uniqueName, ...(isFile && { item: item.typed_id }) })
  }

  function openDirectly() {
    const { navigate } = app.platform
    void (isFile
      ? navigate.push({ page: 'preview', fileId: item.id })
      : navigate.push({ page: 'files', space: 'folder', id: String(item.id) }))
  }
})
