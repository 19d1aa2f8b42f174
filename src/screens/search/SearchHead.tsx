import { observer } from 'mobx-react'
import { ScrollView, View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { SearchHeader } from '@/components/fields/SearchHeader'
import { useWindow, useWords } from '@/components/ui/context'
import type { SearchStore } from '@/stores/search/SearchStore'

interface Props {
  search: SearchStore
  placeholder: string
  /** Beside the choice of the place. */
  filters?: ReactNode
  onClose(): void
}

/** The field, the choice of the place, and the filters. */
export const SearchHead = observer(function SearchHead({ search, placeholder, filters, onClose }: Props) {
  const t = useWords<'search'>()
  const { capsuleSpace } = useWindow()
  const { text, searchIn } = search
  const scopes = search.canChoose ? (
    <View className="search-scopes" role="radiogroup" aria-label={t('search.where')}>
      {search.scopes.map((scope) => (
        <View
          key={scope}
          className={scope === searchIn ? 'search-scope search-chosen' : 'search-scope'}
          role="radio"
          aria-checked={scope === searchIn}
          onClick={() => search.choose(scope)}
        >
          {t(`search.in.${scope}`)}
        </View>
      ))}
    </View>
  ) : null
  return (
    <SearchHeader
      text={text}
      label={t('search.title')}
      // Beside WeChat's menu only a short word fits; the rest is shown below.
      placeholder={capsuleSpace > 0 ? t('search.title') : placeholder}
      clearLabel={t('search.clear')}
      onType={(words) => search.setText(words)}
      onSubmit={() => search.submit()}
      onClose={onClose}
    >
      {filters ? (
        <ScrollView className="search-strip" scrollX>
          <View className="search-chips">
            {scopes}
            {filters}
          </View>
        </ScrollView>
      ) : (
        scopes
      )}
    </SearchHeader>
  )
})
