import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { documentCloseCodes, type DocumentCloseReason } from '@/contract/documents'
import { refusedUpdate } from '../../services/documents/refusedUpdates'

/** The types of messages between the provider and the server, of Hocuspocus 3. */
export const MessageType = {
  sync: 0,
  awareness: 1,
  auth: 2,
  queryAwareness: 3,
  syncReply: 4,
  stateless: 5,
  close: 7,
  syncStatus: 8,
} as const

const SYNC_STEP_1 = 0
const SYNC_STEP_2 = 1

/** A message of a client, as far as the server needs to understand it. */
export type ClientMessage = { name: string } & (
  | { kind: 'auth'; token: string }
  | { kind: 'question' }
  /** Changes: an update, or the answer to the server's question for what it lacks. */
  | { kind: 'update'; update: Uint8Array; isAnswer: boolean }
  | { kind: 'presence'; states: PresenceState[] }
  | { kind: 'presence question' }
  | { kind: 'close' }
  /** Nothing that a client has to say to the server. */
  | { kind: 'other' }
)

export interface PresenceState {
  clientId: number
  clock: number
  /** JSON */
  state: string
}

/** The name of a document on the socket. */
export function nameOf(fileId: number): string {
  return `file_${fileId}`
}

/** @throws Refused document_update_refused for a damaged message */
export function readMessage(data: Uint8Array): ClientMessage {
  try {
    return parse(data)
  } catch {
    throw refusedUpdate()
  }
}

function parse(data: Uint8Array): ClientMessage {
  const decoder = decoding.createDecoder(data)
  const name = decoding.readVarString(decoder)
  switch (decoding.readVarUint(decoder)) {
    case MessageType.auth: {
      decoding.readVarUint(decoder)
      return { name, kind: 'auth', token: decoding.readVarString(decoder) }
    }
    case MessageType.sync:
    case MessageType.syncReply: {
      const step = decoding.readVarUint(decoder)
      if (step === SYNC_STEP_1) {
        // The state vector of the client: pairs of numbers.
        const vector = decoding.createDecoder(decoding.readVarUint8Array(decoder))
        for (let left = 2 * decoding.readVarUint(vector); left > 0; left -= 1) decoding.readVarUint(vector)
        return { name, kind: 'question' }
      }
      return { name, kind: 'update', update: decoding.readVarUint8Array(decoder), isAnswer: step === SYNC_STEP_2 }
    }
    case MessageType.awareness:
      return { name, kind: 'presence', states: readStates(decoding.readVarUint8Array(decoder)) }
    case MessageType.queryAwareness:
      return { name, kind: 'presence question' }
    case MessageType.close:
      return { name, kind: 'close' }
    default:
      return { name, kind: 'other' }
  }
}

function readStates(data: Uint8Array): PresenceState[] {
  const decoder = decoding.createDecoder(data)
  const states: PresenceState[] = []
  for (let left = decoding.readVarUint(decoder); left > 0; left -= 1) {
    const clientId = decoding.readVarUint(decoder)
    const clock = decoding.readVarUint(decoder)
    states.push({ clientId, clock, state: decoding.readVarString(decoder) })
  }
  return states
}

/** A message that tells where a reader is. */
export function presenceMessage(name: string, { clientId, clock, state }: PresenceState): Uint8Array {
  const states = encoding.createEncoder()
  encoding.writeVarUint(states, 1)
  encoding.writeVarUint(states, clientId)
  encoding.writeVarUint(states, clock)
  encoding.writeVarString(states, state)
  const message = encoding.createEncoder()
  encoding.writeVarString(message, name)
  encoding.writeVarUint(message, MessageType.awareness)
  encoding.writeVarUint8Array(message, encoding.toUint8Array(states))
  return encoding.toUint8Array(message)
}

/** Tells a client whether its last changes are stored. */
export function statusMessage(name: string, isStored: boolean): Uint8Array {
  const message = encoding.createEncoder()
  encoding.writeVarString(message, name)
  encoding.writeVarUint(message, MessageType.syncStatus)
  encoding.writeVarUint(message, isStored ? 1 : 0)
  return encoding.toUint8Array(message)
}

/** A message of the server beside the document. */
export function statelessMessage(name: string, payload: object): Uint8Array {
  const message = encoding.createEncoder()
  encoding.writeVarString(message, name)
  encoding.writeVarUint(message, MessageType.stateless)
  encoding.writeVarString(message, JSON.stringify(payload))
  return encoding.toUint8Array(message)
}

/** Whether a message of the server tells where readers are. */
export function isPresence(data: Uint8Array): boolean {
  const decoder = decoding.createDecoder(data)
  decoding.readVarString(decoder)
  return decoding.readVarUint(decoder) === MessageType.awareness
}

/** Whether an error says why a connection is closed. */
export function isCloseReason(code: string): code is DocumentCloseReason {
  return Object.hasOwn(documentCloseCodes, code)
}
