import type { AuditDetail, AuditEvent } from '@/contract/audit'
import type { Db } from '../../database/connect'
import type { DirectoryRow } from '../../database/directoryTables'

/** A sync that changes the organisation, within its transaction. */
export interface Sync {
  db: Db
  at: Date
  directory: DirectoryRow
  /** null: by the schedule */
  userId: number | null
  links: 'keep' | 'close'
}

export interface SyncEvent {
  deed: AuditEvent
  detail: AuditDetail
}
