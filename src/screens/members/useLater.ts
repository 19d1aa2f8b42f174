import { useEffect, useRef } from 'react'
import { useApp } from '@/screens/app/AppContext'

/** Runs one function after a delay, or at once. A newer function replaces it. Leaving the screen cancels it, so that it acts on no other. */
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
