import type { Contact } from '@/contract/contacts'
import type { ContactChoice } from '@/domain/contacts/contacts'
import type { OverlayStore } from '@/stores/app/OverlayStore'

/** A picker of people (2§4). Where it was opened by `navigate.push({ page: 'people', choice })`, `ChosenContacts` holds what was chosen. */
export interface ContactPickerProps {
  choice: ContactChoice
  /** Who is chosen when it opens. */
  chosen: readonly Contact[]
  overlays: OverlayStore
  onDone(chosen: readonly Contact[]): void
  onClose(): void
}
