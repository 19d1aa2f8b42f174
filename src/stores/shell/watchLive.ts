import type { AppStore } from './AppStore'
import { onNetworkBack } from './onNetworkBack'

/** ms between two looks where nothing is told: at what is talked about, and at messages */
const INTERVAL = { talk: 10_000, messages: 30_000 }
/** ms between two tries to listen, doubled each time */
const FIRST_PAUSE = 2000
const LONGEST_PAUSE = 300_000
/** ms without a sign of life after which a stream is given up */
const SILENCE = 60_000

export interface Watched {
  /** What the server calls it, as `comments_12`; '': the messages of the user. */
  name: string
  changed(): void
}

/**
 * Says when something that others change did: told by the server where the platform has event streams, else at every look (AH-20). The badge
 * follows what is told.
 * @returns what ends it
 */
export function watchLive(app: AppStore, { name, changed }: Watched): () => void {
  const { clock, live } = app.platform
  let failures = 0
  let isOver = false
  let hangUp = () => {}
  let stopTimer = () => {}

  function listen() {
    hangUp = live!(`/api/events?watch=${name}`, (event, data) => {
      if (isOver) return
      if (event === 'refused') failures = Infinity
      if (event === 'refused' || event === 'error') return lost()
      heard()
      if (event === 'unread') counted(Number(data))
      // What happened while nobody listened is not told.
      if (event === 'changed' || (event === 'ready' && failures > 0)) changed()
      if (event === 'ready') failures = 0
    })
    heard()
  }

  function counted(unread: number) {
    const isNews = unread !== app.sessionContext.unreadMessages
    app.sessionContext.unreadCounted(unread)
    if (isNews && name === '') changed()
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
    stopTimer = clock.after(name === '' ? INTERVAL.messages : INTERVAL.talk, () => {
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
