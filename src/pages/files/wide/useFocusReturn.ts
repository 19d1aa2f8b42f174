import { useEffect, useRef, type RefObject } from 'react'
import { useApp } from '@/screens/app/AppContext'
import type { SheetProps } from '../sheets/SheetProps'

/** What receives the focus, in this order: the row of the cursor, what an empty place offers, the present place. */
const targets = [
  '.wide-row[tabindex="0"]',
  '.wide-nothing button, .wide-nothing [tabindex="0"]',
  '.wide-way[aria-current]',
]

/**
 * Gives the focus back to the list if nothing has it after the last sheet, panel or dialog closed, or after the last row left: the focused thing is
 * gone by then, such as an entry of a menu or a deleted row.
 */
export function useFocusReturn(
  { list, overlays }: Pick<SheetProps, 'list' | 'overlays'>,
  frame: RefObject<HTMLElement>,
) {
  const { feedback } = useApp()
  const isOpen = overlays.depth > 0 || Boolean(feedback.dialog)
  const count = list.rows.length
  const before = useRef({ isOpen, count })
  useEffect(() => {
    const last = before.current
    before.current = { isOpen, count }
    if (isOpen || !(last.isOpen || (count === 0 && last.count > 0))) return undefined
    // What closes returns the focus itself, if it can.
    const frames = requestAnimationFrame(() => {
      if (document.activeElement !== document.body || !frame.current?.offsetParent) return
      const found = targets.map((target) => frame.current?.querySelector<HTMLElement>(target)).find(Boolean)
      found?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frames)
  }, [isOpen, count, frame])
}
