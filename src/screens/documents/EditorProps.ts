import type { DocumentSession } from '@/stores/documents/DocumentSession'
import type { DocumentStore } from '@/stores/documents/DocumentStore'

/** Of the editor of each kind of document, whose code loads by itself. */
export interface EditorProps {
  store: DocumentStore
  session: DocumentSession
  /** Opens the comments beside the document. */
  onComments(): void
}
