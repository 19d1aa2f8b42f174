import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { IconButton } from '@/components/ui/IconButton'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import type { ThreadPassages } from '@/stores/comments/CommentThreads'

/** What the comments beside a text are about: a passage that was just chosen, one thread, or nothing to say for all of them. */
export const ThreadBar = observer(function ThreadBar({ passages }: { passages: ThreadPassages }) {
  const t = useWords<'comments'>()
  const { chosen, thread } = passages
  if (chosen !== null)
    return (
      <View className="comments-answering comments-about" role="status">
        <View className="comments-answering-text">
          <View className="comments-answering-name">{t('comments.passage.about')}</View>
          <View className="comments-answering-words">{chosen.words}</View>
        </View>
        <IconButton icon="x" label={t('comments.passage.cancel')} onPress={() => passages.choose(null)} />
      </View>
    )
  if (thread === null) return null
  return (
    <View className="comments-answering comments-about">
      <View className="comments-answering-text">{t('comments.passage.thread')}</View>
      <TextButton label={t('comments.passage.all')} onPress={() => passages.show(null)} />
    </View>
  )
})
