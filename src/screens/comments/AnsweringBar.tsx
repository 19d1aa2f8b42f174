import { View } from '@tarojs/components'
import { IconButton } from '@/components/ui/IconButton'
import { useWords } from '@/components/ui/context'
import type { Answered } from '@/domain/comments/threads'
import { quotedWords } from './quotedWords'

interface Props {
  answered: Answered
  onCancel(): void
}

/** The comment that the text below answers. */
export function AnsweringBar({ answered, onCancel }: Props) {
  const t = useWords<'comments'>()
  return (
    <View className="comments-answering" role="status">
      <View className="comments-answering-text">
        <View className="comments-answering-name">{t('comments.answering', { name: answered.name })}</View>
        <View className="comments-answering-words">{quotedWords(answered, t)}</View>
      </View>
      <IconButton icon="x" label={t('comments.answerCancel')} onPress={onCancel} />
    </View>
  )
}
