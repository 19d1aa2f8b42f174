import { useEffect, useRef } from 'react'

/** px below what is seen in which a new comment of others is followed: who reads further up is left there */
const NEAR = 160

/**
 * Brings a comment into view: at first the one that is asked for, then each new one of the user's own, and of others where the end is near.
 * @param last the newest
 * @returns what `scrollIntoView` of the list is given
 */
export function useLatest(last: number | undefined, isOwn: boolean, first: number | null): string | undefined {
  const begins = useRef(true)
  useEffect(() => {
    const isFirst = begins.current
    begins.current = false
    const row = document.getElementById(`comment-${isFirst ? (first ?? last) : last}`)
    const box = row?.closest('.comments-scroll')
    if (!row || !box) return
    const below = row.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom
    if (isFirst || isOwn || below - row.offsetHeight < NEAR) box.scrollTop += below
    // Only a new comment moves it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [last])
  return undefined
}
