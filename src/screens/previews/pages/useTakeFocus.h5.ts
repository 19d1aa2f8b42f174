import { useEffect, useRef, type RefObject } from 'react'

/** Gives the focus to the first button in a box, once it is wanted. */
export function useTakeFocus(isWanted: boolean): RefObject<HTMLElement> {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isWanted) box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  }, [isWanted])
  return box
}
