import { useRef, type RefObject } from 'react'

/** A mini-program has no keyboard focus; the back gesture closes overlays (BackCatcher). */
export function useModal(_onClose?: () => void, _isBeside?: boolean): RefObject<HTMLElement> {
  return useRef<HTMLElement>(null)
}
