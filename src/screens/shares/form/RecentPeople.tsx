import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { ContactPicture } from '@/components/rows/ContactPicture'
import { Icon } from '@/components/ui/Icon'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import type { Contact } from '@/contract/contacts'
import { ownPlaceOf } from '@/domain/contacts/contacts'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import type { QuickSend, QuickSendWords } from '@/stores/shares/QuickSend'
import type { ShareDraft } from '@/stores/shares/ShareDraft'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { Cell } from './Cell'
import { wordSummary } from './wordSummary'

interface Props {
  draft: ShareDraft
  quick: QuickSend
  overlays: OverlayStore
}

/** Colleagues to whom one tap sends the items, above the other ways to share (AH-48). Not shown where colleagues cannot be sent anything. */
export const RecentPeople = observer(function RecentPeople({ draft, quick, overlays }: Props) {
  const app = useApp()
  const t = useWords<'share'>()
  useEffect(() => quick.listen((contact) => wordsFor(contact, t)), [quick, t])
  const { sending } = draft
  if (!quick.isOffered) return null
  const title = t('share.quick.title')
  const showPermissions = () => {
    draft.setMode('colleagues')
    overlays.show(draft.policy.is_share_management ? 'changepermssm' : 'changeperms')
  }
  return (
    <View className="share-group share-quick" role="group" aria-label={title}>
      <View className="share-quick-head">
        <View className="share-quick-title" aria-hidden>
          {title}
        </View>
        <TextButton label={t('share.quick.choose')} onPress={() => quick.choose()} />
      </View>
      {quick.people.length > 0 ? (
        <View className="share-quick-people" role="list">
          {quick.people.map((contact) => (
            <Person key={contact.item_typed_id} contact={contact} quick={quick} />
          ))}
        </View>
      ) : null}
      <Cell
        label={t('share.quick.may')}
        note={wordSummary(sending, app.now() / 1000, app.platform.clock.zone(sending.due_time * 1000), t)}
        onPress={showPermissions}
      />
    </View>
  )
})

const Person = observer(function Person({ contact, quick }: { contact: Contact; quick: QuickSend }) {
  const t = useWords<'share'>()
  const { name } = contact
  const place = ownPlaceOf(contact)
  const isBusy = quick.isSendingTo(contact)
  return (
    <View className="share-quick-person" role="listitem">
      <ContactPicture contact={contact} />
      <View className="share-quick-name">{name}</View>
      {place ? <View className="share-quick-place">{place}</View> : null}
      {quick.hasSentTo(contact) ? (
        <View className="share-quick-act share-quick-done">
          <Icon name="check" size={16} />
          {t('share.quick.done')}
        </View>
      ) : (
        <View
          className="share-quick-act share-quick-send"
          role="button"
          aria-label={t('share.quick.sendTo', { name })}
          aria-busy={isBusy}
          onClick={() => void quick.send(contact, wordsFor(contact, t))}
        >
          {t('share.quick.send')}
        </View>
      )}
    </View>
  )
})

function wordsFor({ name }: Contact, t: Words<'share'>): QuickSendWords {
  return {
    sent: ({ state }) => ({ text: t(state === 'waiting' ? 'share.quick.waiting' : 'share.quick.sent', { name }) }),
    takenBack: { text: t('share.quick.takenBack', { name }) },
  }
}
