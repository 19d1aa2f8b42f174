import { useEffect } from 'react'
import { useApp } from './AppContext'

/** Loads a screen's data once a user is signed in, and again each time the screen becomes visible. */
export function useFresh(shown: { phase: string; load(): Promise<unknown> }): void {
  const { platform, session } = useApp()
  const isIn = session.phase === 'signedIn'
  useEffect(() => {
    if (isIn) void shown.load()
  }, [isIn, shown])
  useEffect(
    () =>
      platform.onShow(() => {
        if (session.phase === 'signedIn' && shown.phase === 'ready') void shown.load()
      }),
    [platform, session, shown],
  )
}
