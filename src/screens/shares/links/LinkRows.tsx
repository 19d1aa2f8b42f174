import { observer } from 'mobx-react'
import { Empty } from '@/components/frame/Empty'
import { PageFoot } from '@/components/frame/PageFoot'
import { Skeleton } from '@/components/ui/Skeleton'
import { VirtualList } from '@/components/lists/VirtualList'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { LoadFailed } from '@/screens/app/LoadFailed'
import type { LinkList, LinkRow as Row } from '@/stores/shares/LinkList'
import { LinkRow } from './LinkRow'

interface Props {
  list: LinkList
  onOpen(row: Row): void
}

/** The links, or why there are none. */
export const LinkRows = observer(function LinkRows({ list, onOpen }: Props) {
  const { platform } = useApp()
  const t = useWords<'links'>()
  const { pages, phase, rows } = list
  const { error } = pages
  if (phase === 'loading') return <Skeleton />
  if (phase === 'failed') {
    return <LoadFailed error={error} onRetry={() => void pages.retry()} />
  }
  if (pages.isEmpty) return <NoLinks list={list} />
  return (
    <VirtualList
      // Another filter starts at the top.
      key={`${list.filter} ${list.isOfEnterprise}`}
      rows={rows}
      label={t('links.list')}
      total={pages.held.total}
      inOrder={platform.name === 'h5'}
      isRefreshing={pages.isRefreshing}
      onRefresh={() => void pages.refresh()}
      onNearEnd={(view) => list.onScroll(view)}
      renderRow={(row, place) => <LinkRow link={row} {...place} onOpen={() => onOpen(row)} />}
      bottom={<PageFoot pages={pages} height={72} />}
    />
  )
})

const NoLinks = observer(function NoLinks({ list }: { list: LinkList }) {
  const t = useWords<'links'>()
  const key = list.isSearched
    ? 'search'
    : list.filter !== 'all'
      ? list.filter
      : list.item === undefined
        ? 'all'
        : 'item'
  return (
    <Empty
      icon={list.isSearched ? 'search' : 'share-2'}
      title={t(`links.empty.${key}.title`)}
      text={t(`links.empty.${key}.text`, { words: list.text.trim() })}
    />
  )
})
