import type { Contact } from '@/contract/contacts'
import type { Item } from '@/contract/entities'
import type { ShareMode, ShareSettings } from '@/domain/shares/settings'

/** A share that was not made yet (AH-27). */
export interface ShareNote {
  mode: ShareMode
  message: string
  isVersionPinned: boolean
  /** `unsaved`: being edited on the page of permissions. */
  settings: Partial<Record<ShareMode | 'unsaved', ShareSettings>>
  receivers: readonly Contact[]
}

export const emptyNote: ShareNote = { mode: 'link', message: '', isVersionPinned: false, settings: {}, receivers: [] }

/** The key of a note: the shared items, in any order. */
export function noteKeyOf(items: readonly Pick<Item, 'typed_id'>[]): string {
  return items
    .map(({ typed_id }) => typed_id)
    .sort()
    .join()
}
