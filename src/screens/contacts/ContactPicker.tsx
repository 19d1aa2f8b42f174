import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Header } from '@/components/frame/Header'
import { IconButton } from '@/components/ui/IconButton'
import { SearchBar } from '@/components/fields/SearchBar'
import { TextButton } from '@/components/ui/TextButton'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import { useModal } from '@/components/sheets/useModal'
import { ContactSelection } from '@/stores/contacts/ContactSelection'
import { ContactBar } from './ContactBar'
import { ContactCardSheet } from './ContactCardSheet'
import { ContactLevel } from './ContactLevel'
import { ContactPath } from './ContactPath'
import { ContactSearchPanel } from './ContactSearchPanel'
import { EditSelected } from './EditSelected'
import { contactLevels } from './contactLevels'
import { useContactRows } from './useContactRows'
import type { Contact } from '@/contract/contacts'
import { sendsAtOnce, type ContactChoice } from '@/domain/contacts/contacts'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import '@/theme/lazyIcons.scss'
import './contacts.scss'

/** A picker of people (2§4). If `navigate.push({ page: 'people', choice })` opened it, `ChosenContacts` holds the choice. */
export interface ContactPickerProps {
  choice: ContactChoice
  /** The choice when it opens. */
  chosen: readonly Contact[]
  overlays: OverlayStore
  onDone(chosen: readonly Contact[]): void
  onClose(): void
}

/** Chooses people, departments and groups (2§4). Going back leaves a department, then closes; only confirming changes the choice. */
export const ContactPicker = observer(function ContactPicker(props: ContactPickerProps) {
  const { choice, chosen, overlays, onDone, onClose } = props
  const t = useWords<'people'>()
  const [selection] = useState(() => new ContactSelection(chosen))
  const levels = contactLevels(overlays.levels)
  const ref = useModal(() => (overlays.levels.length > 0 ? void overlays.closeTop() : onClose()))
  const rows = useContactRows(choice, selection, overlays)
  const title = t(`contacts.title.${choice.mode}`)
  const isSearching = overlays.valueFor('contactsearch') !== undefined
  const card = overlays.valueFor('card')
  const does = sendsAtOnce(choice, selection.contacts) ? 'send' : 'confirm'
  const confirm = (
    <TextButton
      label={selection.count > 0 ? t(`contacts.${does}`, { n: selection.count }) : t('contacts.confirmNone')}
      disabled={selection.count === 0 && chosen.length === 0}
      // A page of the mini-program is left only once nothing lies over it.
      onPress={() => void overlays.close('contactsearch').then(() => onDone(selection.contacts))}
    />
  )
  return (
    <View ref={ref} className="contacts" role="dialog" aria-modal aria-label={title}>
      <Header
        title={title}
        leading={<IconButton icon="x" label={t('action.close')} onPress={onClose} />}
        trailing={confirm}
      />
      <SearchBar search={{ placeholder: t('contacts.search'), onOpen: () => overlays.show('contactsearch') }} />
      <ContactPath levels={levels} overlays={overlays} />
      <View className="contacts-levels">
        {levels.map(({ key, place }, index) => (
          <View key={key} className={classes('contacts-level', index < levels.length - 1 && 'contacts-hidden')}>
            <ContactLevel place={place} {...rows} />
          </View>
        ))}
      </View>
      <ContactBar selection={selection} overlays={overlays} />
      {isSearching && <ContactSearchPanel {...rows} confirm={confirm} />}
      {overlays.valueFor('editselected') && <EditSelected selection={selection} overlays={overlays} />}
      {card && <ContactCardSheet key={card} id={card} {...rows} />}
    </View>
  )
})
