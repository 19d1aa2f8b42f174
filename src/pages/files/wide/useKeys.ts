import { useEffect, useRef } from 'react'
import { useApp } from '@/screens/app/AppContext'
import { useShown } from '@/screens/page/usePage'
import type { Desk, RowActs } from './useRowActs'

/** rows of a page up or down */
const PAGE = 10

/** The keys of a list (AH-43): none while a sheet, panel or dialog is open, and none of those that a field needs. */
export function useKeys(desk: Desk, acts: RowActs): void {
  const { feedback } = useApp()
  const isShown = useShown()
  const latest = useRef({ desk, acts })
  latest.current = { desk, acts }
  useEffect(() => {
    if (!isShown) return undefined
    const press = (event: KeyboardEvent) => {
      const { overlays } = latest.current.desk
      if (event.defaultPrevented || event.altKey || event.isComposing || isTyping(event.target)) return
      if (feedback.dialog) return
      if (overlays.depth > 0) return moveInMenu(event)
      if (act(event, latest.current.desk, latest.current.acts)) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isShown, feedback])
}

/** @returns whether the key did something */
function act(event: KeyboardEvent, { list, overlays, selection, cursor }: Desk, acts: RowActs): boolean {
  const { key, shiftKey, target } = event
  const isCommand = event.ctrlKey || event.metaKey
  if (isCommand) {
    if (key.toLowerCase() !== 'a' || shiftKey) return false
    void selection.chooseAll(list.photos ?? list)
    return true
  }
  switch (key) {
    case '/':
      acts.search()
      return true
    case '?':
      overlays.show('keys')
      return true
    case 'Escape':
      if (selection.count === 0) return false
      selection.clear()
      return true
  }
  const rail = target instanceof Element ? target.closest('.wide-rail') : null
  if (rail) return moveAmong(rail, target as Element, key)
  switch (key) {
    case 'ArrowDown':
    case 'ArrowUp':
      return cursor.move(key === 'ArrowDown' ? 1 : -1, shiftKey)
    case 'PageDown':
    case 'PageUp':
      return cursor.move(key === 'PageDown' ? PAGE : -PAGE, shiftKey)
    case 'Home':
    case 'End':
      return cursor.move(key === 'End' ? Infinity : -Infinity, shiftKey)
    case 'F2':
      acts.rename()
      return true
    case 'Delete':
      acts.remove()
      return true
  }
  // A focused button has its own Enter and Space.
  const isOnRow = target === document.body || (target instanceof Element && target.matches('[role="row"]'))
  const { row } = cursor
  if (!row || !isOnRow) return false
  if (key === 'Enter') acts.open(row)
  else if (key === ' ') cursor.toggle(row)
  else return false
  return true
}

/** Moves between the entries of an open menu. */
function moveInMenu(event: KeyboardEvent) {
  const sheets = document.querySelectorAll('.taro_page:not(.page-below) .screen[data-wide] > .sheet-host > .sheet')
  const sheet = sheets[sheets.length - 1]
  if (sheet && moveAmong(sheet, document.activeElement, event.key)) event.preventDefault()
}

/** Moves the focus to the next or previous thing that can be pressed. @returns whether the key does that */
function moveAmong(box: Element, from: Element | null, key: string): boolean {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return false
  const stops = [...box.querySelectorAll<HTMLElement>('button, input, [tabindex="0"]')]
  const at = stops.findIndex((stop) => stop === from)
  const next = key === 'ArrowDown' ? at + 1 : at < 0 ? stops.length - 1 : at - 1
  stops[(next + stops.length) % stops.length]?.focus()
  return true
}

/** Whether a key belongs to the field in which the user types. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox'
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName)
}
