import { observer } from 'mobx-react'
import { PageScreen } from '@/screens/page/PageScreen'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { View } from '@tarojs/components'
import { OfflineContents } from './OfflineContents'
import { panelStyle } from './panelStyle'
import '@/theme/lazyIcons.scss'

/** Offline files as a page of their own, for an app that started without a network and does not know its user. */
export default observer(function OfflineScreen() {
  const app = useApp()
  const overlays = useDisposable(() => app.createOverlays())
  const back = () => void (overlays.depth > 0 ? overlays.closeTop() : app.platform.navigate.back())
  return (
    <PageScreen open={overlays}>
      <View className="offline" style={panelStyle}>
        <OfflineContents overlays={overlays} onBack={back} />
      </View>
    </PageScreen>
  )
})
