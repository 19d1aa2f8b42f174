import type { Contact } from '@/contract/contacts'
import type { Item } from '@/contract/entities'
import type { ShareMode, ShareSettings } from '@/domain/shares/settings'

/** A share that was begun and not made (AH-27). */
export interface ShareNote {
  mode: ShareMode
  message: string
  isVersionPinned: boolean
  /** `unsaved`: being changed on the page of permissions. */
  settings: Partial<Record<ShareMode | 'unsaved', ShareSettings>>
  receivers: readonly Contact[]
}

export const emptyNote: ShareNote = { mode: 'link', message: '', isVersionPinned: false, settings: {}, receivers: [] }

/** What a note is found by: what is shared, in whatever order it was chosen. */
export function noteKeyOf(items: readonly Pick<Item, 'typed_id'>[]): string {
  return items
    .map(({ typed_id }) => typed_id)
    .sort()
    .join()
}
