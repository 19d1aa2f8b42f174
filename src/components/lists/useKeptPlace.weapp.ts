import Taro from '@tarojs/taro'
import { useEffect } from 'react'
import type { RevealedRow } from '@/domain/items/lists/measured'

interface Measured {
  id?: string
  height?: number
}

/** See useKeptPlace.h5.ts. Here the hook only measures heights; WeChat then keeps visible rows in place by itself. */
export function useKeptPlace(
  drawn: readonly number[],
  heights: Map<number, number>,
  revealed: RevealedRow,
): { target: string | undefined; scrolled(): void } {
  const [first, last] = [drawn[0], drawn[drawn.length - 1]]
  useEffect(() => {
    Taro.createSelectorQuery()
      .selectAll('.measured-row')
      .fields({ id: true, size: true }, (rows) => {
        for (const { id = '', height } of (rows ?? []) as unknown as Measured[])
          if (height) heights.set(Number(id.slice('row-'.length)), height)
      })
      .exec()
  }, [first, last, heights])
  return { target: `row-${revealed.id}`, scrolled() {} }
}
