import { observer } from 'mobx-react'
import { CustomWrapper, ScrollView, View } from '@tarojs/components'
import { useEffect } from 'react'
import { Button } from '@/components/Button'
import { Empty } from '@/components/Empty'
import { Header } from '@/components/Header'
import { IconButton } from '@/components/IconButton'
import { LoadFailed } from '@/components/LoadFailed'
import { Skeleton } from '@/components/Skeleton'
import { TextButton } from '@/components/TextButton'
import { saysWhole } from '@/domain/items/nameParts'
import { useWords } from '@/components/context'
import { MESSAGE_LOAD_MORE_DISTANCE } from '@/domain/limits'
import { needLazyWords } from '@/i18n/lazy/load'
import { useApp } from '@/screens/AppContext'
import { PageScreen } from '@/screens/page/PageScreen'
import { useDisposable } from '@/screens/useDisposable'
import { wordAgo } from '@/screens/wordAgo'
import { wordMessage } from '@/screens/wordMessage'
import { ChildMessages, type ChildRow } from '@/stores/messages/ChildMessages'
import { useFresh } from '../share/useFresh'
import { wordInvitation } from './wordNotice'

/** The invitations of one message: to take, to refuse, to look at (MSG-06). */
export const ChildScreen = observer(function ChildScreen({ messageId }: { messageId: number }) {
  const app = useApp()
  const t = useWords<'message'>()
  const children = useDisposable(() => new ChildMessages(app, messageId))
  const overlays = useDisposable(() => app.createOverlays())
  useEffect(needLazyWords, [])
  useFresh(children)
  return (
    <PageScreen
      open={overlays}
      header={<Header title={t('messages.child.title')} onBack={() => void app.platform.navigate.back()} />}
    >
      <Children list={children} />
    </PageScreen>
  )
})

const Children = observer(function Children({ list }: { list: ChildMessages }) {
  const t = useWords<'message'>()
  const { pages, phase, rows } = list
  const { footer, trouble } = pages
  if (phase === 'loading') return <Skeleton />
  if (phase === 'failed') {
    return <LoadFailed text={trouble ? wordMessage(trouble, t) : undefined} onRetry={() => void pages.retry()} />
  }
  if (phase === 'gone' || pages.isEmpty) {
    const words = phase === 'gone' ? ('gone' as const) : ('empty' as const)
    return <Empty icon="users" title={t(`messages.child.${words}.title`)} text={t(`messages.child.${words}.text`)} />
  }
  return (
    <ScrollView
      className="messages"
      scrollY
      lowerThreshold={MESSAGE_LOAD_MORE_DISTANCE}
      onScrollToLower={() => list.nearEnd()}
      refresherEnabled
      refresherTriggered={pages.isRefreshing}
      refresherBackground="transparent"
      onRefresherRefresh={() => void pages.refresh()}
    >
      <View role="list" aria-label={t('messages.child.list')}>
        <CustomWrapper>
          {rows.map((row) => (
            <Child key={row.typed_id} row={row} list={list} />
          ))}
        </CustomWrapper>
      </View>
      <View className="messages-foot">
        {footer === 'loading' && <View role="status">{t('list.loading')}</View>}
        {footer === 'failed' && <TextButton label={t('list.loadFailed')} onPress={() => void pages.retry()} />}
      </View>
    </ScrollView>
  )
})

/** One invitation, and what can be done with it: taken or refused, looked at once it is taken; else why neither. */
const Child = observer(function Child({ row, list }: { row: ChildRow; list: ChildMessages }) {
  const app = useApp()
  const t = useWords<'message'>()
  const { item_name: name, item_typed_id: typedId } = row
  const state = stateOf(row)
  const open = () =>
    void app.platform.navigate.push({ page: 'files', space: 'folder', id: typedId!.slice('folder_'.length) })
  return (
    <View className="child" role="listitem">
      <View className="child-head">
        <View className="child-name" {...saysWhole(name)}>
          {name}
        </View>
        <View className="message-time">{wordAgo(app, row.updated, t)}</View>
        {!row.has_read && <View className="message-dot" role="img" aria-label={t('messages.unread')} />}
        <IconButton icon="trash-2" label={`${t('messages.remove')} ${name}`} onPress={() => void list.remove(row)} />
      </View>
      <View className="message-text child-text">
        {wordInvitation(row.sender_name, row.collab_type, row.group_name, row.invitation_message, t)}
      </View>
      {state === 'open' ? (
        <View className="child-buttons">
          <Button
            small
            tone="weak"
            label={t('messages.child.refuse')}
            disabled={list.busy !== null}
            onPress={() => void list.refuse(row)}
          />
          <Button
            small
            label={t('messages.child.accept')}
            loading={list.busy === row.id}
            disabled={list.busy !== null && list.busy !== row.id}
            onPress={() => void list.join(row)}
          />
        </View>
      ) : state === 'acceptedNote' && typedId ? (
        <View className="child-buttons">
          <View className="child-state">{t('messages.child.acceptedNote')}</View>
          <Button small tone="weak" label={t('messages.child.view')} onPress={open} />
        </View>
      ) : (
        <View className="child-state">{t(`messages.child.${state}`)}</View>
      )}
    </View>
  )
})

/** Without what it is about an invitation is invalid (2§4). */
function stateOf(row: ChildRow): 'open' | 'acceptedNote' | 'refused' | 'expired' | 'invalid' {
  if (row.accepted && row.item_typed_id) return 'acceptedNote'
  if (row.is_refused) return 'refused'
  if (row.is_expired) return 'expired'
  return row.collab_id === null || !row.item_typed_id ? 'invalid' : 'open'
}
