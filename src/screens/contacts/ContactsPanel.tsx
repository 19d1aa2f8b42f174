import { useState } from 'react'
import { WordsContext } from '@/components/ui/context'
import type { ContactChoice } from '@/domain/contacts/contacts'
import { loadPeopleWords } from '@/i18n/contacts/load'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { chosenContactsOf } from '@/stores/contacts/ChosenContacts'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { ContactPicker } from './ContactPicker'

interface Props {
  choice: ContactChoice
  overlays: OverlayStore
  onClose(): void
}

/** The picker with its words; stores the choice where the opener reads it. */
export function ContactsPanel({ choice, overlays, onClose }: Props) {
  const app = useApp()
  const t = usePackageWords(loadPeopleWords)
  const [held] = useState(() => chosenContactsOf(app))
  const [chosen] = useState(() => held.of(choice))
  return (
    <WordsContext.Provider value={t}>
      <ContactPicker
        choice={choice}
        chosen={chosen}
        overlays={overlays}
        onDone={(contacts) => {
          held.put(choice, contacts)
          onClose()
        }}
        onClose={onClose}
      />
    </WordsContext.Provider>
  )
}
