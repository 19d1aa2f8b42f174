import { observer } from 'mobx-react'
import { CustomWrapper, ScrollView, View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Empty } from '@/components/Empty'
import { LoadFailed } from '@/components/LoadFailed'
import { Skeleton } from '@/components/Skeleton'
import { TextButton } from '@/components/TextButton'
import { useWindow, useWords } from '@/components/context'
import { MESSAGE_LOAD_MORE_DISTANCE } from '@/domain/limits'
import { wordMessage } from '@/screens/wordMessage'
import type { MessageStore } from '@/stores/messages/MessageStore'
import { MessageRow } from './MessageRow'
import './message.scss'

interface Props {
  messages: MessageStore
  onMore(id: string): void
}

/** px of a row; more where its words need it */
const LEAST_HEIGHT = 76

/** The messages, or why there are none. */
export const MessageList = observer(function MessageList({ messages, onMore }: Props) {
  const t = useWords<'message'>()
  const { height } = useWindow()
  const { filter, pages, phase, rows } = messages
  const { footer, trouble } = pages
  const [opened, setOpened] = useState<string | null>(null)
  // Where nothing can be scrolled, no end comes near.
  const isShort = rows.length * LEAST_HEIGHT <= height + MESSAGE_LOAD_MORE_DISTANCE
  useEffect(() => {
    if (isShort) messages.nearEnd()
  }, [isShort, messages, rows.length])
  if (phase === 'loading') return <Skeleton />
  if (phase === 'failed') {
    const text = trouble ? wordMessage(trouble, t) : undefined
    return <LoadFailed text={text} onRetry={() => void pages.retry()} />
  }
  if (pages.isEmpty) {
    return (
      <Empty
        icon="message-square"
        title={t(`messages.empty.${filter}.title`)}
        text={t(`messages.empty.${filter}.text`)}
      />
    )
  }
  return (
    <ScrollView
      // Another kind is read from its top.
      key={filter}
      className="messages"
      scrollY
      lowerThreshold={MESSAGE_LOAD_MORE_DISTANCE}
      onScrollToLower={() => messages.nearEnd()}
      refresherEnabled
      refresherTriggered={pages.isRefreshing}
      refresherBackground="transparent"
      onRefresherRefresh={() => void pages.refresh()}
    >
      <View role="list" aria-label={t('messages.list')}>
        <CustomWrapper>
          {rows.map((row) => (
            <MessageRow
              key={row.typed_id}
              message={row}
              messages={messages}
              isOpen={row.typed_id === opened}
              onOpen={setOpened}
              onMore={onMore}
            />
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
