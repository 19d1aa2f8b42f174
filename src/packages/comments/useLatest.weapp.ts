import { useState } from 'react'

/**
 * Brings a comment into view: at first the one that is asked for, then each new one of the user's own.
 * @param last the newest
 * @returns what `scrollIntoView` of the list is given
 */
export function useLatest(last: number | undefined, isOwn: boolean, first: number | null): string | undefined {
  const [begin] = useState({ last, id: first ?? last })
  const [own, setOwn] = useState<number | undefined>()
  if (isOwn && last !== begin.last && last !== own) setOwn(last)
  const id = own ?? begin.id
  return id === undefined ? undefined : `comment-${id}`
}
