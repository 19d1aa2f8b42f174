import { observer } from 'mobx-react'
import { Text, View } from '@tarojs/components'
import { Avatar } from '@/components/ui/Avatar'
import { SwipeAction } from '@/components/rows/SwipeAction'
import { useWords } from '@/components/ui/context'
import type { Comment } from '@/contract/comments'
import { addressParts } from '@/domain/comments/addresses'
import { commentParts, seenMention } from '@/domain/comments/mentions'
import { answerableOf, resolvesThread } from '@/domain/comments/threads'
import { SWIPE_WIDTH } from '@/domain/limits'
import { useApp } from '@/screens/app/AppContext'
import { wordAgo } from '@/screens/app/wording'
import type { CommentStore } from '@/stores/comments/CommentStore'
import { openPassage } from './openPassage'
import { usePassages } from './PassageContext'
import { quotedWords } from './quotedWords'
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

/**
 * Author, the comment it answers, text and time, and below them the ways to answer and to resolve its thread. Users who may delete it can swipe or
 * use the word beside the time (2§4).
 */
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
        {comment.answer_to && <Quote answered={comment.answer_to} />}
        {comment.passage && <Passage id={id} words={comment.passage.words} comments={comments} />}
        {comment.is_voice ? <VoiceComment comment={comment} /> : <Words content={comment.content} />}
        <ThreadActions comment={comment} comments={comments} />
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

function VoiceComment({ comment: { voice_url: path, voice_length } }: { comment: Comment }) {
  const { platform } = useApp()
  return <VoiceButton address={path === null ? null : platform.origin + path} seconds={voice_length} />
}

/** The author and the beginning of the comment that an answer answers. */
function Quote({ answered: { user, content, is_voice: isVoice } }: { answered: NonNullable<Comment['answer_to']> }) {
  const t = useWords<'comments'>()
  if (!user) return <View className="comment-quote">{t('comments.quoteDeleted')}</View>
  return (
    <View className="comment-quote">
      <Text className="comment-quote-name">{user.name}</Text>
      <Text className="comment-quote-words">{quotedWords({ content, isVoice }, t)}</Text>
    </View>
  )
}

/** The words of the text that a comment is about; a tap shows them there. */
function Passage({ id, words, comments }: { id: number; words: string; comments: CommentStore }) {
  const app = useApp()
  const t = useWords<'comments'>()
  const passages = usePassages()
  const show = () => {
    if (passages === null) return void openPassage(app, comments, id)
    if (!passages.reveal(id)) app.feedback.toast({ text: t('comments.passage.gone') })
  }
  return (
    <View className="comment-passage" role="button" aria-label={t('comments.passage.show', { words })} onClick={show}>
      <View className="comment-quote">{words}</View>
    </View>
  )
}

/** Answers the thread of a comment; on its first comment also resolves or reopens the thread. */
function ThreadActions({ comment, comments: { threads } }: Pick<Props, 'comment' | 'comments'>) {
  const t = useWords<'comments'>()
  const { is_resolved: isResolved } = comment
  const { name } = comment.user
  const answerable = answerableOf(comment)
  const verb = isResolved ? 'reopen' : 'resolve'
  return (
    <View className="comment-actions">
      {answerable && (
        <View
          className="comment-action"
          role="button"
          aria-label={t('comments.answerOf', { name })}
          onClick={() => threads.answer(answerable)}
        >
          {t('comments.answer')}
        </View>
      )}
      {resolvesThread(comment) && (
        <View
          className="comment-action"
          role="button"
          aria-label={t(`comments.${verb}Of`, { name })}
          onClick={() => void threads.resolve(comment, !isResolved)}
        >
          {t(`comments.${verb}`)}
        </View>
      )}
    </View>
  )
}

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
