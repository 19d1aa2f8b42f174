import type { AppStore } from './AppStore'
import { onNetworkBack } from './onNetworkBack'
import { pollPause } from './pollPause'

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
  /** @returns false without an answer */
  changed(): Promise<boolean>
}

/**
 * Says when something that others change did: told by the server where the platform has event streams, else at every look (AH-20), which are
 * fewer while they fail. The badge follows what is told.
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
      if (event === 'changed' || (event === 'ready' && failures > 0)) void changed()
      if (event === 'ready') failures = 0
    })
    heard()
  }

  function counted(unread: number) {
    const isNews = unread !== app.sessionContext.unreadMessages
    app.sessionContext.unreadCounted(unread)
    if (isNews && name === '') void changed()
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
      void changed()
      listen()
    })
  }

  function wait() {
    const interval = name === '' ? INTERVAL.messages : INTERVAL.talk
    stopTimer = clock.after(pollPause(interval, failures), () => void look())
  }

  async function look() {
    stopTimer()
    const isAnswered = await changed()
    failures = isAnswered ? 0 : failures + 1
    stopTimer()
    if (!isOver) wait()
  }

  if (live) listen()
  else wait()
  const stopNetwork = onNetworkBack(app.lazy, () => void (live ? changed() : look()))
  // What was asked for in the background failed.
  const stopShow = live ? () => {} : app.platform.onShow(() => void look())
  return () => {
    isOver = true
    stopNetwork()
    stopShow()
    hangUp()
    stopTimer()
  }
}
