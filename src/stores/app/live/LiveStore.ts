import type { Api } from '@/api/Api'
import type { SessionContext } from '@/api/SessionContext'
import type { Clock, LiveEvent, OnEvents } from '@/platform/Platform'
import type { ListSource } from '@/stores/items/lists/listSources'
import type { LazyStores } from '@/stores/app/LazyStores'
import type { NetworkStore } from '@/stores/app/NetworkStore'
import { onNetworkBack } from '@/stores/app/onNetworkBack'
import type { UpdateStore } from '@/stores/app/UpdateStore'
import { Watch, type Watched } from './Watch'

/** ms until a stream begins: the app's first, for which nobody waits, and one for what is watched now */
const PAUSE = { first: 2000, next: 200 }
/** ms in which a stream says its first word; one that does not is kept back on its way */
const MUTE = 10_000
/** ms without a sign of life after which a stream is given up; the server beats every 25 s */
const SILENCE = 60_000
/** ms after which the end of a stream is no failure */
const STEADY = 20_000
/** ms between two tries, doubled with each failure */
const TRY = { first: 1000, longest: 300_000 }
/** What a list is like. */
const LIST = { interval: 20_000, gather: 500 }

/** What is shown of a place, and is asked for again when others change that. */
export interface LiveSubject {
  at: ListSource
  /** `loading`, `ready`, `failed`, or why the place is refused. */
  phase: string
  open(): Promise<void>
  /** False when no answer came. */
  again(): Promise<boolean>
}

interface Dependencies {
  api: Pick<Api, 'client' | 'headers'>
  sessionContext: Pick<SessionContext, 'generation' | 'unreadMessages' | 'unreadCounted'>
  clock: Clock
  lazy: LazyStores<{ network: NetworkStore; update: UpdateStore }>
  /** Absent where a phone can only ask. */
  onEvents?: OnEvents
}

interface Line {
  places: ReadonlySet<string>
  /** Since when it stands; null before. */
  since: number | null
  hangUp(): void
  stopSilence(): void
}

/**
 * Says when others changed something that is watched (AH-20): told by one stream for all of it. As long as that does not come about each is
 * looked at in its own time; tries get more seldom, and are so at once after a refusal. The badge follows what is told.
 */
export class LiveStore {
  /** Who is told by which stream; null: by none. */
  private readonly watches = new Map<Watch, Line | null>()
  private line: Line | null = null
  /** Tells until `line` does. */
  private older: Line | null = null
  private failures = 0
  private generation: number
  private hasBegun = false
  /** Until the next stream begins; a rest follows a failure. */
  private pause: { isRest: boolean; stop(): void } | null = null

  constructor(private readonly deps: Dependencies) {
    this.generation = deps.sessionContext.generation
    onNetworkBack(deps.lazy, () => this.networkBack())
  }

  /** @returns what ends it */
  watch(watched: Watched): () => void {
    const { clock, onEvents, sessionContext } = this.deps
    if (this.generation !== sessionContext.generation) this.forget()
    this.generation = sessionContext.generation
    const watch = new Watch(watched, clock)
    this.watches.set(watch, null)
    if (!onEvents || this.pause?.isRest) watch.look()
    else this.pause ??= this.paused(this.hasBegun ? PAUSE.next : PAUSE.first, false)
    return () => {
      watch.end()
      this.watches.delete(watch)
      if (this.watches.size === 0) this.leave()
    }
  }

  /** Keeps an open list up to date until the answer is called. @param isFree observable: nothing lies over it */
  keep(list: LiveSubject, isFree?: () => boolean): () => void {
    const changed = async () => {
      if (!['removed', 'forbidden', 'gone'].includes(list.phase)) return list.again()
      await list.open()
      return true
    }
    const stopNetwork = onNetworkBack(this.deps.lazy, () => {
      if (list.phase === 'failed') void list.open()
    })
    const stop = this.watch({ ...LIST, name: nameOf(list.at), isFree, changed })
    return () => {
      stopNetwork()
      stop()
    }
  }

  /** The session has ended. */
  forget() {
    this.hangUp()
    this.pause?.stop()
    this.pause = null
    this.failures = 0
  }

  /** Nothing is watched any more; a rest goes on. */
  private leave() {
    this.hangUp()
    if (this.pause?.isRest) return
    this.pause?.stop()
    this.pause = null
  }

  private networkBack() {
    this.forget()
    for (const watch of this.watches.keys()) watch.look()
    this.settle()
  }

  private paused(milliseconds: number, isRest: boolean) {
    const stop = this.deps.clock.after(milliseconds, () => {
      this.pause = null
      this.settle()
    })
    return { isRest, stop }
  }

  /** Sees to it that all that is watched is told. */
  private settle() {
    const places = new Set([...this.watches.keys()].map(({ watched }) => watched.name))
    places.delete('')
    const { line } = this
    if (this.watches.size === 0) return
    if (!line || [...places].some((place) => !line.places.has(place))) this.connect(places)
    else if (line.since !== null) this.tell(line)
  }

  private connect(places: ReadonlySet<string>) {
    const { api, onEvents } = this.deps
    if (!onEvents) return
    this.hasBegun = true
    const isTelling = [...this.watches.values()].some((line) => line !== null)
    if (!isTelling) this.hangUp()
    else if (this.line?.since) this.older = this.line
    else this.close(this.line)
    const line: Line = { places, since: null, hangUp: () => {}, stopSilence: () => {} }
    this.line = line
    this.expect(line, MUTE)
    const path = `/api/events?watch=${[...places].join(',')}&client=${api.client}`
    line.hangUp = onEvents(path, api.headers(), (event, data) => this.heard(line, event, data))
  }

  private heard(line: Line, event: LiveEvent, data: string) {
    const { clock, lazy } = this.deps
    if (line !== this.line && line !== this.older) return
    if (event === 'refused' || event === 'error') return this.lost(line, event === 'refused')
    this.expect(line, SILENCE)
    if (event === 'ready' || event === 'beat') lazy.update?.told(data)
    if (event === 'unread') this.counted(Number(data))
    if (event === 'changed') this.lookAt(data)
    if (event !== 'ready') return
    line.since = clock.now()
    this.tell(line)
    this.close(this.older)
    this.older = null
  }

  /** What happened while nobody told it is looked at. */
  private tell(line: Line) {
    for (const [watch, before] of this.watches) {
      const { name } = watch.watched
      if (before === line || (name !== '' && !line.places.has(name))) continue
      this.watches.set(watch, line)
      watch.turnTold(true)
      if (before === null) watch.look()
    }
  }

  private counted(unread: number) {
    const { sessionContext } = this.deps
    const isNews = unread !== sessionContext.unreadMessages
    sessionContext.unreadCounted(unread)
    if (isNews) this.lookAt('')
  }

  private lookAt(name: string) {
    for (const [watch, line] of this.watches) if (line !== null && watch.watched.name === name) watch.look()
  }

  private expect(line: Line, milliseconds: number) {
    line.stopSilence()
    line.stopSilence = this.deps.clock.after(milliseconds, () => this.lost(line, false))
  }

  private lost(line: Line, isRefused: boolean) {
    if (line === this.older) {
      this.older = null
      return this.close(line)
    }
    // One more than may be: the one before gives way.
    const isTaken = isRefused && this.older === null
    this.hangUp()
    const hasStood = line.since !== null && this.deps.clock.now() - line.since >= STEADY
    this.failures = hasStood ? 0 : this.failures + 1
    const wait = isTaken ? TRY.longest : Math.min(TRY.first * 2 ** this.failures, TRY.longest)
    this.pause?.stop()
    this.pause = this.paused(wait, true)
    for (const watch of this.watches.keys()) if (!watch.hasLooked) watch.look()
  }

  private hangUp() {
    for (const line of [this.line, this.older]) this.close(line)
    this.line = null
    this.older = null
  }

  private close(line: Line | null) {
    if (!line) return
    line.stopSilence()
    line.hangUp()
    for (const [watch, told] of this.watches) {
      if (told !== line) continue
      this.watches.set(watch, null)
      watch.turnTold(false)
    }
  }
}

/** A place as `GET /api/events` names it. */
function nameOf(at: ListSource): string {
  if (at.space === 'folder') return `folder_${at.id}`
  if (at.space === 'dept') return `department_${at.id}`
  return at.space === 'external' ? at.id : at.space
}
