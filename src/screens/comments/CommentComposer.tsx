import { observer } from 'mobx-react'
import { Textarea, View } from '@tarojs/components'
import { useState } from 'react'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import { COMMENT_MAX_LENGTH } from '@/domain/limits'
import { useApp } from '@/screens/app/AppContext'
import { CommentForm } from '@/stores/comments/CommentForm'
import type { CommentStore } from '@/stores/comments/CommentStore'
import type { VoiceDraft } from '@/stores/comments/VoiceDraft'
import { AnsweringBar } from './AnsweringBar'
import { MentionList } from './MentionList'
import { SpeakButton } from './voice/SpeakButton'

/** characters from which the counter is shown */
const COUNTED_FROM = COMMENT_MAX_LENGTH - 50

interface Props {
  comments: CommentStore
  voice: VoiceDraft
  /** Absent where voice comments cannot be sent. */
  onSpeak?(isHeld: boolean): void
}

/** The field for a comment; its button looks disabled while the text cannot be sent (2§5). */
export const CommentComposer = observer(function CommentComposer({ comments, voice, onSpeak }: Props) {
  const app = useApp()
  const t = useWords<'comments'>()
  const [form] = useState(() => new CommentForm(app, comments))
  const { draft, length, fault, cursor } = form
  const isOver = fault === 'comment_too_long'
  const isOpen = fault === null && !comments.isSending
  const { answering } = comments.threads
  const submit = () => void form.submit()
  return (
    <View className="comments-form">
      {form.mentionWords !== null && (
        <MentionList
          typedId={comments.target.typedId}
          words={form.mentionWords}
          onChoose={(mention) => form.insertMention(mention)}
        />
      )}
      {answering && <AnsweringBar answered={answering} onCancel={() => form.answer(null)} />}
      {length > COUNTED_FROM && (
        <View className={classes('comments-count', isOver && 'comments-over')} role={isOver ? 'alert' : 'status'}>
          {isOver
            ? t('comments.over', { n: length - COMMENT_MAX_LENGTH })
            : t('comments.count', { n: length, max: COMMENT_MAX_LENGTH })}
        </View>
      )}
      <View className="comments-bar">
        {onSpeak && <SpeakButton voice={voice} onSpeak={onSpeak} />}
        <Textarea
          className="comments-input"
          value={draft.text}
          placeholder={t('comments.placeholder')}
          placeholderClass="field-placeholder"
          maxlength={-1}
          autoHeight
          fixed
          showConfirmBar={false}
          cursorSpacing={16}
          {...(cursor !== null && { focus: true, cursor, selectionStart: cursor, selectionEnd: cursor })}
          nativeProps={{ 'aria-label': t('comments.placeholder'), 'aria-invalid': isOver }}
          onInput={({ detail }) => form.setText(detail.value, detail.cursor)}
          onBlur={() => form.onBlur()}
        />
        {comments.isCollaborative && (
          <View
            className={classes('comments-at', form.mentionAt !== null && 'comments-at-open')}
            role="button"
            aria-label={t('comments.mention')}
            aria-expanded={form.mentionAt !== null}
            onClick={() => form.toggleMentions()}
          >
            @
          </View>
        )}
        <View
          className={classes('comments-submit', !isOpen && 'comments-submit-closed')}
          role="button"
          aria-disabled={!isOpen}
          onClick={submit}
        >
          {t('comments.submit')}
        </View>
      </View>
    </View>
  )
})
