import { useState } from 'react'
import type { Contact } from '@/contract/contacts'
import { kindOf, type ContactChoice } from '@/domain/contacts/contacts'
import type { ContactSelection } from '@/stores/contacts/ContactSelection'
import type { OverlayStore } from '@/stores/app/OverlayStore'

/** Properties and actions of a picker's rows. */
export interface ContactRowsOf {
  choice: ContactChoice
  selection: ContactSelection
  overlays: OverlayStore
  /**
   * Absent when choosing whom to mention: that list already contains the members of every department, so nobody needs to enter one.
   */
  onEnter?(department: Contact): void
  onCard(contact: Contact): void
}

/** The properties of a picker's rows. Returns the same functions on every render. */
export function useContactRows(
  choice: ContactChoice,
  selection: ContactSelection,
  overlays: OverlayStore,
): ContactRowsOf {
  const [rows] = useState<ContactRowsOf>(() => ({
    choice,
    selection,
    overlays,
    onCard: ({ item_typed_id }) => overlays.show('card', item_typed_id),
    ...(choice.mode !== 'mention' && {
      onEnter: ({ item_typed_id, name }) => {
        if (kindOf(item_typed_id) !== 'department') return
        void overlays.close('contactsearch').then(() => overlays.enter(item_typed_id, name))
      },
    }),
  }))
  return rows
}
