import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Empty } from '@/components/frame/Empty'
import { MeasuredList } from '@/components/lists/MeasuredList'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import type { CommentStore } from '@/stores/comments/CommentStore'
import { CommentRow } from './CommentRow'
import { ResolvedThread } from './ResolvedThread'

/** The comments, newest at the bottom. Opens there, or at the comment that a message is about. */
export const CommentList = observer(function CommentList({ comments }: { comments: CommentStore }) {
  const t = useWords<'comments'>()
  const { focusId, hasEarlier, isLoadingEarlier, marked, threads } = comments
  const { rows } = threads
  const folded = comments.comments.length - rows.length
  const { user } = useApp().sessionContext
  const [opened, setOpened] = useState<number | null>(null)
  useEffect(() => setOpened(null), [rows.length])
  // Beside a new one, it would be untrue that there are none.
  if (threads.passages?.chosen) return <View className="comments-scroll" />
  if (rows.length === 0)
    return (
      <View className="comments-scroll">
        <Empty icon="message-square" title={t('comments.empty')} text={t('comments.emptyText')} />
      </View>
    )
  const earlier = () => void comments.loadEarlier()
  return (
    <MeasuredList
      className="comments-scroll"
      rows={rows}
      label={t('comments.list')}
      total={comments.total - folded}
      first={rows.some(({ id }) => id === focusId) ? focusId : null}
      isFollowed={({ comment }) => comment.user.id === user?.id}
      onNearTop={earlier}
      top={
        hasEarlier && (
          <View className="comments-earlier">
            {isLoadingEarlier ? (
              <View role="status">{t('list.loading')}</View>
            ) : (
              <TextButton label={t('comments.earlier')} onPress={earlier} />
            )}
          </View>
        )
      }
      renderRow={({ id, comment, resolved }) => (
        <>
          {resolved && (
            <ResolvedThread {...resolved} comment={comment} onToggle={() => threads.toggle(resolved.threadId)} />
          )}
          {(resolved === null || resolved.isShown) && (
            <CommentRow
              comment={comment}
              comments={comments}
              isMarked={marked.has(id)}
              isOpen={id === opened}
              onOpen={setOpened}
            />
          )}
        </>
      )}
    />
  )
})
