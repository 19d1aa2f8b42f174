import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Empty } from '@/components/frame/Empty'
import { PageFoot } from '@/components/frame/PageFoot'
import { Skeleton } from '@/components/ui/Skeleton'
import { VirtualList } from '@/components/lists/VirtualList'
import { useWords } from '@/components/ui/context'
import type { FoundItem } from '@/contract/entities'
import { hasFilters, noFilters } from '@/domain/search/filters'
import { useApp } from '@/screens/app/AppContext'
import { LoadFailed } from '@/screens/app/LoadFailed'
import type { ListStore } from '@/stores/items/lists/ListStore'
import type { Row } from '@/stores/items/lists/rows'
import type { SearchStore } from '@/stores/search/SearchStore'
import type { RecentSearches } from '@/stores/search/RecentSearches'
import { FOUND_LINE, FoundRow } from './FoundRow'
import { RecentWords } from './RecentWords'

interface Props {
  search: SearchStore
  /** Shown before the first search. */
  hint: string
  /** Earlier searches, shown in place of the hint; absent where none are remembered. */
  recent?: RecentSearches
  /** Absent where every row can be opened. */
  canOpen?(row: Row): boolean
  onOpen(row: Row): void
  onMore?(row: Row): void
}

/** The rows that were found, or why there are none (LIST-05, SRCH-03). */
export const SearchResults = observer(function SearchResults({ search, hint, recent, ...rows }: Props) {
  const t = useWords<'search'>()
  const { list } = search
  if (!list && recent && recent.words.length > 0)
    return <RecentWords recent={recent} onChoose={(words) => search.repeat(words)} />
  if (!list) return <Empty icon="search" title={t('search.hint.title')} text={hint} />
  if (list.phase === 'loading') return <Skeleton />
  if (list.phase !== 'ready') return <LoadFailed error={list.pages.error} onRetry={() => void list.pages.retry()} />
  if (list.pages.isEmpty) return <NothingFound search={search} />
  return <FoundRows list={list} words={search.words} {...rows} />
})

const NothingFound = observer(function NothingFound({ search }: Pick<Props, 'search'>) {
  const t = useWords<'search'>()
  const title = search.words === '' ? t('search.none.filtered') : t('search.none.title', { words: search.words })
  if (hasFilters(search.filters)) {
    return (
      <Empty
        icon="search"
        title={title}
        text={t('search.none.filteredText')}
        action={t('search.filter.clear')}
        onAction={() => search.filter(noFilters)}
      />
    )
  }
  if (search.searchIn === 'all') return <Empty icon="search" title={title} text={t('search.none.text')} />
  return (
    <Empty
      icon="search"
      title={title}
      text={t('search.none.currentText')}
      action={t('search.none.action')}
      onAction={() => search.choose('all')}
    />
  )
})

interface FoundRowsProps extends Omit<Props, 'search' | 'hint' | 'recent'> {
  list: ListStore
  words: string
}

const FoundRows = observer(function FoundRows({ list, words, canOpen, onOpen, onMore }: FoundRowsProps) {
  const t = useWords<'search'>()
  const { platform } = useApp()
  return (
    <VirtualList
      // Other words start at the top.
      key={words}
      rows={list.rows as readonly FoundItem[]}
      total={list.total}
      label={t('search.title')}
      inOrder={platform.name === 'h5'}
      extra={FOUND_LINE}
      isRefreshing={list.pages.isRefreshing}
      onRefresh={() => void list.pages.refresh()}
      onNearEnd={(view) => list.onScroll(view)}
      top={
        <View className="search-found" role="status">
          {t('search.found', { n: list.total ?? 0 })}
        </View>
      }
      renderRow={(item, place) => (
        <FoundRow
          item={item}
          words={words}
          onOpen={canOpen?.(item) === false ? undefined : onOpen}
          onMore={onMore}
          {...place}
        />
      )}
      bottom={<PageFoot pages={list.pages} height={112} />}
    />
  )
})
