import { useEffect, useLayoutEffect, useRef, type MutableRefObject, type RefObject } from 'react'

export interface Pull {
  enabled?: boolean
  /** The owner is refreshing; the content moves back up when this ends. */
  triggered?: boolean
  /** px that the content must move down */
  threshold: number
  onRefresh(): void
}

export interface AttachedPull {
  /** Moves the content to where `triggered` wants it. */
  settle(): void
  detach(): void
}

/** Listens to the fingers on `scroller`. @param pull what its owner wants at present */
export type AttachPull = (
  scroller: HTMLElement,
  content: RefObject<HTMLElement>,
  pull: MutableRefObject<Pull>,
) => AttachedPull

let begin: (attach: AttachPull) => void
const attaching = new Promise<AttachPull>((resolve) => {
  begin = resolve
})

/** Lists can be pulled from now on. Called after the first page, which was fetched a moment ago. */
export function startPulls(attach: AttachPull): void {
  begin(attach)
}

/** Pulls `content` down inside `scroller` at its top. As in the mini-program, the content stays down until `triggered` ends. */
export function usePull(scroller: RefObject<HTMLElement>, content: RefObject<HTMLElement>, pull: Pull): void {
  const latest = useRef(pull)
  latest.current = pull
  const attached = useRef<AttachedPull>()
  const { enabled, triggered, threshold } = pull

  useLayoutEffect(() => attached.current?.settle(), [triggered, threshold])

  useEffect(() => {
    if (!enabled) return undefined
    let isGone = false
    void attaching.then((attach) => {
      if (!isGone && scroller.current) attached.current = attach(scroller.current, content, latest)
    })
    return () => {
      isGone = true
      attached.current?.detach()
      attached.current = undefined
    }
  }, [scroller, content, enabled])
}
