import type { EntryInArchive } from '@/domain/previews/archive'

/** The file, version or archive entry that a preview shows. */
export interface PreviewTarget {
  fileId: number
  /** Id of a version that is not the current one. */
  versionId?: number
  /** An entry, where the file is an archive. */
  file?: EntryInArchive
}
