import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Icon } from '@/components/ui/Icon'
import '@/components/rows/Row.scss'
import type { RowPlace } from '@/components/lists/VirtualList'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import type { Contact } from '@/contract/contacts'
import { ContactPicture } from '@/components/rows/ContactPicture'
import { ContactText } from './ContactText'
import type { ContactRowsOf } from './useContactRows'
import '@/components/rows/rowCheck.scss'

interface Props extends ContactRowsOf, RowPlace {
  contact: Contact
  isFound: boolean
}

/** A contact that can be chosen by a tap. For a department only the circle chooses; the rest enters it. The face opens the card. */
export const ContactRow = observer(function ContactRow(props: Props) {
  const { contact, isFound, selection, onEnter, onCard, top, position, total } = props
  const t = useWords<'people'>()
  const isChosen = selection.has(contact.item_typed_id)
  const isShut = contact.disabled && !isChosen
  const check = <View className={classes('contact-check', isChosen && 'row-checked', isShut && 'contact-shut')} />
  const pick = {
    role: 'checkbox',
    'aria-checked': isChosen,
    'aria-disabled': isShut || undefined,
    onClick: () => selection.toggle(contact),
  }
  const text = <ContactText contact={contact} isFound={isFound} />
  return (
    <View
      className="row row-placed contact-row"
      style={{ top: `${top}px` }}
      role={position === undefined ? undefined : 'listitem'}
      aria-posinset={position}
      aria-setsize={total}
    >
      {contact.is_department && onEnter ? (
        <>
          <View className="contact-pick contact-only" aria-label={contact.name} {...pick}>
            {check}
          </View>
          <View className="contact-enter" onClick={() => onEnter(contact)}>
            {text}
            <Icon name="chevron-right" size={18} />
          </View>
        </>
      ) : (
        <View className="contact-pick" {...pick}>
          {check}
          {text}
        </View>
      )}
      <View
        className="contact-face"
        aria-label={t('contacts.card', { name: contact.name })}
        onClick={() => onCard(contact)}
      >
        <ContactPicture contact={contact} />
      </View>
    </View>
  )
})
