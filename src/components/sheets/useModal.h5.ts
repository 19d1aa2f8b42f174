import { useEffect, useRef, useState, type RefObject } from 'react'

const focusable = 'input, textarea, button, [tabindex="0"]'

/** Open modals, topmost last; only the topmost keeps the focus and reacts to Escape. */
const open: object[] = []

/**
 * Makes an element modal for the keyboard: takes the focus, traps Tab, closes on Escape, and returns the focus.
 * The element has role=dialog and aria-modal.
 */
export function useModal(onClose?: () => void): RefObject<HTMLElement> {
  const ref = useRef<HTMLElement>(null)
  const [before] = useState(() => document.activeElement)
  const close = useRef(onClose)
  close.current = onClose

  useEffect(() => {
    const box = ref.current
    if (!box) return
    const self = {}
    box.tabIndex = -1
    open.push(self)
    if (!box.contains(document.activeElement)) box.focus({ preventScroll: true })

    function pressed(event: KeyboardEvent): void {
      if (open[open.length - 1] !== self) return
      // As in Input: 229 is the code of a key that belongs to a composition.
      if (event.key === 'Escape' && event.keyCode !== 229) close.current?.()
      if (event.key === 'Tab') keepInside(box!, event)
    }
    document.addEventListener('keydown', pressed)
    return () => {
      document.removeEventListener('keydown', pressed)
      open.splice(open.indexOf(self), 1)
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [before])
  return ref
}

function keepInside(box: HTMLElement, event: KeyboardEvent): void {
  const stops = [...box.querySelectorAll<HTMLElement>(focusable)].filter(
    (stop) => !stop.hasAttribute('disabled') && stop.offsetParent,
  )
  const first = stops[0] ?? box
  const last = stops[stops.length - 1] ?? box
  const here = document.activeElement
  const leaves = event.shiftKey ? here === first || here === box : here === last
  if (!leaves && box.contains(here)) return
  event.preventDefault()
  ;(event.shiftKey ? last : first).focus()
}
