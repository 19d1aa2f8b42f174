import { useRef, type RefObject } from 'react'

/** A mini-program has no keyboard focus to keep; the back gesture closes what is open (BackCatcher). */
export function useModal(_onClose?: () => void): RefObject<HTMLElement> {
  return useRef<HTMLElement>(null)
}
