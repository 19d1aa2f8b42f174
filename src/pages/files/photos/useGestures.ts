import type { BaseEventOrig } from '@tarojs/components'
import { useRef, useState } from 'react'
import { middleOf, photoAt, pinchedColumns, type PhotoCells, type PhotoLine } from '@/domain/items/lists/photoLayout'
import { DragSelection } from '@/stores/items/lists/DragSelection'
import type { PhotoStore } from '@/stores/items/lists/PhotoStore'
import type { SelectionStore } from '@/stores/items/lists/SelectionStore'

interface Grid {
  photos: PhotoStore
  selection: SelectionStore
  perRow: number
  /** px */
  scrollTop: { current: number }
  linesAndCells(): { lines: readonly PhotoLine[]; cells: PhotoCells }
  onPinch(perRow: number): void
  /** A selection begins. */
  onBegin(): void
}

interface Point {
  clientX: number
  clientY: number
}

export interface PhotoGestures {
  isDragging: boolean
  start(event: BaseEventOrig): void
  move(event: BaseEventOrig): void
  end(): void
  /** A long press on a picture: selects it, and every picture that the finger then reaches. */
  hold(index: number, event: BaseEventOrig): void
  /** The same for a mouse, without waiting. */
  begin(index: number, at: Point): void
  reach(at: Point): void
}

/** Two fingers change the size of pictures; a long press and a drag select pictures. */
export function useGestures(grid: Grid): PhotoGestures {
  const [isDragging, setDragging] = useState(false)
  const drag = useRef<{ selection: DragSelection; x: number; y: number } | null>(null)
  const pinch = useRef<number | null>(null)

  function begin(index: number, { clientX, clientY }: Point): void {
    const { photos, selection, scrollTop, linesAndCells } = grid
    const { lines, cells } = linesAndCells()
    grid.onBegin()
    const { x, y } = middleOf(lines, cells, index)
    drag.current = {
      selection: new DragSelection((at) => photos.itemAt(at), selection, index),
      x: x - clientX,
      y: y - clientY - scrollTop.current,
    }
    setDragging(true)
  }

  function reach({ clientX, clientY }: Point): void {
    if (!drag.current) return
    const { selection, x, y } = drag.current
    const { lines, cells } = grid.linesAndCells()
    selection.reach(photoAt(lines, cells, x + clientX, y + clientY + grid.scrollTop.current))
  }

  return {
    isDragging,
    begin,
    reach,
    start(event) {
      const points = pointsOf(event)
      pinch.current = points.length === 2 ? distance(points) : null
    },
    move(event) {
      const points = pointsOf(event)
      if (points.length === 1) return reach(points[0]!)
      if (points.length !== 2 || pinch.current === null || drag.current) return
      const now = distance(points)
      const next = pinchedColumns(grid.perRow, now / Math.max(1, pinch.current))
      if (next === grid.perRow) return
      pinch.current = now
      grid.onPinch(next)
    },
    end() {
      pinch.current = null
      drag.current = null
      setDragging(false)
    },
    hold(index, event) {
      const [first] = pointsOf(event)
      if (first) return begin(index, first)
      const item = grid.photos.itemAt(index)
      grid.onBegin()
      if (item) grid.selection.toggle(item)
    },
  }
}

/** The fingers on the screen; none for a mouse. */
function pointsOf(event: BaseEventOrig): Point[] {
  const { touches } = event as unknown as { touches?: ArrayLike<Point> }
  return Array.from(touches ?? [])
}

function distance([a, b]: Point[]): number {
  return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0
}
