import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { PageFoot } from '@/components/frame/PageFoot'
import { SearchBar } from '@/components/fields/SearchBar'
import { Skeleton } from '@/components/ui/Skeleton'
import { VirtualList } from '@/components/lists/VirtualList'
import { useWords } from '@/components/ui/context'
import { sortWord } from '@/domain/items/sorting'
import type { ListStore } from '@/stores/items/lists/ListStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { SelectionStore } from '@/stores/items/lists/SelectionStore'
import { accessLoss, type Row } from '@/stores/items/lists/rows'
import { useApp } from '@/screens/app/AppContext'
import { ItemRow } from '@/screens/items/ItemRow'
import { FailedPlace, NothingHere, Photos, RecentTop, RefusedPlace, TrashRow, TrashTop, WaitingRows } from './LazyParts'
import { useKeptTop } from './useKeptTop'
import { useOpenRow } from '@/screens/items/useOpenRow'
import './files.scss'

interface Place {
  list: ListStore
  overlays: OverlayStore
}

interface Props extends Place {
  selection: SelectionStore
}

/** The rows of a place, or why there are none (LIST-03, LIST-05). */
export const FilesBody = observer(function FilesBody({ list, overlays, selection }: Props) {
  const t = useWords()
  const app = useApp()
  const openRow = useOpenRow()
  const [showMenu] = useState(() => (row: Row) => overlays.show('actionsheet', row.typed_id))
  const [toggle] = useState(() => (row: Row) => selection.toggle(row))
  const [hold] = useState(() => (row: Row) => {
    selection.toggle(row)
    if (overlays.valueFor('select') === undefined) overlays.show('select')
  })
  const isChoosing = overlays.valueFor('select') !== undefined
  const kept = useKeptTop(list.at)

  if (list.phase === 'loading') return <Skeleton />
  if (list.phase === 'failed') return <FailedPlace list={list} />
  if (list.phase !== 'ready') return <RefusedPlace list={list} />

  const { sort } = list
  // Deleted items, folders above all, cannot be opened.
  const isTrash = list.at.space === 'trash'
  const isFrequent = list.at.space === 'frequent'
  if (list.pages.isEmpty)
    return (
      <View className="files-column">
        <Bar list={list} overlays={overlays} isEmpty />
        {isTrash && <TrashTop list={list} />}
        {isFrequent && <RecentTop isIdle={false} />}
        <NothingHere list={list} overlays={overlays} />
      </View>
    )

  const rows = (
    <VirtualList
      // A new order starts at the top.
      key={sort ? sort.by + sort.direction : undefined}
      rows={list.rows}
      total={list.total}
      kept={kept}
      label={t('list.label')}
      inOrder={app.platform.name === 'h5'}
      isRefreshing={list.pages.isRefreshing}
      onRefresh={() => void list.pages.refresh()}
      onNearEnd={(view) => list.onScroll(view)}
      top={
        <>
          {isTrash && <TrashTop list={list} />}
          <Bar list={list} overlays={overlays} />
          {isFrequent && <RecentTop isIdle={isChoosing} />}
        </>
      }
      renderRow={(row, place) => {
        const props = {
          row,
          frequent: list.header.frequentOf(row.typed_id),
          space: list.at.space,
          onOpen: isChoosing ? toggle : isTrash || accessLoss(row) === 'dismissed' ? showMenu : openRow,
          onMore: showMenu,
          onHold: hold,
          selection: isChoosing ? selection : undefined,
          ...place,
        }
        return isTrash ? <TrashRow {...props} list={list} /> : <ItemRow {...props} />
      }}
      bottom={<PageFoot pages={list.pages} height={112} />}
    />
  )
  return list.shownAs === 'photos' ? <Photos {...{ list, overlays, selection, children: rows }} /> : rows
})

/** Search, which stays within the place until all files are chosen; selection and order. Below them the folders that wait for the network. */
const Bar = observer(function Bar({ list, overlays, isEmpty }: Place & { isEmpty?: true }) {
  const t = useWords()
  const {
    lazy: { waitingNames },
    platform: { navigate },
  } = useApp()
  const { at, sort, canSort } = list
  const place = { space: at.space, id: at.id === undefined ? undefined : String(at.id) }
  const searchIn = at.space === 'frequent' ? 'all' : 'current'
  return (
    <>
      <SearchBar
        search={
          at.space === 'trash'
            ? undefined
            : {
                placeholder: t('list.search'),
                onOpen: () => void navigate.push({ page: 'search', searchIn, text: '', ...place }),
              }
        }
        select={isEmpty ? undefined : { label: t('list.select'), onOpen: () => overlays.show('select') }}
        sort={
          canSort && sort
            ? {
                label: t('list.sort'),
                order: `${t(`sort.by.${sortWord(at.space, sort.by)}`)} · ${t(`sort.order.${sort.by}.${sort.direction}`)}`,
                onOpen: () => overlays.show('sort'),
              }
            : undefined
        }
      />
      {waitingNames && waitingNames.queue.length > 0 && <WaitingRows list={list} />}
    </>
  )
})
