import { useEffect, useState, type RefObject } from 'react'

/** The element that had the focus before each open window. */
const openers = new WeakMap<Element, HTMLElement>()

/**
 * Gives the focus back to the element that opened a window, also where another window stood between: that one is gone when this one closes, and so is
 * the button in it that had the focus. Where the opener is gone, such as the button that deactivates a person, the pane receives the focus.
 */
export function useOpener(dialog: RefObject<HTMLElement | null>): void {
  const [opener] = useState(findOpener)
  useEffect(() => {
    if (dialog.current && opener) openers.set(dialog.current, opener)
    return () => {
      // After React Aria has looked for the element itself.
      requestAnimationFrame(() => requestAnimationFrame(() => restore(opener)))
    }
  }, [dialog, opener])
}

function findOpener(): HTMLElement | null {
  const open = [...document.querySelectorAll('.window-dialog')].at(-1)
  if (open) return openers.get(open) ?? null
  return document.activeElement instanceof HTMLElement ? document.activeElement : null
}

function restore(opener: HTMLElement | null): void {
  const isLost = document.activeElement === null || document.activeElement === document.body
  if (!isLost || document.querySelector('.window-dialog')) return
  const target = opener?.isConnected ? opener : document.querySelector<HTMLElement>('.pane h2')
  target?.focus()
}
