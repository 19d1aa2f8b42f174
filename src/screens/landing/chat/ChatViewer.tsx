import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { Empty } from '@/components/frame/Empty'
import { WordsContext, useWords } from '@/components/ui/context'
import { needLazyWords } from '@/i18n/lazy/load'
import { loadPreviewWords } from '@/i18n/previews/load'
import { Gallery } from '@/screens/previews/Gallery'
import { EncodingBar, EncodingSheet } from '@/screens/previews/EncodingSheet'
import { PasswordSheet } from '@/screens/previews/PasswordSheet'
import { PreviewBody } from '@/screens/previews/PreviewBody'
import { PagesBar } from '@/screens/previews/reading/PagesBar'
import '@/screens/previews/previews.scss'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { GalleryStore } from '@/stores/previews/GalleryStore'
import './chat.scss'
import { useFrame } from './useFrame'
import type { Item } from '@/contract/entities'
import type { OverlayStore } from '@/stores/app/OverlayStore'

export interface ChatViewerProps {
  fileId: number
  overlays: OverlayStore
  /** Changes with the layout around it. */
  shape?: string
  /** The viewed file became known, or changed. */
  onItem(item: Item): void
  /** The file cannot be fetched. */
  onClosed?(): void
}

/** A file on a chat's page: pictures are swiped, and most failures share one text (WX-01, decisions 3.19). */
export default observer(function ChatViewer({ fileId, overlays, shape = '', onItem, onClosed }: ChatViewerProps) {
  const app = useApp()
  useEffect(needLazyWords, [])
  const own = useWords<'visit'>()
  const t = usePackageWords(loadPreviewWords)
  const gallery = useDisposable(() => new GalleryStore({ ...app, isBrief: true }, { fileId }, null))
  useEffect(() => void gallery.show({ fileId }), [gallery, fileId])
  const { preview } = gallery
  const { item } = preview
  useEffect(() => {
    if (item) onItem(item)
  }, [item, onItem])
  const isClosed = preview.phase === 'closed'
  useEffect(() => {
    if (isClosed) onClosed?.()
  }, [isClosed, onClosed])
  const { ref, frame } = useFrame('chat-viewer', shape)
  const isPicture = preview.viewer?.viewer === 'gallery'
  return (
    <WordsContext.Provider value={t}>
      <View
        ref={ref}
        id="chat-viewer"
        className={isPicture ? 'visit-inline theme-dark preview-dark chat-pictures' : 'visit-inline'}
      >
        {isClosed ? (
          <WordsContext.Provider value={own}>
            <Gone />
          </WordsContext.Provider>
        ) : isPicture ? (
          <Gallery
            gallery={gallery}
            overlays={overlays}
            frame={frame}
            hasBars
            onTap={() => undefined}
            onClose={() => undefined}
          />
        ) : (
          <View className="visit-inline preview-text">
            <EncodingBar preview={preview} overlays={overlays} />
            <PagesBar preview={preview} />
            <View className="preview-text-body">
              <PreviewBody preview={preview} overlays={overlays} />
            </View>
          </View>
        )}
      </View>
      <EncodingSheet preview={preview} overlays={overlays} />
      {preview.password.state && overlays.valueFor('password') ? (
        <PasswordSheet preview={preview} onClose={() => void overlays.close('password')} />
      ) : null}
    </WordsContext.Provider>
  )
})

function Gone() {
  const t = useWords<'visit'>()
  return <Empty icon="info" title={t('visit.chat.failed')} text={t('visit.chat.gone')} />
}
