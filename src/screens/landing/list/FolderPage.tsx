import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState, type ReactNode } from 'react'
import { Header, type HeaderAction } from '@/components/frame/Header'
import { PageFoot } from '@/components/frame/PageFoot'
import { Skeleton } from '@/components/ui/Skeleton'
import { VirtualList } from '@/components/lists/VirtualList'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { ItemRow } from '@/screens/items/ItemRow'
import { PageScreen } from '@/screens/page/PageScreen'
import { useDisposable } from '@/screens/app/useDisposable'
import { itemOf, type Row } from '@/stores/items/lists/rows'
import { LandingList } from '@/stores/landing/LandingList'
import { LazyFooter } from '../page/LazyFooter'
import { LazyNoRows } from '../page/LazyScreens'
import { openRow, goBack } from '../page/navigate'
import { SharerLine } from '../page/SharerLine'
import { LandingBar } from '../bar/LandingBar'
import { LandingOverlays } from '../page/LandingOverlays'
import type { LandingStoreProps } from '../page/landingProps'

interface Props extends LandingStoreProps {
  /** 0: all contents of the link */
  folderId: number
}

/** A folder of a link, or several items (LAND-05). */
export const FolderPage = observer(function FolderPage({ store, overlays, folderId }: Props) {
  const app = useApp()
  const t = useWords<'visit'>()
  const list = useDisposable(() => new LandingList(app, folderId))
  useEffect(() => void list.open(), [list])
  const isRoot = folderId === 0
  const { phase, isEmpty } = list.pages
  const isListed = phase === 'ready' && !isEmpty
  const onSort = list.sort !== null && !isEmpty ? () => overlays.show('sort') : undefined
  const onSearch = isListed ? () => overlays.show('search', '1', { search_in: 'current' }) : undefined
  const sharer = isRoot ? <SharerLine store={store} onSort={onSort} onSearch={onSearch} /> : null
  const shown = isRoot ? (store.process?.item ?? null) : list.folder
  const actions: HeaderAction[] = [
    ...(onSearch ? [{ icon: 'search' as const, label: t('visit.search.action'), onPress: onSearch }] : []),
    ...(onSort ? [{ icon: 'arrow-up-down' as const, label: t('list.sort'), onPress: onSort }] : []),
  ]
  return (
    <PageScreen
      open={overlays}
      header={
        isRoot ? (
          <>
            <LandingBar around={store.around} overlays={overlays} />
            {isListed || phase === 'loading' ? null : sharer}
          </>
        ) : (
          <Header title={list.folder?.name ?? ''} onBack={() => goBack(app, store)} actions={actions} />
        )
      }
      overlays={<LandingOverlays store={store} overlays={overlays} list={list} />}
    >
      <View className="visit-column">
        <View className="visit-main">
          <Rows list={list} store={store} overlays={overlays} top={sharer} />
        </View>
        {shown ? <LazyFooter store={store} overlays={overlays} item={shown} /> : null}
      </View>
    </PageScreen>
  )
})

interface RowsProps extends LandingStoreProps {
  list: LandingList
  /** Scrolls with the rows, to leave them the screen. */
  top: ReactNode
}

const Rows = observer(function Rows({ list, store, overlays, top }: RowsProps) {
  const app = useApp()
  const t = useWords<'visit'>()
  const [open] = useState(() => (row: Row) => {
    const item = itemOf(row)
    if (item) openRow(app, store, item)
  })
  const [showMenu] = useState(() => (row: Row) => overlays.show('actionsheet', row.typed_id))
  const { pages, rows, sort } = list

  if (pages.phase === 'loading')
    return (
      <>
        {top}
        <Skeleton />
      </>
    )
  if (pages.phase !== 'ready' || pages.isEmpty) return <LazyNoRows store={store} list={list} />
  return (
    <VirtualList
      // A new order starts at the top.
      key={sort ? sort.by + sort.direction : undefined}
      rows={rows}
      total={pages.held.total}
      label={t('list.label')}
      inOrder={app.platform.name === 'h5'}
      isRefreshing={pages.isRefreshing}
      onRefresh={() => void pages.refresh()}
      onNearEnd={(view) => list.onScroll(view)}
      top={top}
      renderRow={(row, place) => (
        <ItemRow row={row} frequent={undefined} space="folder" onOpen={open} onMore={showMenu} {...place} />
      )}
      bottom={<PageFoot pages={pages} height={56} />}
    />
  )
})
