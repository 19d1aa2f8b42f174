import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Empty } from '@/components/frame/Empty'
import { Header } from '@/components/frame/Header'
import { IconButton } from '@/components/ui/IconButton'
import { Skeleton } from '@/components/ui/Skeleton'
import { SwipeAction, type SwipeOption } from '@/components/rows/SwipeAction'
import { saysWhole } from '@/domain/items/nameParts'
import { useWords } from '@/components/ui/context'
import { SWIPE_WIDTH } from '@/domain/limits'
import { needLazyWords } from '@/i18n/lazy/load'
import { useApp } from '@/screens/app/AppContext'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { PageScreen } from '@/screens/page/PageScreen'
import { useDisposable } from '@/screens/app/useDisposable'
import { useFresh } from '@/screens/app/useFresh'
import { wordAgo } from '@/screens/app/wording'
import { ChildMessages, type ChildRow } from '@/stores/messages/ChildMessages'
import { MessageScroll } from './MessageScroll'
import { useStrippedAddress } from './MessageScreen'
import { wordInvitation } from './wordNotice'

/** The invitations of one message: accept, refuse or open (MSG-06). */
export const ChildScreen = observer(function ChildScreen({ messageId }: { messageId: number }) {
  const app = useApp()
  const t = useWords<'message'>()
  const children = useDisposable(() => new ChildMessages(app, messageId))
  const overlays = useDisposable(() => app.createOverlays())
  useEffect(needLazyWords, [])
  useStrippedAddress()
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
  const { error } = pages
  const [opened, setOpened] = useState<string | null>(null)
  if (phase === 'loading') return <Skeleton />
  if (phase === 'failed') {
    return <LoadFailed error={error} onRetry={() => void pages.retry()} />
  }
  if (phase === 'gone' || pages.isEmpty) {
    const words = phase === 'gone' ? ('gone' as const) : ('empty' as const)
    return <Empty icon="users" title={t(`messages.child.${words}.title`)} text={t(`messages.child.${words}.text`)} />
  }
  return (
    <MessageScroll pages={pages} label={t('messages.child.list')} onNearEnd={() => list.nearEnd()}>
      {rows.map((row) => (
        <Child key={row.typed_id} row={row} list={list} isOpen={row.typed_id === opened} onOpen={setOpened} />
      ))}
    </MessageScroll>
  )
})

interface ChildProps {
  row: ChildRow
  list: ChildMessages
  isOpen: boolean
  onOpen(id: string | null): void
}

/** One invitation with its actions: accept and refuse, open once accepted; else its state. A swipe deletes it (MSG-05). */
const Child = observer(function Child({ row, list, isOpen, onOpen }: ChildProps) {
  const app = useApp()
  const t = useWords<'message'>()
  const { item_name: name, item_typed_id: typedId } = row
  const state = stateOf(row)
  const answering = list.busy?.id === row.id ? list.busy.answering : null
  const isWaiting = list.busy !== null && answering === null
  const open = () =>
    void app.platform.navigate.push({ page: 'files', space: 'folder', id: typedId!.slice('folder_'.length) })
  const remove = () => void list.remove(row)
  const options: SwipeOption[] = [
    { label: t('messages.remove'), width: SWIPE_WIDTH.delete, danger: true, onPress: remove },
  ]
  if (!row.has_read)
    options.unshift({
      label: t('messages.markRead'),
      width: SWIPE_WIDTH.deleteAndMarkRead - SWIPE_WIDTH.delete,
      onPress: () => void list.markRead(row),
    })
  const body = (
    <View className="child">
      <View className="child-head">
        <View className="child-name" {...saysWhole(name)}>
          {name}
        </View>
        <View className="message-time">{wordAgo(app, row.updated, t)}</View>
        {!row.has_read && <View className="message-dot" role="img" aria-label={t('messages.unread')} />}
        <IconButton icon="trash-2" label={`${t('messages.remove')} ${name}`} onPress={remove} />
      </View>
      <View className="message-text child-text">{wordInvitation(row, t)}</View>
      {row.role && state === 'open' && (
        <View className="child-state">{t('messages.child.role', { role: t(`role.${row.role}`) })}</View>
      )}
      {state === 'open' ? (
        <View className="child-buttons">
          <Button
            small
            tone="weak"
            label={t('messages.child.refuse')}
            loading={answering === 'refusing'}
            disabled={isWaiting || answering === 'accepting'}
            onPress={() => void list.refuse(row)}
          />
          <Button
            small
            label={t('messages.child.accept')}
            loading={answering === 'accepting'}
            disabled={isWaiting || answering === 'refusing'}
            onPress={() => void list.join(row)}
          />
        </View>
      ) : state === 'acceptedNote' && typedId ? (
        <View className="child-buttons">
          {/* The user accepted nothing when their request was granted. */}
          <View className="child-state">{row.is_granted ? '' : t('messages.child.acceptedNote')}</View>
          <Button small tone="weak" label={t('messages.child.view')} onPress={open} />
        </View>
      ) : (
        <View className="child-state">{t(`messages.child.${state}`)}</View>
      )}
    </View>
  )

  return (
    <View role="listitem">
      <SwipeAction
        isOpen={isOpen}
        options={options}
        onOpen={() => onOpen(row.typed_id)}
        onClose={() => {
          if (isOpen) onOpen(null)
        }}
      >
        {body}
      </SwipeAction>
    </View>
  )
})

/** An invitation without its folder is invalid (2§4). */
function stateOf(row: ChildRow): 'open' | 'acceptedNote' | 'refused' | 'expired' | 'invalid' {
  if (row.accepted && row.item_typed_id) return 'acceptedNote'
  if (row.is_refused) return 'refused'
  if (row.is_expired) return 'expired'
  return row.collab_id === null || !row.item_typed_id ? 'invalid' : 'open'
}
