import type { FoundEntry } from '@/domain/uploads/folders'
import type { PickedFile } from './requests'

/** The contents of chosen or dropped files and folders. */
export interface FoundTree {
  entries: readonly FoundEntry<PickedFile>[]
  /** Paths that the browser could not read. */
  unreadable: readonly string[]
  /** Whether reading ended at the maximum of an upload. */
  isTooMany: boolean
}

/** Reads whole folders. Absent in the mini-program, which offers no folders. */
export interface FolderReader {
  /** Whether the browser's picker offers folders. */
  canPick: boolean
  /** Shows the picker; without entries if the user closes it. Call it within the user's tap. */
  pick(): Promise<FoundTree>
  /** Takes what a drop event holds. Call it within the event, which is empty afterwards. @param transfer its DataTransfer */
  take(transfer: object): () => Promise<FoundTree>
}
