import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { SearchHeader } from '@/components/fields/SearchHeader'
import { useWindow, useWords } from '@/components/ui/context'
import type { SearchIn } from '@/platform/Platform'
import type { SearchStore } from '@/stores/search/SearchStore'

interface Props {
  search: SearchStore
  placeholder: string
  onClose(): void
}

const scopes: readonly SearchIn[] = ['current', 'all']

/** The field, and the choice of the place. */
export const SearchHead = observer(function SearchHead({ search, placeholder, onClose }: Props) {
  const t = useWords<'search'>()
  const { capsuleSpace } = useWindow()
  const { text, searchIn } = search
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
      {search.canChoose && (
        <View className="search-scopes" role="radiogroup" aria-label={t('search.where')}>
          {scopes.map((scope) => (
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
      )}
    </SearchHeader>
  )
})
