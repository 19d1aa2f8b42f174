import { useEffect, type RefObject } from 'react'

/**
 * Gives the focus to a panel when the focused thing leaves it, such as a button that has done its work. Otherwise nothing would have the focus, and
 * the keyboard would start again at the top of the page.
 * @param target what receives the focus in the panel
 */
export function useKeptFocus(panel: RefObject<HTMLElement>, target = panel): void {
  useEffect(() => {
    const box = panel.current
    if (!box) return undefined
    let isInside = box.contains(document.activeElement)
    const moved = (event: FocusEvent) => {
      isInside = box.contains(event.target as Node)
    }
    const changes = new MutationObserver(() => {
      if (isInside && document.activeElement === document.body) target.current?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', moved)
    changes.observe(box, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', moved)
      changes.disconnect()
    }
  }, [panel, target])
}
