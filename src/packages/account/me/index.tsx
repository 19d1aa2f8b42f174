import { observer } from 'mobx-react'
import { lazyPart } from '@/screens/app/lazyPart'
import { useApp } from '@/screens/app/AppContext'
import { KEPT_KEY } from '@/stores/offline/storageKeys'
import { MeScreen } from '@/screens/session/me/MeScreen'
import { SignedIn } from '@/screens/page/SignedIn'
import '@/theme/lazyIcons.scss'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

const OfflineFiles = lazyPart<object>(() => import(/* webpackChunkName: "offline" */ '@/screens/offline/OfflineScreen'))

/** `/me`: the account and its settings (AH-47). An app that started without a network shows what is kept on the phone. */
export default observer(function MePage() {
  const { platform, session } = useApp()
  if (session.phase === 'unreachable' && platform.storage.read(KEPT_KEY)) return <OfflineFiles />
  return (
    <SignedIn>
      <MeScreen />
    </SignedIn>
  )
})
