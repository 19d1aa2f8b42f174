import { useRef, type RefObject } from 'react'

/** A mini-program has no keyboard focus. */
export function useTakeFocus(_isWanted: boolean, _part?: string): RefObject<HTMLElement> {
  return useRef<HTMLElement>(null)
}
