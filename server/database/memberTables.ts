import type { ColumnType } from 'kysely'
import type { Role } from '@/contract/entities'

type Defaulted<T> = ColumnType<T, T | undefined, T>
type Identity = ColumnType<number, never, never>

/** The tables of collaborators, as migration 039 leaves them. */
export interface CollabTables {
  collabs: CollabTable
  /** An invitation in somebody's message from who invited them. */
  collab_notices: {
    id: Identity
    message_id: number
    /** null: withdrawn, refused or over */
    collab_id: Defaulted<number | null>
    /** null: purged */
    item_id: Defaulted<number | null>
    item_name: string
    /** Of whose invitation it is; null: their own */
    collab_type: Defaulted<'group' | 'department' | null>
    group_name: Defaulted<string>
    invitation_message: Defaulted<string>
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
  inviter_id: number | null
  message: Defaulted<string>
  /** When it was made, or sent once more. */
  invited_at: Defaulted<Date>
  /** When it runs out unless it is accepted; null = never */
  expires_at: Defaulted<Date | null>
  created_at: Defaulted<Date>
}
