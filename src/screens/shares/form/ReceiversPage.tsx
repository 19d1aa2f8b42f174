import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { ContactPicture } from '@/components/rows/ContactPicture'
import { Header } from '@/components/frame/Header'
import { IconButton } from '@/components/ui/IconButton'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { useModal } from '@/components/sheets/useModal'
import type { Contact } from '@/contract/contacts'
import type { Words } from '@/i18n/words'
import type { ShareDraft } from '@/stores/shares/ShareDraft'

interface Props {
  draft: ShareDraft
  onAdd(): void
  onClose(): void
}

/** The receivers of a share, each with a button to remove them. */
export const ReceiversPage = observer(function ReceiversPage({ draft, onAdd, onClose }: Props) {
  const t = useWords<'share'>()
  const ref = useModal(onClose)
  return (
    <View ref={ref} className="permissions" role="dialog" aria-modal aria-label={t('share.people.title')}>
      <Header
        title={t('share.people.title')}
        onBack={onClose}
        trailing={<TextButton label={t('share.people.add')} onPress={onAdd} />}
      />
      <View className="permissions-body">
        {draft.receivers.length === 0 ? (
          <View className="receivers-none">{t('share.people.none')}</View>
        ) : (
          <View className="share-group" role="list">
            {draft.receivers.map((contact) => (
              <View key={contact.item_typed_id} className="share-cell" role="listitem">
                <View className="share-cell-line">
                  <ContactPicture contact={contact} />
                  <View className="share-cell-texts receivers-texts">
                    <View className="share-cell-label">{contact.name}</View>
                    <View className="share-cell-note">{aboutOf(contact, t)}</View>
                  </View>
                  <IconButton
                    icon="x"
                    label={t('share.people.remove', { name: contact.name })}
                    onPress={() => draft.removeReceiver(contact)}
                  />
                </View>
              </View>
            ))}
          </View>
        )}
      </View>
    </View>
  )
})

function aboutOf(
  { is_department: isDepartment, is_group: isGroup, user_count: n, place, login }: Contact,
  t: Words<'share'>,
) {
  return isDepartment || isGroup ? t('share.people.members', { n }) : place || login
}
