import { observer } from 'mobx-react'
import { Text, View } from '@tarojs/components'
import { Avatar } from '@/components/ui/Avatar'
import { SwipeAction } from '@/components/rows/SwipeAction'
import { useWords } from '@/components/ui/context'
import type { Comment } from '@/contract/comments'
import { addressParts } from '@/domain/comments/addresses'
import { commentParts, seenMention } from '@/domain/comments/mentions'
import { SWIPE_WIDTH } from '@/domain/limits'
import { useApp } from '@/screens/app/AppContext'
import { wordAgo } from '@/screens/app/wording'
import type { CommentStore } from '@/stores/comments/CommentStore'
import { VoiceButton } from './voice/VoiceButton'
import { WebAddress } from '@/screens/app/WebAddress'

interface Props {
  comment: Comment
  comments: CommentStore
  /** Whether it is marked as unread. */
  isMarked: boolean
  /** Whether it is swiped open. */
  isOpen: boolean
  onOpen(id: number | null): void
}

/** Author, text and time. Users who may delete it can swipe or use the word beside the time (2§4). */
export const CommentRow = observer(function CommentRow({ comment, comments, isMarked, isOpen, onOpen }: Props) {
  const t = useWords<'comments'>()
  const app = useApp()
  const { id, user } = comment
  const remove = () => void comments.remove(comment)
  const mayDelete = comment.permissions.includes('delete_comment')
  const body = (
    <View className="comment">
      <Avatar userId={user.id} name={user.name} />
      <View className="comment-body">
        <View className="comment-head">
          <Text className="comment-name">{user.name}</Text>
          <Text className="comment-time">{wordAgo(app, comment.created_at, t)}</Text>
          {isMarked && <View className="comment-dot" role="img" aria-label={t('comments.unread')} />}
          {mayDelete && (
            <View
              className="comment-remove"
              role="button"
              aria-label={t('comments.removeOf', { name: user.name })}
              onClick={remove}
            >
              {t('comments.remove')}
            </View>
          )}
        </View>
        {comment.is_voice ? <VoiceButton comment={comment} /> : <Words content={comment.content} />}
      </View>
    </View>
  )
  if (!mayDelete) return body
  return (
    <SwipeAction
      isOpen={isOpen}
      options={[{ label: t('comments.remove'), width: SWIPE_WIDTH.delete, danger: true, onPress: remove }]}
      onOpen={() => onOpen(id)}
      onClose={() => onOpen(null)}
    >
      {body}
    </SwipeAction>
  )
})

/** Text with coloured mentions, and addresses of web pages. */
function Words({ content }: { content: string }) {
  const t = useWords<'comments'>()
  return (
    <View className="comment-text">
      {commentParts(content).map((part, index) =>
        part.kind === 'text' ? (
          addressParts(part.text).map(({ text, address }, at) =>
            address ? (
              <WebAddress key={`${index}.${at}`} className="comment-link" address={address}>
                {text}
              </WebAddress>
            ) : (
              <Text key={`${index}.${at}`} userSelect>
                {text}
              </Text>
            ),
          )
        ) : (
          <Text key={index} className="comment-mention" userSelect>
            {seenMention(part.mention, t('comments.all'))}
          </Text>
        ),
      )}
    </View>
  )
}
