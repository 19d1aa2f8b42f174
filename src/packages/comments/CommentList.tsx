import { observer } from 'mobx-react'
import { ScrollView, View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Empty } from '@/components/Empty'
import { TextButton } from '@/components/TextButton'
import { useWords } from '@/components/context'
import { useApp } from '@/screens/AppContext'
import type { CommentStore } from '@/stores/comments/CommentStore'
import { CommentRow } from './CommentRow'
import { useLatest } from './useLatest'

/** rows that are drawn at first, and more of them each time */
const STEP = 40

/** The comments, the newest at the bottom, where it opens; or at the one that a message speaks of. */
export const CommentList = observer(function CommentList({ comments }: { comments: CommentStore }) {
  const t = useWords<'comments'>()
  const { comments: all, focusId } = comments
  const { user } = useApp().sessionContext
  const focused = all.findIndex(({ id }) => id === focusId)
  const [drawn, setDrawn] = useState(() => Math.max(STEP, focused < 0 ? 0 : all.length - focused + STEP / 2))
  const [opened, setOpened] = useState<number | null>(null)
  const last = all[all.length - 1]
  const target = useLatest(last?.id, last?.user.id === user?.id, focused < 0 ? null : focusId)
  const shown = all.slice(-drawn)
  const hasMore = shown.length < all.length || comments.hasEarlier
  const more = () => {
    setDrawn((count) => Math.min(count, all.length) + STEP)
    if (shown.length === all.length) void comments.loadEarlier()
  }
  useEffect(() => setOpened(null), [all.length])
  if (all.length === 0)
    return (
      <View className="comments-scroll">
        <Empty icon="message-square" title={t('comments.empty')} text={t('comments.emptyText')} />
      </View>
    )
  return (
    <ScrollView className="comments-scroll" scrollY scrollIntoView={target}>
      {hasMore && (
        <View className="comments-earlier">
          <TextButton label={t('comments.earlier')} onPress={more} />
        </View>
      )}
      <View role="list" aria-label={t('comments.list')}>
        {shown.map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            comments={comments}
            isMarked={comments.marked.has(comment.id)}
            isOpen={comment.id === opened}
            onOpen={setOpened}
          />
        ))}
      </View>
    </ScrollView>
  )
})
