import { observer } from 'mobx-react'
import { useEffect, useRef, useState } from 'react'
import { Header } from '@/components/frame/Header'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { type MessageFilter, strippedAddress } from '@/domain/messages/messages'
import { needLazyWords } from '@/i18n/lazy/load'
import { useApp } from '@/screens/app/AppContext'
import { FootBar } from '@/screens/page/FootBar'
import { PageScreen } from '@/screens/page/PageScreen'
import { useLiveStore } from '@/screens/page/usePage'
import { useDisposable } from '@/screens/app/useDisposable'
import { messagesOf } from '@/stores/messages/MessageStore'
import { PushStore } from '@/stores/push/PushStore'
import { Panels } from '../panels/Panels'
import { KindMenu } from './KindMenu'
import { MessageList } from './MessageList'
import { MessageMenu } from './MessageMenu'
import { PushSheet } from '../push/PushSheet'

/** ms between two polls where no stream reports changes */
const LOOK = 30_000

/** The message centre (2§2). */
export const MessageScreen = observer(function MessageScreen({ first }: { first: MessageFilter }) {
  const app = useApp()
  const t = useWords<'message'>()
  const [messages] = useState(() => messagesOf(app))
  const [outside] = useState(() => new PushStore(app))
  const overlays = useDisposable(() => app.createOverlays())
  const { platform, session } = app
  useEffect(needLazyWords, [])
  useStrippedAddress()

  // After another sign-in the chosen filter stays.
  const wanted = useRef<MessageFilter | undefined>(first)
  const isIn = session.phase === 'signedIn'
  useEffect(() => {
    if (isIn) void messages.open(wanted.current)
    if (isIn) void outside.load()
    if (isIn) wanted.current = undefined
  }, [isIn, messages, outside])
  const live = useLiveStore()
  useEffect(() => live?.watch({ name: '', interval: LOOK, changed: () => messages.renew() }), [live, messages])
  useEffect(
    () =>
      platform.onShow(() => {
        if (session.phase === 'signedIn' && messages.phase !== 'loading') void messages.open()
      }),
    [platform, session, messages],
  )

  const kind = t(`messages.kind.${messages.filter}`)
  const isChoosing = overlays.valueFor('kinds') !== undefined
  return (
    <PageScreen
      open={overlays}
      header={
        <Header
          title={kind}
          titleLabel={t('messages.choose', { kind })}
          expanded={isChoosing}
          onTitle={() => (isChoosing ? void overlays.close('kinds') : overlays.show('kinds'))}
          onBack={() => void platform.navigate.back()}
          trailing={
            messages.hasUnread && (
              <TextButton tone="plain" label={t('messages.markAll')} onPress={() => void messages.markAllRead()} />
            )
          }
        />
      }
      overlays={
        <>
          <FootBar present="messages" />
          {isChoosing && (
            <KindMenu
              messages={messages}
              onPush={outside.known?.is_possible ? () => overlays.show('outside') : undefined}
              onClose={() => overlays.close('kinds')}
            />
          )}
          {overlays.valueFor('outside') !== undefined && (
            <PushSheet outside={outside} onClose={() => void overlays.close('outside')} />
          )}
          <MessageMenu messages={messages} overlays={overlays} />
          <Panels overlays={overlays} />
        </>
      }
    >
      <MessageList messages={messages} onMore={(id) => overlays.show('message', id)} />
    </PageScreen>
  )
})

/** On creation, removes from the browser's address what does not belong to the message centre (RT-08). */
export function useStrippedAddress() {
  const { name, navigate } = useApp().platform
  useEffect(() => {
    const address = navigate.here()
    const stripped = strippedAddress(address)
    if (name === 'h5' && stripped !== address) void navigate.resume(stripped)
  }, [name, navigate])
}
