import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Empty } from '@/components/frame/Empty'
import { Header } from '@/components/frame/Header'
import { IconButton } from '@/components/ui/IconButton'
import '@/components/rows/Row.scss'
import { TextButton } from '@/components/ui/TextButton'
import { VirtualList, type RowPlace } from '@/components/lists/VirtualList'
import { useWords } from '@/components/ui/context'
import { useModal } from '@/components/sheets/useModal'
import type { Contact } from '@/contract/contacts'
import { useApp } from '@/screens/app/AppContext'
import { ContactSelection } from '@/stores/contacts/ContactSelection'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { ContactPicture } from '@/components/rows/ContactPicture'
import { ContactText } from './ContactText'

interface Props {
  selection: ContactSelection
  overlays: OverlayStore
}

/** Lets the user remove contacts from a draft of the selection. Saving applies the draft; going back discards it (CONT-04). */
export const EditSelected = observer(function EditSelected({ selection, overlays }: Props) {
  const app = useApp()
  const t = useWords<'people'>()
  const [draft] = useState(() => new ContactSelection(selection.contacts))
  const close = () => void overlays.close('editselected')
  const ref = useModal(close)
  // After a reload the selection is empty.
  const isIdle = selection.count === 0
  useEffect(() => {
    if (isIdle) void overlays.close('editselected')
  }, [isIdle, overlays])
  const save = () => {
    selection.replace(draft.contacts)
    close()
  }
  return (
    <View ref={ref} className="contacts-edit" role="dialog" aria-modal aria-label={t('contacts.editTitle')}>
      <Header
        title={t('contacts.editTitle')}
        onBack={close}
        trailing={<TextButton label={t('contacts.save')} disabled={draft.count === selection.count} onPress={save} />}
      />
      <View className="contacts-levels">
        {draft.count === 0 ? (
          <Empty icon="users" title={t('contacts.emptied.title')} text={t('contacts.emptied.text')} />
        ) : (
          <VirtualList
            rows={draft.contacts}
            label={t('contacts.editTitle')}
            inOrder={app.platform.name === 'h5'}
            renderRow={(contact, place) => <EditedRow contact={contact} draft={draft} {...place} />}
          />
        )}
      </View>
    </View>
  )
})

interface RowProps extends RowPlace {
  contact: Contact
  draft: ContactSelection
}

function EditedRow({ contact, draft, top, position, total }: RowProps) {
  const t = useWords<'people'>()
  return (
    <View
      className="row row-placed contact-edited"
      style={{ top: `${top}px` }}
      role={position === undefined ? undefined : 'listitem'}
      aria-posinset={position}
      aria-setsize={total}
    >
      <ContactPicture contact={contact} />
      <ContactText contact={contact} isFound />
      <IconButton icon="x" label={t('contacts.remove', { name: contact.name })} onPress={() => draft.toggle(contact)} />
    </View>
  )
}
