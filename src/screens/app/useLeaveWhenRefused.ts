import { useEffect } from 'react'
import type { Message } from '@/api/Message'
import { useApp } from './AppContext'

/** In a picker, shows why a list is refused and goes back a level, or out (ERR-03). @param trouble the reason */
export function useLeaveWhenRefused(isRefused: boolean, error: Message | null, leave: () => void): void {
  const { feedback } = useApp()
  useEffect(() => {
    if (!isRefused) return
    void (async () => {
      if (error) await feedback.alert(error)
      leave()
    })()
    // Leaves once; `leave` is a new function on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isRefused])
}
