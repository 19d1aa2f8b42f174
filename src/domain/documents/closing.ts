import type { DocumentCloseReason } from '@/contract/documents'
import type { ErrorCode } from '@/contract/errorCodes'

/**
 * What helps after the server closed the connection to a document. `again`: connecting again. `askAccess`: another token. `discard`: throwing away
 * the changes that the server has not acknowledged. `end`: nothing.
 */
export type AfterClosing = 'again' | 'askAccess' | 'discard' | 'end'

/** WebSocket's own code for a message over the limit. */
const TOO_LARGE = 1009

/** By the code of the close event (contract/documents). */
const byCode: Record<number, AfterClosing> = {
  4401: 'askAccess',
  4403: 'end',
  4413: 'discard',
  4422: 'discard',
  [TOO_LARGE]: 'discard',
}

export function afterClosing(code: number): AfterClosing {
  return byCode[code] ?? 'again'
}

/** The reasons after which nothing helps. */
const endings: readonly (ErrorCode | undefined)[] = [
  'permission_denied',
  'item_not_found',
  'item_is_deleted',
  'not_support',
  'encrypt_yiqixie',
] satisfies DocumentCloseReason[]

/** Whether a refusal means that the user may not see the document any longer. */
export function endsDocument(code: ErrorCode | undefined): code is DocumentCloseReason {
  return endings.includes(code)
}

/** Why the server closed a connection; null where it gave no reason, as when the network breaks. */
export function closingReason(code: number, reason: string): DocumentCloseReason | null {
  if (code === TOO_LARGE) return 'document_update_too_large'
  return code >= 4400 ? (reason as DocumentCloseReason) : null
}
