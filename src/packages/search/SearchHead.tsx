import { observer } from 'mobx-react'
import { Input, View } from '@tarojs/components'
import { Icon } from '@/components/Icon'
import { IconButton } from '@/components/IconButton'
import { useWindow, useWords } from '@/components/context'
import { SEARCH_MAX_LENGTH } from '@/domain/limits'
import type { SearchIn } from '@/platform/Platform'
import type { SearchStore } from '@/stores/lists/SearchStore'

interface Props {
  search: SearchStore
  placeholder: string
  onClose(): void
}

const scopes: readonly SearchIn[] = ['current', 'all']

/** The field and where it is looked for. */
export const SearchHead = observer(function SearchHead({ search, placeholder, onClose }: Props) {
  const t = useWords<'search'>()
  const { statusBar, capsuleSpace, headerHeight } = useWindow()
  const { text, searchIn } = search
  return (
    <View className="header" style={statusBar ? { paddingTop: `${statusBar}px` } : undefined}>
      <View className="header-bar" style={{ height: `${headerHeight}px`, paddingRight: `${capsuleSpace + 12}px` }}>
        <IconButton icon="chevron-left" label={t('action.back')} onPress={onClose} />
        <View className="search-field" role="search">
          <Icon name="search" size={18} />
          <Input
            className="search-input"
            value={text}
            // Beside WeChat's menu there is room for a word; the rest stands below.
            placeholder={capsuleSpace > 0 ? t('search.title') : placeholder}
            placeholderClass="search-placeholder"
            // Units: the store counts characters.
            maxlength={SEARCH_MAX_LENGTH * 2}
            focus={text === ''}
            confirmType="search"
            nativeProps={{ 'aria-label': t('search.title'), autoComplete: 'off', autoCapitalize: 'none' }}
            onInput={(event) => search.typed(event.detail.value)}
            onConfirm={() => search.submit()}
          />
          {text === '' ? null : (
            <View className="search-clear" aria-label={t('search.clear')} onClick={() => search.typed('')}>
              <Icon name="x" size={16} />
            </View>
          )}
        </View>
      </View>
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
    </View>
  )
})
