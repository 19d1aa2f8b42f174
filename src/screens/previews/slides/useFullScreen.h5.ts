import { useEffect, useRef, type RefObject } from 'react'
import { useWindow } from '@/components/ui/context'
import type { WholeScreen } from './WholeScreen'

/**
 * Shows an element on the whole screen, as long as it exists. An iPhone does so only with films: there the element fills the window.
 * @param onLeave the user left the full screen
 */
export function useFullScreen(ref: RefObject<HTMLElement>, onLeave: () => void): WholeScreen {
  // Draws again when the window changes; its width is that of the app's column.
  useWindow()
  const left = useRef(onLeave)
  left.current = onLeave
  useEffect(() => {
    const box = ref.current
    if (!box || !document.fullscreenEnabled) return
    let isFull = false
    const changed = () => {
      if (document.fullscreenElement === box) isFull = true
      else if (isFull) left.current()
    }
    document.addEventListener('fullscreenchange', changed)
    box
      .requestFullscreen()
      .then(turn)
      .catch(() => undefined)
    return () => {
      document.removeEventListener('fullscreenchange', changed)
      if (document.fullscreenElement === box) document.exitFullscreen().catch(() => undefined)
    }
  }, [ref])
  return {
    width: window.innerWidth,
    height: window.innerHeight,
    isHandheld: matchMedia('(pointer:coarse)').matches,
  }
}

/** Turns the screen of a phone across; other screens refuse. */
async function turn(): Promise<void> {
  await (screen.orientation as { lock?(to: string): Promise<void> }).lock?.('landscape')
}
