import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Sheet } from '@/components/sheets/Sheet'
import { Skeleton } from '@/components/ui/Skeleton'
import { useWords } from '@/components/ui/context'
import type { Contact, ContactId } from '@/contract/contacts'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { ContactCard } from '@/stores/contacts/ContactCard'
import { ContactPicture } from '@/components/rows/ContactPicture'
import type { ContactRowsOf } from './useContactRows'
import { marksOf } from './wordContact'

interface Props extends ContactRowsOf {
  id: string
}

/** A contact in full, and a button to choose it (CONT-03). */
export const ContactCardSheet = observer(function ContactCardSheet({ id, choice, selection, overlays }: Props) {
  const app = useApp()
  const t = useWords<'people'>()
  const [card] = useState(() => new ContactCard(app.api, choice, id as ContactId))
  useEffect(() => void card.load(), [card])
  const { contact, managers } = card
  return (
    <Sheet label={t('contacts.cardTitle')} onClose={() => void overlays.close('card')}>
      {card.phase === 'failed' ? (
        <LoadFailed error={card.error} onRetry={() => void card.load()} />
      ) : contact ? (
        <>
          <Head contact={contact} />
          {linesOf(contact, managers, t).map(([label, value]) => (
            <View key={label} className="contact-line">
              <View className="contact-label">{label}</View>
              <View className="contact-value">{value}</View>
            </View>
          ))}
          <View className="contact-choose">
            <Choose contact={contact} selection={selection} />
          </View>
        </>
      ) : (
        <Skeleton rows={4} />
      )}
    </Sheet>
  )
})

function Head({ contact }: { contact: Contact }) {
  const t = useWords<'people'>()
  return (
    <View className="contact-head">
      <ContactPicture contact={contact} />
      <View className="contact-title" role="heading" aria-level={2}>
        {contact.name}
      </View>
      <View className="contact-marks">
        {marksOf(contact, t).map((mark) => (
          <View key={mark} className="row-mark contact-mark">
            {mark}
          </View>
        ))}
      </View>
    </View>
  )
}

const Choose = observer(function Choose({ contact, selection }: { contact: Contact } & Pick<Props, 'selection'>) {
  const t = useWords<'people'>()
  const isChosen = selection.has(contact.item_typed_id)
  return (
    <Button
      tone={isChosen ? 'weak' : 'primary'}
      label={t(isChosen ? 'contacts.lose' : 'contacts.take')}
      disabled={contact.disabled && !isChosen}
      onPress={() => selection.toggle(contact)}
    />
  )
})

function linesOf(contact: Contact, managers: readonly string[], t: Words<'people'>): [string, string][] {
  const lines: [string, string][] = [
    [t('contacts.login'), contact.login],
    [t(contact.is_department ? 'contacts.above' : 'contacts.place'), contact.place],
    [
      t('contacts.members'),
      contact.is_group || contact.is_department ? t('contacts.people', { n: contact.user_count }) : '',
    ],
    [t('contacts.managers'), managers.join('、')],
  ]
  return lines.filter(([, value]) => value !== '')
}
