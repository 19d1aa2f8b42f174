import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { WordsContext } from '@/components/context'
import { loadPreviewWords } from '@/i18n/preview/load'
import { PasswordSheet } from '@/packages/preview/PasswordSheet'
import { PreviewBody } from '@/packages/preview/PreviewBody'
import '@/packages/preview/preview.scss'
import { useApp } from '@/screens/AppContext'
import { useDisposable } from '@/screens/useDisposable'
import { usePackageWords } from '@/screens/usePackageWords'
import { PreviewStore } from '@/stores/preview/PreviewStore'
import type { InlinePreviewProps } from './ViewerProps'

/** The one file that a link shows, in its page. */
export default observer(function InlinePreview({ store, overlays, item }: InlinePreviewProps) {
  const app = useApp()
  const t = usePackageWords(loadPreviewWords)
  const preview = useDisposable(() => new PreviewStore(app, { fileId: item.id }, item))
  useEffect(() => {
    preview.lookedAt()
    void preview.open()
  }, [preview])
  // What cannot be had any more says of the link why.
  const isClosed = preview.phase === 'closed'
  useEffect(() => {
    if (isClosed) void store.retry()
  }, [isClosed, store])
  return (
    <WordsContext.Provider value={t}>
      <View className="visit-inline">
        <PreviewBody preview={preview} overlays={overlays} />
      </View>
      {preview.password.state && overlays.valueFor('password') ? (
        <PasswordSheet preview={preview} onClose={() => void overlays.close('password')} />
      ) : null}
    </WordsContext.Provider>
  )
})
