import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import { DOCUMENT_CONNECTIONS_LIMIT } from '@/domain/documents/bounds'

/** The documents that are open in this process, and the connections to them. */
export interface OpenDocuments {
  /** Takes a WebSocket over. @param ip the client's network address */
  take(socket: WebSocket, request: IncomingMessage, ip: string): void
  /** The number of open documents and connections. */
  readonly counts: { documents: number; connections: number }
  /** Ends all connections, once everything that was received is stored. */
  close(): Promise<void>
}

const MiB = 1024 * 1024

export interface DocumentSettings {
  /** connections to one document */
  connections: number
  /** documents open at the same time */
  documents: number
  /** bytes of all open documents together, as they are stored; in memory they are several times as large */
  bytes: number
  /** bytes that clients have not read yet, of all connections together */
  unread: number
  /** connections that a user, and a network, may open per minute */
  perMinute: { user: number; network: number }
  /** ms for a new connection to send its token */
  patience: number
  /** ms after a change of rights until they are checked, so that several changes are checked once */
  gather: number
  /** ms between two checks of all rights: some of them end without a notification */
  recheck: number
  /** ms between two new tokens */
  renew: number
}

export const usualDocumentSettings: DocumentSettings = {
  connections: DOCUMENT_CONNECTIONS_LIMIT,
  documents: 1000,
  bytes: 100 * MiB,
  unread: 256 * MiB,
  perMinute: { user: 60, network: 300 },
  patience: 15_000,
  gather: 100,
  recheck: 60_000,
  renew: 1_800_000,
}
