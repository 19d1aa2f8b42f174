import type { Role } from '@/contract/entities'
import type { AccessRequestState, AskedRole } from '@/contract/members/accessRequests'
import type { Defaulted, Identity } from './columns'

/** The tables of collaborators. */
export interface CollabTables {
  collabs: CollabTable
  /** Requests for access; one per person and item. */
  access_requests: {
    id: Identity
    asker_id: number
    item_id: number
    state: Defaulted<Exclude<AccessRequestState, 'expired'>>
    /** The role that the asker wishes for. */
    role: AskedRole
    message: Defaulted<string>
    /** When the request was made, made again, or decided. */
    changed_at: Date
  }
  /** An invitation listed in the message that its receiver got from the inviter. */
  collab_notices: {
    id: Identity
    message_id: number
    /** null: withdrawn, declined or expired */
    collab_id: Defaulted<number | null>
    /** null: purged */
    item_id: Defaulted<number | null>
    item_name: string
    /** The kind of group that was invited; null for an invitation of the user alone */
    collab_type: Defaulted<'group' | 'department' | null>
    group_name: Defaulted<string>
    invitation_message: Defaulted<string>
    /** The user had asked for access. */
    is_granted: Defaulted<boolean>
    is_read: Defaulted<boolean>
    is_refused: Defaulted<boolean>
    updated_at: Date
  }
}

export interface CollabTable {
  id: Identity
  item_id: number
  user_id: number | null
  group_id: number | null
  role: Role
  accepted: Defaulted<boolean>
  /** The role adds to what the user has otherwise; false: the role replaces it. */
  is_added: Defaulted<boolean>
  inviter_id: number | null
  message: Defaulted<string>
  /** When the invitation was sent, or sent again. */
  invited_at: Defaulted<Date>
  /** When an unanswered invitation expires; null = never */
  expires_at: Defaulted<Date | null>
  created_at: Defaulted<Date>
}
