import { useLayoutEffect, useRef } from 'react'
import type { RevealedRow } from '@/domain/items/lists/measured'

const rowOf = (id: number) => document.getElementById(`row-${id}`)

/**
 * Keeps visible rows in place when rows above change, and scrolls a row into view.
 * @param drawn ids of the rendered rows @param heights receives their heights, px
 * @returns the value of `scrollIntoView`, and the handler of scroll events
 */
export function useKeptPlace(
  drawn: readonly number[],
  heights: Map<number, number>,
  revealed: RevealedRow,
): { target: string | undefined; scrolled(): void } {
  const turn = useRef<number | null>(null)
  // `place`: px from the top of the list's content. A scroll, whose event may come after a rendering, does not change it.
  const seen = useRef<{ id: number; place: number } | null>(null)
  const shown = useRef(drawn)
  shown.current = drawn

  const boxOf = () => rowOf(shown.current[0] ?? 0)?.closest('.measured') ?? null
  const remember = (box: Element) => {
    const { top } = box.getBoundingClientRect()
    for (const id of shown.current) {
      const row = rowOf(id)?.getBoundingClientRect()
      if (!row || row.bottom <= top) continue
      seen.current = { id, place: row.top - top + box.scrollTop }
      return
    }
  }
  useLayoutEffect(() => {
    const box = boxOf()
    if (!box) return
    for (const id of drawn) {
      // Not rounded: the difference would add up over all rows above the screen.
      const height = rowOf(id)?.getBoundingClientRect().height
      if (height) heights.set(id, height)
    }
    const bounds = box.getBoundingClientRect()
    const row = rowOf(revealed.id)?.getBoundingClientRect()
    if (turn.current !== revealed.turn && row) {
      turn.current = revealed.turn
      const distances = {
        start: row.top - bounds.top,
        middle: row.top - bounds.top - bounds.height / 3,
        end: row.bottom - bounds.bottom,
      }
      box.scrollTop += distances[revealed.place]
    } else if (seen.current) {
      const kept = rowOf(seen.current.id)?.getBoundingClientRect()
      const moved = kept ? kept.top - bounds.top + box.scrollTop - seen.current.place : 0
      if (Math.abs(moved) >= 1) box.scrollTop += moved
    }
    remember(box)
  })
  return {
    target: undefined,
    scrolled() {
      const box = boxOf()
      if (box) remember(box)
    },
  }
}
