import type { PointerEvent } from 'react'
import type { CornerDrag } from './CornerDrag'

/** A mouse, a pen or a finger; the corner keeps the pointer wherever the pointer goes. */
export function cornerEvents({ start, move, end }: CornerDrag): object {
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      start(event)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) move(event)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
