import { useEffect, useRef } from 'react'

/** Finds by our own means on Ctrl+F and ⌘F, because the browser's find knows only the words that are drawn. */
export function useFindKey(isOn: boolean, open: () => void): void {
  const run = useRef(open)
  run.current = open
  useEffect(() => {
    if (!isOn) return
    function pressed(event: KeyboardEvent): void {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'f') return
      event.preventDefault()
      run.current()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [isOn])
}
