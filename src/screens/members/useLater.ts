import { useEffect, useRef } from 'react'
import { useApp } from '@/screens/app/AppContext'

/** Does one thing after a time, or at once, unless another takes its place or the screen is gone by then: what it would do there is another screen's now. */
export function useLater(): (act: () => void, delay?: number) => void {
  const { clock } = useApp().platform
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => {
    stop.current = () => {}
    return () => {
      stop.current?.()
      stop.current = null
    }
  }, [])
  return (act, delay) => {
    if (stop.current === null) return
    stop.current()
    if (delay === undefined) act()
    else stop.current = clock.after(delay, act)
  }
}
