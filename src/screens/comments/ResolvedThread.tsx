import { Text, View } from '@tarojs/components'
import { Icon } from '@/components/ui/Icon'
import { useWords } from '@/components/ui/context'
import type { Comment } from '@/contract/comments'
import { quotedWords } from './quotedWords'

interface Props {
  /** The first loaded comment of the thread. */
  comment: Comment
  /** loaded comments of the thread */
  count: number
  isShown: boolean
  onToggle(): void
}

/** A resolved thread: how many comments it has and how it begins. A tap shows or folds its comments. */
export function ResolvedThread({ comment, count, isShown, onToggle }: Props) {
  const t = useWords<'comments'>()
  const { content, is_voice: isVoice } = comment
  return (
    <View className="comment-resolved" role="button" aria-expanded={isShown} onClick={onToggle}>
      <Icon name="check" size={16} />
      <View className="comment-resolved-text">
        <Text>{t('comments.resolved', { n: count })}</Text>
        {!isShown && <View className="comment-resolved-words">{quotedWords({ content, isVoice }, t)}</View>}
      </View>
      <Text className="comment-resolved-toggle">{t(isShown ? 'comments.hide' : 'comments.show')}</Text>
    </View>
  )
}
