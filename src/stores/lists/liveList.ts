import { when } from 'mobx'
import type { Clock, LiveEvent, Platform } from '@/platform/Platform'
import type { LazyStores } from '@/stores/shell/LazyStores'
import type { NetworkStore } from '@/stores/shell/NetworkStore'
import type { UpdateStore } from '@/stores/shell/UpdateStore'
import { onNetworkBack } from '@/stores/shell/onNetworkBack'
import type { ListSource } from './listSources'

/** ms in which changes become one */
const BURST = 500
/** ms without a sign of life after which a stream is given up; the server beats every 25 s */
const SILENCE = 60_000
/** the longest ms between two tries */
const LONGEST = 300_000

/** What is shown of a place and is asked for again when others change that. */
export interface LiveSubject {
  at: ListSource
  /** `loading`, `ready`, `failed`, or why the place is refused. */
  phase: string
  open(): Promise<void>
  /** False when no answer came. */
  again(): Promise<boolean>
}

interface Dependencies {
  list: LiveSubject
  /** Observable: false while something lies over the list. */
  isFree(): boolean
  /** How many messages are unread. */
  unreadCounted(unread: number): void
  clock: Clock
  live: NonNullable<Platform['live']>
  /** The page that listens, by its name for itself: it is not told of what it does. */
  client: string
  lazy: LazyStores<{ network: NetworkStore; update: UpdateStore }>
  /** ms that the list stands before the stream begins */
  pause?: number
}

/**
 * Asks for a list again when the server says that others changed it (AH-20), when the stream begins, and, where it does not come about, at
 * every try, which get more seldom, and are so at once after a refusal, and when the network is back (AH-19). What the server says of its build is passed on (AH-32). @returns what ends it
 */
export function keepLive({
  list,
  isFree,
  unreadCounted,
  clock,
  live,
  client,
  lazy,
  pause = 0,
}: Dependencies): () => void {
  let failures = 0
  let isWanted = false
  let isOver = false
  let hangUp = () => {}
  let stopSilence = () => {}
  let stopRetry = () => {}
  let stopBurst: (() => void) | null = null
  let stopWaiting = () => {}

  function connect() {
    hangUp = live(`/api/events?watch=${watchedName(list.at)}&client=${client}`, heard)
    listened()
  }

  function heard(event: LiveEvent, data: string) {
    if (isOver) return
    // Not for want of a connection: what refuses now refuses for a while.
    if (event === 'refused') failures = Infinity
    if (event === 'refused' || event === 'error') return lost()
    listened()
    if (event === 'unread') unreadCounted(Number(data))
    if (event === 'ready') failures = 0
    if (event === 'ready' || event === 'beat') lazy.update?.told(data)
    if (event === 'ready' || event === 'changed') changed()
  }

  /** A dead line says nothing at all. */
  function listened() {
    stopSilence()
    stopSilence = clock.after(SILENCE, lost)
  }

  function lost() {
    stopSilence()
    hangUp()
    stopRetry()
    failures += 1
    stopRetry = clock.after(Math.min(1000 * 2 ** failures, LONGEST), connect)
    if (failures > 1) changed()
  }

  /** Of a burst the first and the last are asked for. */
  function changed() {
    isWanted = true
    stopBurst ??= clock.after(BURST, () => {
      stopWaiting = when(isFree, () => void ask())
    })
  }

  async function ask() {
    isWanted = false
    if (list.phase === 'removed' || list.phase === 'forbidden' || list.phase === 'gone') await list.open()
    else await list.again()
    stopBurst = null
    if (isWanted && !isOver) changed()
  }

  const stopNetwork = onNetworkBack(lazy, () => {
    stopRetry()
    hangUp()
    connect()
    if (list.phase === 'failed') void list.open()
    else changed()
  })

  if (pause > 0) stopRetry = clock.after(pause, connect)
  else connect()
  return () => {
    isOver = true
    stopNetwork()
    hangUp()
    stopSilence()
    stopRetry()
    stopBurst?.()
    stopWaiting()
  }
}

/** A place as `GET /api/events` names it. */
function watchedName(at: ListSource): string {
  if (at.space === 'folder') return `folder_${at.id}`
  if (at.space === 'dept') return `department_${at.id}`
  return at.space === 'external' ? at.id : at.space
}
