import type { Selectable } from 'kysely'
import type { Defaulted } from './columns'

export interface DocumentTables {
  documents: DocumentTable
  /** Updates that the state does not contain yet. */
  document_updates: { item_id: number; sequence: number; bytes: Buffer }
  office_locks: OfficeLockTable
  /** Pictures in texts, by the item that owns them. */
  document_pictures: {
    item_id: number
    /** Names the picture in the text, and in every copy of the text. */
    key: string
    body_id: number
    media_type: 'image/jpeg' | 'image/png'
    /** bytes */
    size: number
    created_at: Date
  }
  /** The pictures that a version names, by the version's body. */
  version_pictures: { body_id: number; key: string }
}

/** The lock of the office service on a file. */
export interface OfficeLockTable {
  item_id: number
  /** The service's own text, by which it recognises its lock. */
  lock: string
  /** The user for whom the service took the lock. */
  user_id: number
  expires_at: Date
}

/** A document that several people edit. */
export interface DocumentTable {
  item_id: number
  /** A Yjs state; it contains the updates up to `folded`. */
  state: Buffer
  /** The number of the newest update. */
  sequence: Defaulted<number>
  folded: Defaulted<number>
  /** The number of the newest update that a version contains. */
  versioned: Defaulted<number>
  /** bytes of the state and of the updates after it */
  size: number
  /** null: nobody has written yet */
  changed_at: Date | null
  changed_by: number | null
  versioned_at: Date
}

export type DocumentRow = Selectable<DocumentTable>
