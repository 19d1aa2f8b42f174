import { useRef, type MouseEvent, type PointerEvent, type RefObject } from 'react'
import { frozenOf } from '@/domain/previews/grid/gridLayout'
import type { SheetStore } from '@/stores/documents/sheets/SheetStore'

interface Options {
  sheet: SheetStore
  /** What scrolls. */
  box: RefObject<HTMLDivElement>
  /** The field in which cells are written. */
  input: RefObject<HTMLTextAreaElement>
  mayWrite: boolean
}

interface Hit {
  row: number
  column: number
  /** Whether it is on the letters, on the numbers, or on cells. */
  on: 'letters' | 'numbers' | 'corner' | 'cells'
}

/**
 * Fingers and the mouse on the table. A tap chooses a cell, a second one opens it; on letters and numbers it chooses the column or row. A mouse
 * chooses several cells by dragging, a finger by the handles of the frame: dragging elsewhere scrolls. While a formula is written, a cell is named.
 */
export function useSheetPointer({ sheet, box, input, mayWrite }: Options) {
  const byMouse = useRef(false)

  function hit({ clientX, clientY }: { clientX: number; clientY: number }): Hit {
    const { left, top } = box.current!.getBoundingClientRect()
    const { scrollLeft, scrollTop } = box.current!
    const { layout } = sheet
    const { lefts, numbers, head, row: height, rows } = layout
    const [across, down] = [clientX - left, clientY - top]
    const [isNumber, isLetter] = [across < numbers, down < head]
    const frozen = frozenOf(layout)
    const place = across + (across < frozen.width ? 0 : scrollLeft) - numbers
    let column = 0
    while (column < lefts.length - 2 && lefts[column + 1]! <= place) column += 1
    const row = Math.min(
      Math.max(Math.floor((down + (down < frozen.height ? 0 : scrollTop) - head) / height), 0),
      rows - 1,
    )
    return { row, column, on: isNumber ? (isLetter ? 'corner' : 'numbers') : isLetter ? 'letters' : 'cells' }
  }

  function tap({ row, column, on }: Hit): void {
    const [rows, columns] = [sheet.rows.length - 1, sheet.columns.length - 1]
    if (on === 'letters') return sheet.chooseArea({ top: 0, bottom: rows, left: column, right: column })
    if (on === 'numbers') return sheet.chooseArea({ top: row, bottom: row, left: 0, right: columns })
    if (on === 'corner') return sheet.chooseArea({ top: 0, bottom: rows, left: 0, right: columns })
    if (names(row, column)) return
    const { chosen, area } = sheet
    const isSame = chosen?.row === row && chosen.column === column && area?.bottom === row && area.right === column
    if (isSame && mayWrite) return open()
    sheet.choose({ row, column })
  }

  /** Whether a formula takes the cell's name. */
  function names(row: number, column: number): boolean {
    return sheet.draft.name(sheet.nameOf({ row, column }), input.current?.selectionStart ?? 0)
  }

  function open() {
    sheet.draft.open()
    input.current?.focus()
  }

  /** Follows the pointer until it is lifted. */
  function follow(target: Element, pointerId: number, move: (at: Hit) => void): void {
    target.setPointerCapture(pointerId)
    const onMove = (event: Event) => move(hit(event as unknown as PointerEvent))
    target.addEventListener('pointermove', onMove)
    const onLost = () => target.removeEventListener('pointermove', onMove)
    target.addEventListener('lostpointercapture', onLost, { once: true })
  }

  return {
    handlers: {
      onPointerDown(event: PointerEvent) {
        byMouse.current = event.pointerType === 'mouse'
        if (!byMouse.current || event.button !== 0) return
        const start = hit(event)
        if (start.on === 'cells' && names(start.row, start.column)) {
          const from = sheet.nameOf(start)
          return follow(event.currentTarget, event.pointerId, ({ row, column }) => {
            const to = sheet.nameOf({ row, column })
            sheet.draft.name(from === to ? from : `${from}:${to}`, sheet.draft.caret?.at ?? 0)
          })
        }
        const isSame = sheet.chosen?.row === start.row && sheet.chosen.column === start.column
        if (event.shiftKey && start.on === 'cells') sheet.extend(start)
        else if (!isSame || start.on !== 'cells' || !sheet.draft.isOpen) {
          if (start.on === 'cells') sheet.choose(start)
          else tap(start)
        }
        if (mayWrite) input.current?.focus({ preventScroll: true })
        if (start.on === 'cells')
          follow(event.currentTarget, event.pointerId, ({ row, column }) => sheet.extend({ row, column }))
      },
      /** What is written keeps the focus. */
      onMouseDown(event: MouseEvent) {
        if (mayWrite) event.preventDefault()
      },
      onClick(event: MouseEvent) {
        if (!byMouse.current) tap(hit(event))
      },
      onDoubleClick(event: MouseEvent) {
        if (byMouse.current && mayWrite && hit(event).on === 'cells') open()
      },
    },

    /** A finger drags a corner of the chosen cells; without moving, it taps what lies below. */
    onHandle(corner: 'first' | 'last', event: PointerEvent) {
      const { area } = sheet
      if (area === null || event.pointerType === 'mouse') return
      event.stopPropagation()
      const start = hit(event)
      let isMoved = false
      const fixed = corner === 'first' ? { row: area.bottom, column: area.right } : { row: area.top, column: area.left }
      follow(event.currentTarget, event.pointerId, ({ row, column }) => {
        if (!isMoved && row === start.row && column === start.column) return
        if (!isMoved) sheet.choose(fixed)
        isMoved = true
        sheet.extend({ row, column })
      })
    },
  }
}
