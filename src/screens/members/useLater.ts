import { useEffect, useRef } from 'react'
import { useApp } from '@/screens/app/AppContext'

/** Runs one function after a delay, or at once. A newer one replaces it, and leaving the screen cancels it, since it would act on another screen. */
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
