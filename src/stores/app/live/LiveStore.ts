import type { Api } from '@/api/Api'
import type { SessionContext } from '@/api/SessionContext'
import type { Clock, LiveEvent, OnEvents } from '@/platform/Platform'
import type { UploadTarget } from '@/domain/uploads/uploads'
import type { NewFolderParent } from '@/stores/items/ItemNames'
import type { ListSource } from '@/stores/items/lists/listSources'
import type { LazyStores } from '@/stores/app/LazyStores'
import { type NetworkStore, onNetworkBack } from '@/stores/app/NetworkStore'
import type { UpdateStore } from '@/stores/app/UpdateStore'
import { SettingsWatch } from './SettingsWatch'
import { Watch, type Watched } from './Watch'

/** ms until a stream opens: the app's first, which nothing waits for, and one for what is watched now */
const PAUSE = { first: 2000, next: 200 }
/** ms within which a stream must send its first event; a later one means that a proxy buffers the stream */
const MUTE = 10_000
/** ms without an event after which a stream is closed; the server sends a heartbeat every 25 s */
const SILENCE = 60_000
/** ms after which the end of a stream does not count as a failure */
const STEADY = 20_000
/** ms between two attempts, doubled with each failure */
const TRY = { first: 1000, longest: 300_000 }
/** Intervals for a list, ms. */
const LIST = { interval: 20_000, gather: 500 }

/** A place that is shown, and fetched again when others change it. */
export interface LiveSubject {
  at: ListSource
  /** `loading`, `ready`, `failed`, or why the server refuses the place. */
  phase: string
  open(): Promise<void>
  /** Fetches the place again; false when no answer came. */
  again(): Promise<boolean>
  /** Where uploads of the place go; null or absent where it takes none. */
  uploadTarget?: UploadTarget | null
  /** Where new folders of the place go; null or absent where it takes none. */
  newFolderParent?: NewFolderParent | null
}

interface Dependencies {
  api: Pick<Api, 'call' | 'client' | 'headers'>
  sessionContext: Pick<SessionContext, 'generation' | 'unreadMessages' | 'setBaseInfo' | 'setUnreadCount' | 'user'>
  clock: Clock
  lazy: LazyStores<{ network: NetworkStore; update: UpdateStore }>
  /** Absent where a phone can only poll. */
  onEvents?: OnEvents
}

interface Connection {
  places: ReadonlySet<string>
  /** When the stream became ready, ms; null before. */
  since: number | null
  disconnect(): void
  stopSilence(): void
}

/**
 * Reports when others change what is watched (AH-20). One stream serves all watches. Without a stream each watch polls at its own interval. Attempts
 * to connect grow rarer with each failure, and are rare at once after a refusal. Events also update the badge of unread messages.
 */
export class LiveStore {
  /** The stream that covers each watch; null: none. */
  private readonly watches = new Map<Watch, Connection | null>()
  /** The open lists, the topmost last. */
  private readonly lists: { list: LiveSubject; isFree?: () => boolean }[] = []
  private connection: Connection | null = null
  /** The former stream, which stays until `connection` is ready. */
  private previous: Connection | null = null
  private failures = 0
  private readonly settings: SettingsWatch
  private generation: number
  private hasBegun = false
  /** Until the next stream opens; `isRest` after a failure. */
  private pause: { isRest: boolean; stop(): void } | null = null

  constructor(private readonly deps: Dependencies) {
    this.generation = deps.sessionContext.generation
    this.settings = new SettingsWatch(deps)
    onNetworkBack(deps.lazy, () => this.networkBack())
  }

  /** @returns a function that stops watching */
  watch(watched: Watched): () => void {
    const { clock, onEvents, sessionContext } = this.deps
    if (this.generation !== sessionContext.generation) this.forget()
    this.generation = sessionContext.generation
    const watch = new Watch(watched, clock)
    this.watches.set(watch, null)
    if (!onEvents || this.pause?.isRest) watch.poll()
    else this.pause ??= this.paused(this.hasBegun ? PAUSE.next : PAUSE.first, false)
    return () => {
      watch.end()
      this.watches.delete(watch)
      if (this.watches.size === 0) this.leave()
    }
  }

  /** The list on top; null while an overlay covers it. */
  get listOnTop(): LiveSubject | null {
    const top = this.lists.at(-1)
    return top && (top.isFree?.() ?? true) ? top.list : null
  }

  /** Keeps an open list up to date. @param isFree observable: no overlay covers the list @returns a function that stops that */
  keep(list: LiveSubject, isFree?: () => boolean): () => void {
    const stopNetwork = onNetworkBack(this.deps.lazy, () => {
      if (list.phase === 'failed') void list.open()
    })
    const stop = this.watch({ ...LIST, name: nameOf(list.at), isFree, changed: () => list.again() })
    const open = { list, isFree }
    this.lists.push(open)
    return () => {
      this.lists.splice(this.lists.indexOf(open), 1)
      stopNetwork()
      stop()
    }
  }

  /** Disconnects, because the session ended or the network returned. */
  forget() {
    this.disconnect()
    this.pause?.stop()
    this.pause = null
    this.failures = 0
  }

  /** Disconnects when the last watch ends; a rest after a failure continues. */
  private leave() {
    this.disconnect()
    if (this.pause?.isRest) return
    this.pause?.stop()
    this.pause = null
  }

  private networkBack() {
    this.forget()
    for (const watch of this.watches.keys()) watch.poll()
    this.settle()
  }

  private paused(milliseconds: number, isRest: boolean) {
    const stop = this.deps.clock.after(milliseconds, () => {
      this.pause = null
      this.settle()
    })
    return { isRest, stop }
  }

  /** Makes sure that a stream covers every watch. */
  private settle() {
    const places = new Set([...this.watches.keys()].map(({ watched }) => watched.name))
    places.delete('')
    const { connection } = this
    if (this.watches.size === 0) return
    if (!connection || [...places].some((place) => !connection.places.has(place))) this.connect(places)
    else if (connection.since !== null) this.assign(connection)
  }

  private connect(places: ReadonlySet<string>) {
    const { api, onEvents } = this.deps
    if (!onEvents) return
    this.hasBegun = true
    const isCovered = [...this.watches.values()].some((connection) => connection !== null)
    if (!isCovered) this.disconnect()
    else if (this.connection?.since) this.previous = this.connection
    else this.close(this.connection)
    const connection: Connection = { places, since: null, disconnect: () => {}, stopSilence: () => {} }
    this.connection = connection
    this.expect(connection, MUTE)
    const path = `/api/events?watch=${[...places].join(',')}&client=${api.client}`
    connection.disconnect = onEvents(path, api.headers(), (event, data) => this.onMessage(connection, event, data))
  }

  private onMessage(connection: Connection, event: LiveEvent, data: string) {
    const { clock, lazy } = this.deps
    if (connection !== this.connection && connection !== this.previous) return
    if (event === 'refused' || event === 'error') {
      this.lost(connection, event === 'refused')
      // The next call finds that the session has ended, and leads to the sign-in page.
      if (event === 'refused' && data !== 'too_many_streams') for (const watch of this.watches.keys()) watch.poll()
      return
    }
    this.expect(connection, SILENCE)
    if (event === 'ready' || event === 'beat') {
      const [build = '', settings = ''] = data.split(' ')
      lazy.update?.setServedBuild(build)
      void this.settings.apply(settings)
    }
    if (event === 'unread') this.counted(Number(data))
    if (event === 'changed') this.poll(data)
    if (event !== 'ready') return
    connection.since = clock.now()
    this.assign(connection)
    this.close(this.previous)
    this.previous = null
  }

  /** Assigns watches to a stream that is ready, and polls those that no stream covered before. */
  private assign(connection: Connection) {
    for (const [watch, before] of this.watches) {
      const { name } = watch.watched
      if (before === connection || (name !== '' && !connection.places.has(name))) continue
      this.watches.set(watch, connection)
      watch.setConnected(true)
      if (before === null) watch.poll()
    }
  }

  private counted(unread: number) {
    const { sessionContext } = this.deps
    const isNews = unread !== sessionContext.unreadMessages
    sessionContext.setUnreadCount(unread)
    if (isNews) this.poll('')
  }

  private poll(name: string) {
    for (const [watch, connection] of this.watches) if (connection !== null && watch.watched.name === name) watch.poll()
  }

  private expect(connection: Connection, milliseconds: number) {
    connection.stopSilence()
    connection.stopSilence = this.deps.clock.after(milliseconds, () => this.lost(connection, false))
  }

  private lost(connection: Connection, isRefused: boolean) {
    if (connection === this.previous) {
      this.previous = null
      return this.close(connection)
    }
    // A refusal beside a former stream means one stream too many: closing the former makes room, so the retry need not wait.
    const isTaken = isRefused && this.previous === null
    this.disconnect()
    const wasSteady = connection.since !== null && this.deps.clock.now() - connection.since >= STEADY
    this.failures = wasSteady ? 0 : this.failures + 1
    const wait = isTaken ? TRY.longest : Math.min(TRY.first * 2 ** this.failures, TRY.longest)
    this.pause?.stop()
    this.pause = this.paused(wait, true)
    for (const watch of this.watches.keys()) if (!watch.hasPolled) watch.poll()
  }

  private disconnect() {
    for (const connection of [this.connection, this.previous]) this.close(connection)
    this.connection = null
    this.previous = null
  }

  private close(connection: Connection | null) {
    if (!connection) return
    connection.stopSilence()
    connection.disconnect()
    for (const [watch, current] of this.watches) {
      if (current !== connection) continue
      this.watches.set(watch, null)
      watch.setConnected(false)
    }
  }
}

/** The name of a place in `GET /api/events`. */
function nameOf(at: ListSource): string {
  if (at.space === 'folder') return `folder_${at.id}`
  if (at.space === 'dept') return `department_${at.id}`
  return at.space === 'external' ? at.id : at.space
}
