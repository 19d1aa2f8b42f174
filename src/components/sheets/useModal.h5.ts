import { useEffect, useRef, useState, type RefObject } from 'react'

const focusable = 'input, textarea, button, [tabindex="0"]'

/** Boxes of open modals, topmost last; only the topmost keeps the focus and reacts to Escape. */
const open: HTMLElement[] = []

/** The width from which a panel lies beside the modal below. The stylesheet of such a panel has the same one. */
const WIDE = '(min-width: 900px)'

/**
 * Makes an element modal for the keyboard: takes the focus, traps Tab, closes on Escape, and returns the focus.
 * The element has role=dialog and aria-modal.
 * @param isBeside on a wide screen the element lies beside the modal below, which stays usable: Tab goes through both
 */
export function useModal(onClose?: () => void, isBeside = false): RefObject<HTMLElement> {
  const ref = useRef<HTMLElement>(null)
  const [before] = useState(() => document.activeElement)
  const close = useRef(onClose)
  close.current = onClose

  useEffect(() => {
    const box = ref.current
    if (!box) return
    box.tabIndex = -1
    open.push(box)
    if (!box.contains(document.activeElement)) box.focus({ preventScroll: true })

    function pressed(event: KeyboardEvent): void {
      if (open[open.length - 1] !== box) return
      // As in Input: 229 is the code of a key that belongs to a composition.
      if (event.key === 'Escape' && event.keyCode !== 229) close.current?.()
      const below = isBeside && matchMedia(WIDE).matches ? open.slice(-2, -1) : []
      if (event.key === 'Tab') keepInside([...below, box!], event)
    }
    document.addEventListener('keydown', pressed)
    return () => {
      document.removeEventListener('keydown', pressed)
      open.splice(open.indexOf(box), 1)
      // What had the focus may be gone, such as an entry of a menu.
      const back = before instanceof HTMLElement && before.isConnected ? before : open[open.length - 1]
      back?.focus({ preventScroll: true })
    }
  }, [before, isBeside])
  return ref
}

/** @param boxes at least one, in the order of Tab */
function keepInside(boxes: readonly HTMLElement[], event: KeyboardEvent): void {
  const stops = boxes
    .flatMap((box) => [...box.querySelectorAll<HTMLElement>(focusable)])
    .filter((stop) => !stop.hasAttribute('disabled') && stop.offsetParent)
  const first = stops[0] ?? boxes[0]!
  const last = stops[stops.length - 1] ?? boxes[0]!
  const here = document.activeElement
  const leaves = event.shiftKey ? here === first || here === boxes[0] : here === last
  if (!leaves && boxes.some((box) => box.contains(here))) return
  event.preventDefault()
  ;(event.shiftKey ? last : first).focus()
}
