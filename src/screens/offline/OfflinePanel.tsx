import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useModal } from '@/components/sheets/useModal'
import { useWords } from '@/components/ui/context'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { OfflineContents } from './OfflineContents'
import { panelStyle } from './panelStyle'
import '@/theme/lazyIcons.scss'

interface Props {
  overlays: OverlayStore
}

/** Offline files over a list or the account (AH-42). Going back leaves a file, then its folder, then the panel. */
export default observer(function OfflinePanel({ overlays }: Props) {
  const t = useWords()
  const close = () => void overlays.closeTop()
  const ref = useModal(close)
  return (
    <View ref={ref} className="offline" style={panelStyle} role="dialog" aria-modal aria-label={t('offline.title')}>
      <OfflineContents overlays={overlays} onBack={close} />
    </View>
  )
})
