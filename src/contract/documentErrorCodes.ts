/** Codes about documents that people edit together; most of them end a connection (documentCloseCodes). */
export type DocumentErrorCode =
  /** The token of a document is altered or expired, or its session ended. */
  | 'document_access'
  | 'document_outdated'
  | 'document_update_too_large'
  | 'document_too_large'
  | 'document_picture_unreadable'
  | 'document_picture_too_many'
  /** The update is damaged, or holds what no document of this kind holds. */
  | 'document_update_refused'
  | 'document_full'
  | 'document_too_often'
  | 'document_busy'
  | 'document_name_too_long'
  /** What a conversion would make is too large, or its source is. */
  | 'conversion_too_large'
  | 'conversion_book_too_large'
  /** The file is empty, damaged, or of another kind than its name says. */
  | 'conversion_failed'
  | 'conversion_encrypted'
  /** The file is made already, or nobody asked for it for a long time. */
  | 'conversion_ended'
