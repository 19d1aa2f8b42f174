import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { FastifyBaseLogger } from 'fastify'
import type { Connection } from '../database/embedded'
import { readNotification, type Notification } from './topics'

/** ms between two attempts to reconnect */
const RETRY = 1000

export interface Listening {
  /** Resolves once every later commit is reported. */
  isReady(): Promise<void>
  close(): Promise<void>
}

/**
 * Listens to the notifications of the triggers on a connection of its own, opened on first use. Ignores topics of newer builds.
 * @param missed called when a lost connection is open again; notifications in between are missing
 */
export function listenToChanges(
  target: string | Connection,
  log: FastifyBaseLogger,
  hear: (notification: Notification) => void,
  missed: () => void,
): Listening {
  let ready: Promise<void> | undefined
  let client: pg.Client | undefined
  let isClosed = false

  async function connect() {
    const fresh = new pg.Client(typeof target === 'string' ? { connectionString: target } : target)
    fresh.on('notification', ({ payload }) => {
      const notification = readNotification(payload ?? '')
      if (notification !== null) hear(notification)
    })
    fresh.on('error', (error) => log.warn(error, 'the database connection that listens for changes failed'))
    await fresh.connect()
    await fresh.query('listen live')
    fresh.once('end', () => {
      client = undefined
      ready = undefined
      if (!isClosed) void again()
    })
    client = fresh
    if (isClosed) await fresh.end()
  }

  async function again() {
    while (!isClosed) {
      await sleep(RETRY, undefined, { ref: false })
      try {
        await isReady()
        return missed()
      } catch (error) {
        log.warn(error, 'cannot listen for changes')
      }
    }
  }

  function isReady() {
    ready ??= connect().catch((error: unknown) => {
      ready = undefined
      throw error
    })
    return ready
  }

  return {
    isReady,
    async close() {
      isClosed = true
      await client?.end()
    },
  }
}
