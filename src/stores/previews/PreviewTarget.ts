import type { EntryInArchive } from '@/domain/previews/archive'

/** What a preview shows. */
export interface PreviewTarget {
  fileId: number
  /** A version that is not the current one, by its id. */
  versionId?: number
  /** A file in it, where it is an archive. */
  file?: EntryInArchive
}
