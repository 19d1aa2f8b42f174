import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { WordsContext } from '@/components/ui/context'
import { loadPreviewWords } from '@/i18n/previews/load'
import { EncodingBar, EncodingSheet } from '@/screens/previews/EncodingSheet'
import { PasswordSheet } from '@/screens/previews/PasswordSheet'
import { PreviewBody } from '@/screens/previews/PreviewBody'
import { PagesBar } from '@/screens/previews/reading/PagesBar'
import '@/screens/previews/previews.scss'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { PreviewStore } from '@/stores/previews/PreviewStore'
import type { InlinePreviewProps } from '../page/landingProps'

/** The single file of a link, on the link's page. */
export default observer(function InlinePreview({ store, overlays, item }: InlinePreviewProps) {
  const app = useApp()
  const t = usePackageWords(loadPreviewWords)
  const preview = useDisposable(() => new PreviewStore(app, { fileId: item.id }, item))
  useEffect(() => {
    preview.markSeen()
    void preview.open()
  }, [preview])
  // When a file is gone, the link says why.
  const isClosed = preview.phase === 'closed'
  useEffect(() => {
    if (isClosed) void store.retry()
  }, [isClosed, store])
  return (
    <WordsContext.Provider value={t}>
      <View className="visit-inline preview-text">
        <EncodingBar preview={preview} overlays={overlays} />
        <PagesBar preview={preview} />
        <View className="preview-text-body">
          <PreviewBody preview={preview} overlays={overlays} />
        </View>
      </View>
      <EncodingSheet preview={preview} overlays={overlays} />
      {preview.password.state && overlays.valueFor('password') ? (
        <PasswordSheet preview={preview} onClose={() => void overlays.close('password')} />
      ) : null}
    </WordsContext.Provider>
  )
})
