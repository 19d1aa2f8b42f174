import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { Header } from '@/components/frame/Header'
import { WordsContext } from '@/components/ui/context'
import { loadOfflineWords } from '@/i18n/offline/load'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { offlineOf } from '@/stores/offline/OfflineStore'
import { KeptFileView } from './KeptFileView'
import { KeptFolder } from './KeptFolder'
import { OfflineList } from './OfflineList'
import { openKeptFile } from './openKept'
import * as styles from './styles'

interface Props {
  overlays: OverlayStore
  onBack(): void
}

/** The list of what is kept, and above it a folder and a file, each one step back. */
export const OfflineContents = observer(function OfflineContents({ overlays, onBack }: Props) {
  const app = useApp()
  const t = usePackageWords(loadOfflineWords)
  const offline = app.lazy.offline
  useEffect(() => {
    const store = offlineOf(app)
    void store?.measure()
    void store?.refresh()
  }, [app])
  const [top] = overlays.levels.slice(-1)
  const item = top && offline?.items.find(({ typedId }) => typedId === top.value)
  const file = top && !item ? offline?.fileOf(Number(top.value)) : undefined
  return (
    <WordsContext.Provider value={t}>
      <Header title={top?.companions.name ?? t('offline.title')} onBack={onBack} />
      <View className="offline-body" style={styles.body}>
        {file ? (
          <KeptFileView key={`${file.id} ${file.stored?.versionId}`} file={file} />
        ) : item ? (
          <KeptFolder item={item} onOpen={(chosen) => openKeptFile(overlays, chosen)} />
        ) : top ? (
          <View style={styles.note}>{t('kept.lost')}</View>
        ) : (
          <OfflineList overlays={overlays} />
        )}
      </View>
    </WordsContext.Provider>
  )
})
