import { observer } from 'mobx-react'
import { Skeleton } from '@/components/ui/Skeleton'
import { PageScreen } from '@/screens/page/PageScreen'
import { LandingBar } from '../bar/LandingBar'
import type { LandingProps } from './landingProps'
import { Header } from '@/components/frame/Header'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'

/** Shown until the link has answered. */
export const LoadingScreen = observer(function LoadingScreen({ store, overlays, isInside }: LandingProps) {
  return (
    <PageScreen
      open={overlays}
      header={isInside ? <MessageHeader /> : <LandingBar around={store.around} overlays={overlays} />}
    >
      <Skeleton />
    </PageScreen>
  )
})

/** The header above the subject of a message. */
export const MessageHeader = observer(function MessageHeader() {
  const { navigate } = useApp().platform
  const t = useWords<'visit'>()
  return <Header title={t('visit.title')} onBack={() => void navigate.back()} />
})
