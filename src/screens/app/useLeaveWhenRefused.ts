import { useEffect } from 'react'
import type { Message } from '@/api/Message'
import { useApp } from './AppContext'

/** In a picker an error of the list is told and leads a level back, or out (ERR-03). @param trouble why it is refused */
export function useLeaveWhenRefused(isRefused: boolean, trouble: Message | null, leave: () => void): void {
  const { feedback } = useApp()
  useEffect(() => {
    if (!isRefused) return
    void (async () => {
      if (trouble) await feedback.alert(trouble)
      leave()
    })()
    // It leaves once; what it leaves by is made anew at every drawing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isRefused])
}
