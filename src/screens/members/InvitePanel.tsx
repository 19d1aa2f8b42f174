import { observer } from 'mobx-react'
import { Textarea, View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { ContactPicture } from '@/components/rows/ContactPicture'
import { Button } from '@/components/ui/Button'
import { Header } from '@/components/frame/Header'
import { Icon } from '@/components/ui/Icon'
import { Sheet } from '@/components/sheets/Sheet'
import { TextButton } from '@/components/ui/TextButton'
import { VirtualList, type RowPlace } from '@/components/lists/VirtualList'
import { useWords } from '@/components/ui/context'
import { useModal } from '@/components/sheets/useModal'
import type { Contact, ContactId } from '@/contract/contacts'
import { INVITE_CLOSE_DELAY, INVITE_MESSAGE_MAX_LENGTH } from '@/domain/limits'
import { codePointLength } from '@/domain/text/codePoints'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { InviteDraft } from '@/stores/members/InviteDraft'
import type { MemberList } from '@/stores/members/MemberList'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { Texts } from './MemberRows'
import { RoleList } from './RoleList'
import { useLater } from './useLater'

interface Props {
  list: MemberList
  overlays: OverlayStore
  onInvited(): void
}

/** In the address of the sheet of roles: for everybody. */
const EVERYBODY = 'all'

/** Invites people, departments and groups into a folder, each with a role (COLL-02); input is stored until it is sent. */
export const InvitePanel = observer(function InvitePanel({ list, overlays, onInvited }: Props) {
  const app = useApp()
  const t = useWords<'members'>()
  const { navigate } = app.platform
  const draft = useDisposable(() => new InviteDraft(app, list.folderId, list.role))
  const close = () => void overlays.close('invite')
  const ref = useModal(close)
  const choose = () => void navigate.push({ page: 'people', choice: draft.choice })
  const { contacts } = draft
  useChoosingFirst(contacts.length === 0, choose)
  useRestoredNotice(draft)
  const [isDone, setDone] = useState(false)
  const later = useLater()

  const send = async () => {
    const outcome = await draft.send()
    if (outcome === 'none') return
    setDone(true)
    onInvited()
    later(close, outcome === 'partial' ? undefined : INVITE_CLOSE_DELAY)
  }
  return (
    <View ref={ref} className="members" role="dialog" aria-modal aria-label={t('invite.title')}>
      <Header
        title={t('invite.title')}
        onBack={close}
        trailing={
          contacts.length > 0 && <TextButton tone="plain" label={t('invite.discard')} onPress={() => draft.discard()} />
        }
      />
      <View className="contacts-levels">
        <VirtualList
          rows={contacts}
          label={t('invite.title')}
          inOrder={app.platform.name === 'h5'}
          top={<Above draft={draft} onAdd={choose} onRole={() => overlays.show('collabLevel', EVERYBODY)} />}
          renderRow={(contact, place) => (
            <Invited
              contact={contact}
              place={place}
              draft={draft}
              onRole={() => overlays.show('collabLevel', contact.item_typed_id)}
            />
          )}
        />
      </View>
      <View className="members-foot">
        <Button
          label={t('invite.send')}
          disabled={contacts.length === 0 || draft.isMessageTooLong || isDone}
          loading={draft.isSending}
          onPress={() => void send()}
        />
      </View>
      <RoleSheet draft={draft} overlays={overlays} />
    </View>
  )
})

/** Opens the picker first, once, because nobody is chosen yet. */
function useChoosingFirst(isNobody: boolean, choose: () => void) {
  const [isFirst] = useState(isNobody)
  useEffect(() => {
    if (isFirst) choose()
    // Once; `choose` is a new function on every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isFirst])
}

function useRestoredNotice({ isRestored }: InviteDraft) {
  const { feedback } = useApp()
  const t = useWords<'members'>()
  const text = t('invite.restored')
  useEffect(() => {
    if (isRestored && text) feedback.toast({ text })
  }, [isRestored, text, feedback])
}

interface AboveProps {
  draft: InviteDraft
  onAdd(): void
  onRole(): void
}

/** The message, a button to add people, and the common role. */
const Above = observer(function Above({ draft, onAdd, onRole }: AboveProps) {
  const t = useWords<'members'>()
  const max = INVITE_MESSAGE_MAX_LENGTH
  const { commonRole, contacts, message } = draft
  return (
    <>
      <View className="invite-card">
        <Textarea
          className="invite-input"
          value={message}
          placeholder={t('invite.placeholder')}
          placeholderClass="field-placeholder"
          maxlength={-1}
          autoHeight
          cursorSpacing={120}
          nativeProps={{ 'aria-label': t('invite.message'), 'aria-invalid': draft.isMessageTooLong }}
          onInput={(event) => draft.setMessage(event.detail.value)}
        />
        <View className="invite-below">
          <View className="invite-error" role={draft.isMessageTooLong ? 'alert' : undefined}>
            {draft.isMessageTooLong ? t('invite.tooLong', { max }) : ''}
          </View>
          <View>{t('invite.count', { n: codePointLength(message), max })}</View>
        </View>
      </View>
      <View className="invite-line" onClick={onAdd}>
        <Icon name="plus" size={20} />
        <View className="invite-label">{t('invite.add')}</View>
      </View>
      {contacts.length > 1 && (
        <View className="invite-line" onClick={onRole}>
          <View className="invite-label">{t('invite.everybody')}</View>
          <View className="member-role">{commonRole ? t(`role.${commonRole}`) : t('invite.mixed')}</View>
          <Icon name="chevron-right" size={18} />
        </View>
      )}
      {contacts.length === 0 && <View className="member-note">{t('invite.nobody')}</View>}
    </>
  )
})

interface RowProps {
  contact: Contact
  place: RowPlace
  draft: InviteDraft
  onRole(): void
}

const Invited = observer(function Invited({ contact, place: { top, position, total }, draft, onRole }: RowProps) {
  const t = useWords<'members'>()
  const { name } = contact
  const role = t(`role.${draft.roleOf(contact.item_typed_id)}`)
  const n = contact.user_count
  const isMany = contact.is_group || contact.is_department
  return (
    <View
      className="row row-placed member-row"
      style={{ top: `${top}px` }}
      role={position === undefined ? undefined : 'listitem'}
      aria-posinset={position}
      aria-setsize={total}
    >
      <View className="invite-who">
        <ContactPicture contact={contact} />
        <Texts name={name} marks={[]} detail={isMany ? t('member.people', { n }) : contact.login} />
      </View>
      <View className="invite-role" aria-label={t('invite.role', { name, role })} onClick={onRole}>
        <View className="member-role">{role}</View>
        <Icon name="chevron-down" size={18} />
      </View>
      <View className="invite-drop" aria-label={t('invite.remove', { name })} onClick={() => draft.remove(contact)}>
        <Icon name="x" size={18} />
      </View>
    </View>
  )
})

/** Chooses a role; in an invitation that has no other effect (COLL-08). */
const RoleSheet = observer(function RoleSheet({ draft, overlays }: { draft: InviteDraft; overlays: OverlayStore }) {
  const t = useWords<'members'>()
  const value = overlays.valueFor('collabLevel')
  const id = value === EVERYBODY ? null : (value as ContactId)
  const isLost = value !== undefined && draft.contacts.length === 0
  useEffect(() => {
    if (isLost) void overlays.close('collabLevel')
  }, [isLost, overlays])
  if (value === undefined || isLost) return null
  const close = () => void overlays.close('collabLevel')
  return (
    <Sheet label={t('member.roles')} onClose={close}>
      <RoleList
        label={t('member.roles')}
        roles={draft.roles}
        chosen={id === null ? draft.commonRole : draft.roleOf(id)}
        onChoose={(role) => {
          draft.giveRole(id, role)
          close()
        }}
      />
    </Sheet>
  )
})
