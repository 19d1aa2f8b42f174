import { PassThrough, type Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/connect'
import type { Connection } from '../database/embedded'
import { unreadMessages } from '../queries/messages'
import { actorKey, type UserActor } from '../actors/actor'
import type { ActorKey } from '../actors/actorKey'
import { Listeners, type Wake } from './Listeners'
import { listenToChanges } from './listenToChanges'
import { ownTopics, subscribe, type Subscription } from './subscriptions'
import { topicKey, type Notification, type Topic, type TopicKey } from './topics'

export interface LiveSettings {
  /** ms that changes are collected before they are processed */
  gather: number
  /** ms between signs of life */
  heartbeat: number
  /** ms after a database error until a stream is checked again */
  retry: number
  /** open streams per actor in this process */
  perActor: number
}

const defaults: LiveSettings = { gather: 200, heartbeat: 25_000, retry: 1000, perActor: 8 }
/** streams checked at the same time; the limit leaves connections to the database for requests */
const AT_ONCE = 4
/** bytes waiting in a stream; a slower client is disconnected and reconnects */
const BACKLOG = 16_384

interface Stream {
  out: PassThrough
  actor: ActorKey
  userId: number
  /** Topics that concern the user, regardless of the places that the page watches. */
  own: readonly TopicKey[]
  /** The page that listens, if it names itself. */
  client: string | undefined
  /** The build and the settings' mark that the server serves now, and those that the stream sent last. */
  served(): string
  sent: string
  /** Looks the session up again; null when it ended. Rejects when the lookup fails. */
  renew(): Promise<UserActor | null>
  places: Map<string, Subscription>
  /** Places to check, and whether somebody else changed them. */
  due: Map<string, boolean>
  isUnreadDue: boolean
  /** The stream waits for its turn, or is being checked. */
  isQueued: boolean
}

/** Notifies the watchers of a place that others changed something there. A notification never says what was changed (AH-20). */
export interface Live {
  /**
   * Opens a stream of four events. `ready` and `beat` carry the build of the web client that the server serves (AH-32) and a mark, which changes
   * with the organisation's settings; `changed` carries the place, and `unread` a count. The stream ends with the session.
   * @param renew the user, looked up again
   * @returns undefined when the actor has too many streams
   */
  watch(
    actor: UserActor,
    places: readonly string[],
    renew: () => Promise<UserActor | null>,
    served: () => string,
  ): Promise<Readable | undefined>
  /**
   * Waits for a notification of the topic, for a reconnection after which notifications may be missing, or for the signal.
   * @param isReached returns whether the wait is already over; called once notifications arrive reliably
   * @returns false once the server stops, because no notification follows
   */
  next(topic: Topic, isReached: () => Promise<boolean>, signal: AbortSignal): Promise<boolean>
  /**
   * Calls `wake` after each notification of one of the topics, and whenever notifications may be missing. Call `isReady` before reading what the
   * topics are about.
   * @returns a function that ends listening
   */
  listen(topics: Iterable<Topic>, wake: Wake): () => void
  /** Resolves once notifications arrive reliably. */
  isReady(): Promise<void>
  /** The number of open streams. */
  size(): number
  close(): Promise<void>
}

export function openLive(
  db: Db,
  target: string | Connection,
  log: FastifyBaseLogger,
  settings: Partial<LiveSettings> = {},
): Live {
  const { gather, heartbeat, retry, perActor } = { ...defaults, ...settings }
  const streams = new Set<Stream>()
  /** Subscribers by topic. */
  const concerned = new Map<TopicKey, Set<Stream>>()
  const listeners = new Listeners()
  const queue: Stream[] = []
  let isClosed = false
  const running = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let pulse: NodeJS.Timeout | undefined
  const listening = listenToChanges(target, log, hear, () => {
    streams.forEach(allDue)
    listeners.wakeAll()
  })

  function hear({ topic, by, text }: Notification) {
    const key = topicKey(topic)
    listeners.wake(key, text)
    for (const stream of concerned.get(key) ?? []) {
      if (topic.name === 'messages') stream.isUnreadDue = true
      for (const [place, subscription] of stream.places)
        if (subscription.topics.has(key)) due(stream, place, by === undefined || by !== stream.client)
      enqueue(stream)
    }
  }

  function due(stream: Stream, place: string, isOthers: boolean) {
    stream.due.set(place, isOthers || stream.due.get(place) === true)
  }

  function allDue(stream: Stream) {
    for (const place of stream.places.keys()) due(stream, place, true)
    stream.isUnreadDue = true
    enqueue(stream)
  }

  function enqueue(stream: Stream) {
    if (!stream.isQueued) queue.push(stream)
    stream.isQueued = true
    timer ??= setTimeout(work, gather)
  }

  function work() {
    timer = undefined
    while (running.size < AT_ONCE) {
      const stream = queue.shift()
      if (!stream) return
      const run = look(stream)
        .then(
          () => {
            stream.isQueued = false
            if (stream.due.size > 0 || stream.isUnreadDue) enqueue(stream)
          },
          (error: unknown) => {
            log.warn(error, 'cannot check a watched list for changes')
            lookLater(stream)
          },
        )
        .finally(() => {
          running.delete(run)
          if (queue.length > 0) timer ??= setTimeout(work, 0)
        })
      running.add(run)
    }
  }

  /** Checks all places again, because the error may have lost pending checks. */
  function lookLater(stream: Stream) {
    const again = () => {
      stream.isQueued = false
      if (streams.has(stream)) allDue(stream)
    }
    setTimeout(again, retry).unref()
  }

  /** Checks the due places with the user's current rights, and sends events. A place that the user lost is reported once more, then never again. */
  async function look(stream: Stream) {
    const places = [...stream.due]
    const isUnreadDue = stream.isUnreadDue
    stream.due.clear()
    stream.isUnreadDue = false
    const actor = await stream.renew()
    if (!actor) return end(stream)
    if (stream.sent !== stream.served()) tell(stream, 'beat')
    for (const [place, isOthers] of places) {
      const before = stream.places.get(place)
      const subscription = await subscribe(db, actor, place)
      if (!streams.has(stream)) return
      stream.places.set(place, subscription)
      addTopics(stream, subscription.topics)
      removeTopics(
        stream,
        [...(before?.topics ?? [])].filter((topic) => !isWanted(stream, topic)),
      )
      const isNews = isOthers || subscription.isVisible !== before?.isVisible
      if (isNews && (subscription.isVisible || before?.isVisible)) send(stream, 'changed', place)
    }
    if (isUnreadDue) send(stream, 'unread', String(await unreadMessages(db, stream.userId)))
  }

  function send(stream: Stream, event: string, data: string) {
    if (stream.out.writableLength > BACKLOG) end(stream)
    else if (!stream.out.writableEnded) stream.out.write(`event: ${event}\ndata: ${data}\n\n`)
  }

  const tell = (stream: Stream, event: 'ready' | 'beat') => send(stream, event, (stream.sent = stream.served()))

  function isWanted(stream: Stream, topic: TopicKey) {
    return (
      stream.own.includes(topic) || [...stream.places.values()].some((subscription) => subscription.topics.has(topic))
    )
  }

  function addTopics(stream: Stream, all: Iterable<TopicKey>) {
    for (const topic of all) {
      const held = concerned.get(topic)
      if (held) held.add(stream)
      else concerned.set(topic, new Set([stream]))
    }
  }

  function removeTopics(stream: Stream, all: Iterable<TopicKey>) {
    for (const topic of all) {
      const held = concerned.get(topic)
      held?.delete(stream)
      if (held?.size === 0) concerned.delete(topic)
    }
  }

  function end(stream: Stream) {
    if (!streams.delete(stream)) return
    removeTopics(stream, [...stream.own, ...[...stream.places.values()].flatMap(({ topics }) => [...topics])])
    stream.out.end()
    if (streams.size > 0) return
    clearInterval(pulse)
    pulse = undefined
  }

  function beat() {
    for (const stream of streams) {
      tell(stream, 'beat')
      enqueue(stream)
    }
  }

  return {
    async watch(actor, places, renew, served) {
      const key = actorKey(actor)
      if ([...streams].filter((stream) => stream.actor === key).length >= perActor) return undefined
      const out = new PassThrough()
      const stream: Stream = {
        out,
        actor: key,
        userId: actor.user.id,
        own: ownTopics(actor),
        client: actor.client,
        served,
        sent: '',
        renew,
        places: new Map(),
        due: new Map(),
        isUnreadDue: false,
        isQueued: false,
      }
      streams.add(stream)
      addTopics(stream, stream.own)
      out.once('close', () => end(stream))
      pulse ??= setInterval(beat, heartbeat)
      try {
        await listening.isReady()
        for (const place of places) stream.places.set(place, await subscribe(db, actor, place))
        for (const { topics } of stream.places.values()) addTopics(stream, topics)
        tell(stream, 'ready')
        send(stream, 'unread', String(await unreadMessages(db, stream.userId)))
      } catch (error) {
        end(stream)
        throw error
      }
      return out
    },
    async next(topic, isReached, signal) {
      if (isClosed) return false
      await listening.isReady()
      let wake = () => {}
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      const stop = listeners.add([topic], wake)
      signal.addEventListener('abort', wake)
      try {
        if (!signal.aborted && !(await isReached())) await woken
      } finally {
        signal.removeEventListener('abort', wake)
        stop()
      }
      return !isClosed
    },
    listen: (topics, wake) => listeners.add(topics, wake),
    isReady: () => listening.isReady(),
    size: () => streams.size,
    async close() {
      isClosed = true
      listeners.wakeAll()
      for (const stream of streams) end(stream)
      clearTimeout(timer)
      clearInterval(pulse)
      await Promise.all(running)
      await listening.close()
    },
  }
}
