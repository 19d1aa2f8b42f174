import { observer } from 'mobx-react'
import { Skeleton } from '@/components/ui/Skeleton'
import { PageScreen } from '@/screens/page/PageScreen'
import { MessageHeader } from './MessageHeader'
import { VisitBar } from '../bar/LandingBar'
import type { LandingProps } from './VisitProps'

/** Shown until the link has answered. */
export const LoadingScreen = observer(function LoadingScreen({ store, overlays, isInside }: LandingProps) {
  return (
    <PageScreen
      open={overlays}
      header={isInside ? <MessageHeader /> : <VisitBar around={store.around} overlays={overlays} />}
    >
      <Skeleton />
    </PageScreen>
  )
})
