import type { ITouchEvent } from '@tarojs/components'
import type { CornerDrag } from './CornerDrag'

/** A finger; the page does not scroll meanwhile. */
export function cornerEvents({ start, move, end }: CornerDrag): object {
  const first = (then: CornerDrag['start']) => {
    return ({ touches }: ITouchEvent) => {
      if (touches[0]) then(touches[0])
    }
  }
  return { catchMove: true, onTouchStart: first(start), onTouchMove: first(move), onTouchEnd: end, onTouchCancel: end }
}
