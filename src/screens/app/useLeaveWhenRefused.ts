import { useEffect } from 'react'
import type { Message } from '@/api/Message'
import { useApp } from './AppContext'

/** In a picker, shows why a list is refused and goes back a level, or out (ERR-03). @param trouble the reason */
export function useLeaveWhenRefused(isRefused: boolean, trouble: Message | null, leave: () => void): void {
  const { feedback } = useApp()
  useEffect(() => {
    if (!isRefused) return
    void (async () => {
      if (trouble) await feedback.alert(trouble)
      leave()
    })()
    // Leaves once; `leave` is a new function on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isRefused])
}
