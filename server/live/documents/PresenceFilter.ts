import type { DocumentPerson } from '@/contract/documents'
import { DOCUMENT_PRESENCE_LIMIT } from '@/domain/documents/bounds'
import type { PresenceState } from './messages'

/**
 * Lets a client tell only about itself, under its own name. A provider repeats what it hears about others; that is dropped.
 */
export class PresenceFilter {
  /** The client's own id in the document; null until it tells. */
  private own: number | null = null

  /**
   * @param person whose client it is
   * @param isTaken whether another connection has this id
   */
  constructor(
    private readonly person: DocumentPerson,
    private readonly isTaken: (clientId: number) => boolean,
  ) {}

  get clientId(): number | null {
    return this.own
  }

  /** What the others may hear; null for nothing. */
  accept(states: readonly PresenceState[]): PresenceState | null {
    const state = states.find(({ clientId }) => (this.own === null ? !this.isTaken(clientId) : clientId === this.own))
    if (state === undefined || state.state.length > DOCUMENT_PRESENCE_LIMIT) return null
    const fields = parsed(state.state)
    if (fields === undefined) return null
    this.own = state.clientId
    return { ...state, state: JSON.stringify(fields === null ? null : { ...fields, user: this.person }) }
  }
}

/** null: the client leaves; undefined: no state of a client */
function parsed(text: string): object | null | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
