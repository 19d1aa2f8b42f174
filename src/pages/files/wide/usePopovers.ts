import { useEffect, type RefObject } from 'react'

/** px between a popover and the edges of the window */
const EDGE = 8
/** px between a popover and what opened it */
const GAP = 4
/** px; a larger thing than this opens its popover at the pointer */
const LARGE = 320

interface Anchor {
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * Shows the sheets of a page as popovers at what opened them: a button, or the pointer. The sheets themselves are those of every window; their
 * place is computed here, and the look is in wide.scss. A sheet that nothing opened, such as after a reload, lies in the middle.
 */
export function usePopovers(inside: RefObject<HTMLElement>): void {
  useEffect(() => {
    const screen = inside.current?.closest<HTMLElement>('.screen')
    if (!screen) return undefined
    let anchor: Anchor | null = null
    const sizes = new ResizeObserver((entries) => {
      for (const { target } of entries) place(target as HTMLElement)
    })
    const anchors = new WeakMap<HTMLElement, Anchor>()

    function note(event: MouseEvent): void {
      const { target } = event
      if (!(target instanceof Element)) return
      // Choosing an entry of a menu opens the next sheet where the menu was.
      if (target.closest('.sheet')) return
      // A hidden field for files and a link of a download are clicked by code: they have no place, and what was pressed before stays the anchor.
      if (!hasPlace(target)) return
      const mask = target.closest<HTMLElement>('.sheet-mask')
      anchor = mask ? null : anchorOf(event, target)
      if (!mask || event.type !== 'contextmenu') return
      event.preventDefault()
      mask.click()
    }

    /** A key opens a sheet in the middle, unless the key presses something. */
    function forget(): void {
      anchor = null
    }

    function added(records: readonly MutationRecord[]): void {
      for (const { addedNodes } of records)
        for (const node of addedNodes) {
          const sheet = node instanceof HTMLElement && node.matches('.sheet-host') && node.querySelector('.sheet')
          if (!(sheet instanceof HTMLElement) || !anchor) continue
          anchors.set(sheet, anchor)
          sizes.observe(sheet)
          place(sheet)
        }
    }

    function place(sheet: HTMLElement): void {
      const at = anchors.get(sheet)
      if (!at || !sheet.isConnected) return sizes.unobserve(sheet)
      const { clientWidth: width, clientHeight: height } = screen!
      const { offsetWidth: w, offsetHeight: h } = sheet
      const left = at.left + w + EDGE <= width ? at.left : at.right - w
      const isAbove = at.bottom + GAP + h + EDGE > height && at.top - GAP - h >= EDGE
      const top = isAbove ? at.top - GAP - h : at.bottom + GAP
      sheet.style.left = `${clamp(left, width - w)}px`
      sheet.style.top = `${clamp(top, height - h)}px`
      sheet.parentElement!.setAttribute('data-placed', '')
    }

    const children = new MutationObserver(added)
    children.observe(screen, { childList: true })
    document.addEventListener('click', note, true)
    document.addEventListener('contextmenu', note, true)
    document.addEventListener('keydown', forget, true)
    return () => {
      children.disconnect()
      sizes.disconnect()
      document.removeEventListener('click', note, true)
      document.removeEventListener('contextmenu', note, true)
      document.removeEventListener('keydown', forget, true)
    }
  }, [inside])
}

function clamp(at: number, most: number): number {
  return Math.max(EDGE, Math.min(at, most - EDGE))
}

function hasPlace(target: Element): boolean {
  const { width, height } = target.getBoundingClientRect()
  return width > 0 || height > 0
}

/** The box of what was pressed; the pointer, where that is large. A key presses without a pointer. */
function anchorOf(event: MouseEvent, target: Element): Anchor {
  const pressed = target.closest('button, [role="button"], [role="row"]') ?? target
  const box = pressed.getBoundingClientRect()
  const { clientX: x, clientY: y } = event
  const hasPointer = x !== 0 || y !== 0
  if (event.type !== 'contextmenu' && box.width <= LARGE) return box
  if (hasPointer) return { left: x, right: x, top: y - GAP, bottom: y - GAP }
  return { left: box.left + 48, right: box.left + 48, top: box.top, bottom: box.bottom }
}
