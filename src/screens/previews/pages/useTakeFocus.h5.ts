import { useEffect, useRef, type RefObject } from 'react'

/** Gives the focus to the first button in a box, or to another part of it, once it is wanted. */
export function useTakeFocus(isWanted: boolean, part = '[tabindex="0"]'): RefObject<HTMLElement> {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isWanted) box.current?.querySelector<HTMLElement>(part)?.focus({ preventScroll: true })
  }, [isWanted, part])
  return box
}
