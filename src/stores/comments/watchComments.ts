import type { AppStore } from '@/stores/shell/AppStore'
import { onNetworkBack } from '@/stores/shell/onNetworkBack'

/** ms between two looks where nothing is told */
const INTERVAL = 10_000
/** ms between two tries to listen, doubled each time */
const FIRST_PAUSE = 2000
const LONGEST_PAUSE = 300_000
/** ms without a sign of life after which a stream is given up */
const SILENCE = 60_000

/**
 * Says when the comments of an item changed: told by the server where the platform has event streams, else at every look (AH-20).
 * @returns what ends it
 */
export function watchComments(app: AppStore, typedId: string, changed: () => void): () => void {
  const { clock, live } = app.platform
  const id = typedId.split('_')[1] ?? ''
  let failures = 0
  let isOver = false
  let hangUp = () => {}
  let stopTimer = () => {}

  function listen() {
    hangUp = live!(`/api/events?watch=comments_${id}`, (event, data) => {
      if (isOver) return
      if (event === 'refused') failures = Infinity
      if (event === 'refused' || event === 'error') return lost()
      heard()
      if (event === 'unread') app.sessionContext.unreadCounted(Number(data))
      // What happened while nobody listened is not told.
      if (event === 'changed' || (event === 'ready' && failures > 0)) changed()
      if (event === 'ready') failures = 0
    })
    heard()
  }

  function heard() {
    stopTimer()
    stopTimer = clock.after(SILENCE, lost)
  }

  function lost() {
    hangUp()
    stopTimer()
    failures += 1
    stopTimer = clock.after(Math.min(FIRST_PAUSE * 2 ** failures, LONGEST_PAUSE), () => {
      changed()
      listen()
    })
  }

  function look() {
    stopTimer = clock.after(INTERVAL, () => {
      changed()
      look()
    })
  }

  if (live) listen()
  else look()
  const stopNetwork = onNetworkBack(app.lazy, changed)
  return () => {
    isOver = true
    stopNetwork()
    hangUp()
    stopTimer()
  }
}
