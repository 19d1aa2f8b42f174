import { observer } from 'mobx-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Header } from '@/components/frame/Header'
import { Skeleton } from '@/components/ui/Skeleton'
import { LoadFailed } from '../app/LoadFailed'
import { useApp } from '../app/AppContext'
import { PageScreen } from './PageScreen'

/** Shows a page to a signed-in user; leads others to sign-in and back (CTX-04). */
export const SignedIn = observer(function SignedIn({ children }: { children: ReactNode }) {
  const { session } = useApp()
  const wasIn = useRef(false)
  const isIn = session.phase === 'signedIn' || session.phase === 'expired'
  if (isIn) wasIn.current = true

  // Signing out already leads away.
  const isStranger = session.phase === 'signedOut' && !wasIn.current
  useEffect(() => {
    if (isStranger) void session.openSignIn()
  }, [isStranger, session])

  if (isIn) return <>{children}</>
  if (session.phase !== 'unreachable')
    return (
      <PageScreen header={<Header title="" />}>
        <Skeleton />
      </PageScreen>
    )
  return (
    <PageScreen header={<Header title="" />}>
      <LoadFailed error={session.error} onRetry={() => void session.start()} />
    </PageScreen>
  )
})
