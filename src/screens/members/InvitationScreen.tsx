import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Empty } from '@/components/frame/Empty'
import { Header } from '@/components/frame/Header'
import { Skeleton } from '@/components/ui/Skeleton'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import type { Reply } from '@/contract/api'
import { dateParts } from '@/domain/format/time'
import { NEVER_EXPIRES } from '@/domain/limits'
import { needLazyWords } from '@/i18n/lazy/load'
import { wordMoment } from '@/i18n/moment'
import { useApp } from '@/screens/app/AppContext'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { PageScreen } from '@/screens/page/PageScreen'
import { useDisposable } from '@/screens/app/useDisposable'
import { useFresh } from '@/screens/app/useFresh'
import { Invitation } from '@/stores/members/Invitation'
import '../contacts/contacts.scss'
import './members.scss'

/** An invitation: folder, inviter, role and message; to accept or refuse (COLL-05). */
export const InvitationScreen = observer(function InvitationScreen({ collabId }: { collabId: number }) {
  const app = useApp()
  const t = useWords<'members'>()
  const { navigate } = app.platform
  const [invitation] = useState(() => new Invitation(app, collabId))
  const overlays = useDisposable(() => app.createOverlays())
  useEffect(needLazyWords, [])
  useFresh(invitation)
  const { phase, answer, error } = invitation
  const home = () => void navigate.relaunch({ page: 'files', space: 'collab' })
  const open = (typedId: string) =>
    void navigate.replace({ page: 'files', space: 'folder', id: String(typedId.split('_')[1]) })
  const accept = async () => {
    const item = await invitation.join()
    if (item) open(item.typed_id)
  }
  const refuse = async () => {
    if (await invitation.refuse()) home()
  }
  return (
    <PageScreen
      open={overlays}
      header={<Header title={t('invitation.title')} onBack={() => void navigate.back()} />}
      footer={
        phase === 'ready' && answer ? (
          <View className="invitation-buttons">
            {invitation.isAccepted ? (
              <Button label={t('invitation.view')} onPress={() => open(answer.item.typed_id)} />
            ) : (
              <>
                <Button
                  tone="weak"
                  label={t('invitation.refuse')}
                  loading={invitation.answering === 'refusing'}
                  disabled={invitation.answering === 'accepting'}
                  onPress={() => void refuse()}
                />
                <Button
                  label={t('invitation.accept')}
                  loading={invitation.answering === 'accepting'}
                  disabled={invitation.answering === 'refusing'}
                  onPress={() => void accept()}
                />
              </>
            )}
          </View>
        ) : undefined
      }
    >
      {phase === 'loading' && <Skeleton rows={4} />}
      {phase === 'gone' && (
        <Empty
          icon="users"
          title={t('invitation.gone.title')}
          text={t('invitation.gone.text')}
          action={t('invitation.gone.action')}
          onAction={home}
        />
      )}
      {phase === 'failed' && <LoadFailed error={error} onRetry={() => void invitation.load()} />}
      {phase === 'ready' && answer && <Told answer={answer} isAccepted={invitation.isAccepted} />}
    </PageScreen>
  )
})

interface ToldProps {
  answer: Reply<'GET /apps/collabs/get'>
  isAccepted: boolean
}

/** Large text makes it scroll, and it contains nothing focusable. */
const forKeyboard = { tabIndex: 0 }

const Told = observer(function Told({ answer: { collab, item, invitation_message: words }, isAccepted }: ToldProps) {
  const { clock } = useApp().platform
  const t = useWords<'members'>()
  const role = collab.unaccepted_role ?? collab.final_role
  const inviter = collab.invited?.inviter
  const expires = collab.invited?.expires ?? NEVER_EXPIRES
  const date = wordMoment(dateParts(expires, clock.now() / 1000, clock.zone()), t)
  const invites = inviter ? t('invitation.text', { name: inviter.name }) : t('invitation.plain')
  return (
    <View className="member-body" {...forKeyboard}>
      <View className="contact-head">
        <Tile group="invited_collab" label="" large />
        <View className="contact-title" role="heading" aria-level={2}>
          {item.name}
        </View>
        <View className="member-belongs">{isAccepted ? t('invitation.accepted') : invites}</View>
      </View>
      {words && <View className="invitation-words">{words}</View>}
      {role && (
        <View className="role-list">
          <View className="role">
            <View className="role-texts">
              <View className="role-does">{t('invitation.role')}</View>
              <View className="role-name">{t(`role.${role}`)}</View>
              <View className="role-does">{t(`member.does.${role}`)}</View>
            </View>
          </View>
          {!isAccepted && (
            <View className="role">
              <View className="role-texts">
                <View className="role-does">{t('invitation.until')}</View>
                <View className="role-name">{expires === NEVER_EXPIRES ? t('invitation.forever') : date}</View>
              </View>
            </View>
          )}
        </View>
      )}
    </View>
  )
})
