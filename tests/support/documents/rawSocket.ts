import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import WebSocket from 'ws'
import * as Y from 'yjs'
import { settled, until } from '../until'
import { socketAddress } from './writers'

/** A client that sends what it likes. */
export interface RawSocket {
  socket: WebSocket
  /** Types of the messages received. */
  received: number[]
  /** Whether the server has acknowledged, one entry per answer. */
  statuses: boolean[]
  closed: Promise<{ code: number; reason: string }>
  send(data: Uint8Array): void
  auth(token: string): void
  update(update: Uint8Array): void
}

/** All sockets of the running test. */
const open = new Set<WebSocket>()

/** Ends all sockets; call after each test. */
export function endRawSockets(): void {
  for (const socket of open) socket.terminate()
  open.clear()
}

/** A message of the protocol: its document, its type, and the rest. */
export function message(fileId: number, type: number, ...parts: (number | string | Uint8Array)[]): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeVarString(encoder, `file_${fileId}`)
  encoding.writeVarUint(encoder, type)
  for (const part of parts) {
    if (typeof part === 'number') encoding.writeVarUint(encoder, part)
    else if (typeof part === 'string') encoding.writeVarString(encoder, part)
    else encoding.writeVarUint8Array(encoder, part)
  }
  return encoding.toUint8Array(encoder)
}

/** Connects, and waits until the connection is open or refused. */
export async function connectRaw(
  server: { url: string },
  fileId: number,
  options: { origin?: string; headers?: Record<string, string> } = { origin: server.url },
): Promise<RawSocket> {
  const socket = new WebSocket(socketAddress(server), options)
  open.add(socket)
  const received: number[] = []
  const statuses: boolean[] = []
  socket.on('message', (data: Buffer) => {
    const decoder = decoding.createDecoder(new Uint8Array(data))
    decoding.readVarString(decoder)
    const type = decoding.readVarUint(decoder)
    received.push(type)
    if (type === 8) statuses.push(decoding.readVarUint(decoder) === 1)
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() })),
  )
  await settled(
    'the socket',
    new Promise<void>((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    }),
  )
  const send = (data: Uint8Array) => socket.send(data)
  return {
    socket,
    received,
    statuses,
    closed,
    send,
    auth: (token) => send(message(fileId, 2, 0, token)),
    update: (update) => send(message(fileId, 0, 2, update)),
  }
}

/** Connects with a token and waits until the document is open. */
export async function joinRaw(server: { url: string }, fileId: number, token: string): Promise<RawSocket> {
  const raw = await connectRaw(server, fileId)
  raw.auth(token)
  raw.send(message(fileId, 0, 0, Y.encodeStateVector(new Y.Doc())))
  await until('the document', () => raw.received.includes(5) || raw.socket.readyState === WebSocket.CLOSED)
  return raw
}
