import { useEffect, useRef } from 'react'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { useLiveStore } from '@/screens/page/usePage'
import { PassageStore } from '@/stores/documents/PassageStore'

/** ms between two questions where no stream reports changes */
const LOOK = 10_000

/**
 * The passages of a text that comments are about, for those who may see comments; null for others. Call it in an observer.
 * @param thread the comments to open at first, by the first one
 */
export function useTextPassages(
  fileId: number,
  mayComment: boolean,
  thread: number | null,
  openComments: () => void,
): PassageStore | null {
  const { api } = useApp()
  const store = useDisposable(() => new PassageStore(api, fileId))
  const live = useLiveStore()
  const open = useRef(openComments)
  open.current = openComments
  useEffect(() => {
    if (mayComment) void store.load()
  }, [store, mayComment])
  useEffect(
    () => (mayComment ? live?.watch({ name: store.watched, interval: LOOK, changed: () => store.load() }) : undefined),
    [live, store, mayComment],
  )
  useEffect(() => {
    if (!mayComment || thread === null) return
    store.show(thread)
    open.current()
  }, [store, mayComment, thread])
  return mayComment ? store : null
}
