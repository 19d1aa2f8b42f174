import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { Empty } from '@/components/frame/Empty'
import { Skeleton } from '@/components/ui/Skeleton'
import { useWindow, useWords } from '@/components/ui/context'
import { MESSAGE_LOAD_MORE_DISTANCE } from '@/domain/limits'
import type { MessageStore } from '@/stores/messages/MessageStore'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { MessageRow } from './MessageRow'
import { MessageScroll } from './MessageScroll'
import './messages.scss'

interface Props {
  messages: MessageStore
  onMore(id: string): void
}

/** px of a row at least; long texts make it higher */
const LEAST_HEIGHT = 76

/** The messages, or why there are none. */
export const MessageList = observer(function MessageList({ messages, onMore }: Props) {
  const t = useWords<'message'>()
  const { height } = useWindow()
  const { filter, pages, phase, rows } = messages
  const { error } = pages
  const [opened, setOpened] = useState<string | null>(null)
  // Without scrolling, no event would report that the end is near.
  const isShort = rows.length * LEAST_HEIGHT <= height + MESSAGE_LOAD_MORE_DISTANCE
  useEffect(() => {
    if (isShort) messages.nearEnd()
  }, [isShort, messages, rows.length])
  if (phase === 'loading') return <Skeleton />
  if (phase === 'failed') return <LoadFailed error={error} onRetry={() => void pages.retry()} />
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
    <MessageScroll
      // Another filter starts at the top.
      key={filter}
      pages={pages}
      label={t('messages.list')}
      onNearEnd={() => messages.nearEnd()}
    >
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
    </MessageScroll>
  )
})
