import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Icon } from '@/components/ui/Icon'
import { IconButton } from '@/components/ui/IconButton'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import type { RecentSearches } from '@/stores/search/RecentSearches'

interface Props {
  recent: RecentSearches
  onChoose(words: string): void
}

/** The last searches, which can be repeated and removed (AH-41). */
export const RecentWords = observer(function RecentWords({ recent, onChoose }: Props) {
  const t = useWords<'search'>()
  const title = t('search.recent.title')
  return (
    <View className="search-recent">
      <View className="search-recent-head">
        <View className="search-recent-title">{title}</View>
        <TextButton label={t('search.recent.clear')} onPress={() => recent.clear()} />
      </View>
      <View role="list" aria-label={title}>
        {recent.words.map((words) => (
          <View key={words} className="search-recent-line" role="listitem">
            <View className="search-recent-words" role="button" onClick={() => onChoose(words)}>
              <Icon name="clock" size={18} />
              <View className="search-recent-text">{words}</View>
            </View>
            <IconButton icon="x" label={t('search.recent.remove', { words })} onPress={() => recent.remove(words)} />
          </View>
        ))}
      </View>
    </View>
  )
})
