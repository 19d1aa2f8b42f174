import { observer } from 'mobx-react-lite'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Empty } from '@/components/Empty'
import { Skeleton } from '@/components/Skeleton'
import { TextButton } from '@/components/TextButton'
import { VirtualList } from '@/components/VirtualList'
import { useWindow, useWords } from '@/components/context'
import type { FoundItem } from '@/contract/entities'
import { useApp } from '@/pages/AppContext'
import { useOpenRow } from '@/pages/files/useOpenRow'
import { wordMessage } from '@/pages/wordMessage'
import type { ListStore } from '@/stores/ListStore'
import type { OverlayStore } from '@/stores/OverlayStore'
import type { Row } from '@/stores/rows'
import type { SearchStore } from '@/stores/SearchStore'
import { FoundRow } from './FoundRow'

interface Props {
  search: SearchStore
  overlays: OverlayStore
}

/** The rows that were found, or why there are none (LIST-05, SRCH-03). */
export const SearchResults = observer(function SearchResults({ search, overlays }: Props) {
  const t = useWords()
  const { list } = search
  if (!list) return <Empty icon='search' title={t('search.hint.title')} text={t('search.hint.text')} />
  if (list.phase === 'loading') return <Skeleton />
  if (list.phase !== 'ready') {
    const text = list.trouble ? wordMessage(list.trouble, t) : t('empty.failed.text')
    return <Empty icon='cloud-off' title={t('empty.failed.title')} text={text} action={t('action.retry')} onAction={() => void list.retry()} />
  }
  if (list.isEmpty) return <NothingFound search={search} />
  return <FoundRows list={list} words={search.words} overlays={overlays} />
})

const NothingFound = observer(function NothingFound({ search }: Pick<Props, 'search'>) {
  const t = useWords()
  const title = t('search.none.title', { words: search.words })
  if (search.searchIn === 'all') return <Empty icon='search' title={title} text={t('search.none.text')} />
  return (
    <Empty icon='search' title={title} text={t('search.none.currentText')} action={t('search.none.action')} onAction={() => search.choose('all')} />
  )
})

const FoundRows = observer(function FoundRows({ list, words, overlays }: { list: ListStore, words: string } & Pick<Props, 'overlays'>) {
  const t = useWords()
  const { platform } = useApp()
  const { height } = useWindow()
  const openRow = useOpenRow()
  const [showMenu] = useState(() => (row: Row) => overlays.show('actionsheet', row.typed_id))
  return (
    <VirtualList
      // Other words are read from their top.
      key={words}
      rows={list.rows as readonly FoundItem[]}
      total={list.total}
      label={t('search.title')}
      inOrder={platform.name === 'h5'}
      viewportHeight={height}
      isRefreshing={list.isRefreshing}
      onRefresh={() => void list.refresh()}
      onNearEnd={(view) => list.scrolled(view)}
      top={<View className='search-found' role='status'>{t('search.found', { n: list.total ?? 0 })}</View>}
      renderRow={(item, place) => <FoundRow item={item} words={words} onOpen={openRow} onMore={showMenu} {...place} />}
      bottom={(
        <View className='search-foot'>
          {list.footer === 'loading' && <View role='status'>{t('list.loading')}</View>}
          {list.footer === 'failed' && <TextButton label={t('list.loadFailed')} onPress={() => void list.retry()} />}
        </View>
      )}
    />
  )
})
