import type { Message } from '@/api/Message'
import type { DocumentCloseReason, DocumentReadReason } from '@/contract/documents'
import type { DocumentSession } from './DocumentSession'

/** Why a document is not shown. `elsewhere`: another editor shows it. `message`: the server's words, or why there was no answer. */
export type Ending =
  { kind: 'closed'; reason: DocumentCloseReason } | { kind: 'failed'; message: Message } | { kind: 'elsewhere' }

/** What the server has not stored, and why. */
export interface Lost {
  text: string
  reason: DocumentCloseReason | DocumentReadReason | null
  /** The copy that has the text; null for a text of an earlier page. */
  session: DocumentSession | null
}
