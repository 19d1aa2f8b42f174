import type { DocumentHolder } from '../../crypto/signedAddresses'
import type { OpenDocument } from '../../services/documents/opening'
import type { PresenceFilter } from './PresenceFilter'
import type { Room } from './Room'

/** A token's holder, with what they may do now. */
export interface Member {
  holder: DocumentHolder
  opened: OpenDocument
  room: Room
  presence: PresenceFilter | null
}
