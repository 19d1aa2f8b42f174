import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useContext, useEffect, useState, createContext } from 'react'
import { Button } from '@/components/ui/Button'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import type { Item } from '@/contract/entities'
import { useApp } from '@/screens/app/AppContext'
import { PageScreen } from '@/screens/page/PageScreen'
import { placeOfEntry } from '@/screens/items/places/placeOfEntry'
import { LazyCard } from '../page/LazyScreens'
import { LandingBar } from '../bar/LandingBar'
import { LandingOverlays } from '../page/LandingOverlays'
import type { ShownProps } from '../page/landingProps'
import { albumSaverOf, downloaderOf, mayBeSaved } from '../list/visitorActions'
import { ChatHeader } from './ChatHeader'
import { forward } from './forward'
import { LazyChatViewer } from './LazyChatViewer'
import './chat.scss'

/** Whether the address says that the link was saved from a chat. */
export const ChatSavedContext = createContext(false)

interface Props extends ShownProps {
  fileId: number
  /** Whether the mini-program forwards it as a card. */
  forwards: boolean
}

/** A link's file, opened from a chat (WX-02). */
export const ChatFileScreen = observer(function ChatFileScreen({ store, overlays, process, fileId, forwards }: Props) {
  const t = useWords<'visit'>()
  const [item, setItem] = useState<Item | null>(null)
  const [isHeadOpen, setHeadOpen] = useState(false)
  // Opening the page counts as no preview (AH-06).
  const [isLooking, setLooking] = useState(false)
  const left = process.share_link.previews_left
  // Viewing may have been counted.
  useEffect(() => () => void store.refresh(), [store])
  const shown = item ?? (process.item?.id === fileId ? process.item : null)
  const look = () => {
    store.markPreviewed(fileId)
    setLooking(true)
  }
  return (
    <PageScreen
      open={overlays}
      header={
        <>
          <LandingBar around={store.around} overlays={overlays} />
          {shown ? (
            <ChatHeader
              store={store}
              overlays={overlays}
              process={process}
              item={shown}
              isOpen={isHeadOpen}
              onToggle={() => setHeadOpen(!isHeadOpen)}
            />
          ) : null}
        </>
      }
      overlays={<LandingOverlays store={store} overlays={overlays} file={shown} />}
    >
      <View className="visit-column">
        <View className="visit-main">
          {left !== null && !isLooking ? (
            shown ? (
              <LazyCard store={store} process={process} item={shown} onLook={look} />
            ) : (
              <View className="chat-look">
                <View className="chat-look-text">{t('visit.previewsLeft', { n: left })}</View>
                <Button label={t('visit.preview')} onPress={look} />
              </View>
            )
          ) : (
            <LazyChatViewer
              fileId={fileId}
              overlays={overlays}
              shape={`${isHeadOpen} ${process.saved_folder !== null}`}
              onItem={setItem}
              onClosed={() => void store.reload()}
            />
          )}
        </View>
        {shown ? <Footer store={store} overlays={overlays} process={process} item={shown} forwards={forwards} /> : null}
      </View>
    </PageScreen>
  )
})

const Footer = observer(function Footer({
  store,
  overlays,
  process,
  item,
  forwards,
}: ShownProps & { forwards: boolean }) {
  const app = useApp()
  const t = useWords<'visit'>()
  const wasSaved = useContext(ChatSavedContext)
  const { navigate } = app.platform
  const isIn = app.session.user !== null
  const folder = process.saved_folder
  const isSaved = folder !== null || (wasSaved && isIn)
  const maySave = mayBeSaved(app, store, item)
  const onDownload = downloaderOf(app, store, item)
  const onAlbum = albumSaverOf(app, overlays, item)
  const mayForward = !process.share_link.disable_forward
  const view = () => void navigate.push(folder ? placeOfEntry(folder) : { page: 'files', space: 'own' })
  const said =
    folder && folder.typed_id !== 'folder_0' ? t('visit.save.done', { name: folder.name }) : t('visit.chat.saved')
  if (!isSaved && !maySave && !isIn && !mayForward && !onDownload && !onAlbum) return null
  return (
    <View className="screen-footer">
      {isSaved ? (
        <View className="visit-saved">
          <View className="visit-saved-text" role="status">
            {said}
          </View>
          <TextButton label={t('visit.save.view')} onPress={view} />
        </View>
      ) : null}
      <View className="visit-buttons">
        {mayForward && (forwards || app.platform.name === 'h5') ? (
          <Button
            tone="weak"
            label={t('visit.chat.send')}
            forwards={forwards}
            onPress={forwards ? undefined : () => forward(app, process, t)}
          />
        ) : null}
        {onDownload ? <Button tone="weak" label={t('visit.download')} onPress={onDownload} /> : null}
        {onAlbum ? <Button tone="weak" label={t('visit.album')} onPress={onAlbum} /> : null}
        {maySave && folder === null ? (
          <Button label={t('visit.save.action')} onPress={() => overlays.show('sharesave', item.typed_id)} />
        ) : isIn && !isSaved ? (
          <Button
            label={t('visit.chat.ownFiles')}
            onPress={() => void navigate.relaunch({ page: 'files', space: 'own' })}
          />
        ) : null}
      </View>
    </View>
  )
})
