import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import type { ContactSelection } from '@/stores/contacts/ContactSelection'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { ContactPicture } from '@/components/rows/ContactPicture'

interface Props {
  selection: ContactSelection
  overlays: OverlayStore
  /** The button that ends choosing, where the bar lies below a search field, above the keyboard. */
  confirm?: ReactNode
}

/** The chosen contacts, and a button to edit them. */
export const ContactBar = observer(function ContactBar({ selection, overlays, confirm }: Props) {
  const t = useWords<'people'>()
  const { count, first, peopleCount: n } = selection
  const text =
    count === 0
      ? t('contacts.nothingChosen')
      : count === n
        ? t('contacts.chosenPeople', { n })
        : t('contacts.chosen', { count, n })
  return (
    <View className={confirm ? 'contacts-bar contacts-bar-top' : 'contacts-bar'}>
      {first.length > 0 && (
        <View className="contacts-faces">
          {first.map((contact) => (
            <View key={contact.item_typed_id} className="contacts-each">
              <ContactPicture contact={contact} />
            </View>
          ))}
        </View>
      )}
      <View className="contacts-count" role="status">
        {text}
      </View>
      {count > 0 && <TextButton label={t('contacts.edit')} onPress={() => overlays.show('editselected')} />}
      {confirm}
    </View>
  )
})
