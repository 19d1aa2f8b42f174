import { useApp } from '@/screens/app/AppContext'
import type { LiveStore } from '@/stores/app/live/LiveStore'
import { useShown } from './useShown'

/** The store of live changes (AH-20), while this page is topmost, the app is visible and its user signed in; call it in an observer. */
export function useLiveStore(): LiveStore | undefined {
  const { lazy, session } = useApp()
  return useShown() && session.phase === 'signedIn' ? lazy.live : undefined
}
