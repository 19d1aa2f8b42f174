import { View } from '@tarojs/components'
import { Suspense, lazy } from 'react'
import type { ListStore } from '@/stores/items/lists/ListStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { readRecents } from '@/stores/items/lists/recents'
import { useApp } from '@/screens/app/AppContext'
import { ItemRow, type ItemRowProps } from '@/screens/items/ItemRow'

const LazyTrashTop = lazy(() => import(/* webpackChunkName: "trash" */ './trash/TrashTop'))
const LazyTrashRow = lazy(() => import(/* webpackChunkName: "trash" */ './trash/TrashRow'))
const LazyRecentTop = lazy(() => import(/* webpackChunkName: "recent" */ './top/RecentTop'))
const LazyTray = lazy(() => import(/* webpackChunkName: "overlays" */ './uploads/Tray'))
const LazyNothing = lazy(() => import(/* webpackChunkName: "nothing" */ './top/NothingHere'))
const LazyRefused = lazy(() => import(/* webpackChunkName: "refused" */ './top/RefusedPlace'))

/** Comes when a trash is opened: the first page does without it. Its line keeps its place. */
export function TrashTop(props: { list: ListStore }) {
  return (
    <Suspense fallback={<View className="trash-top-lazy" />}>
      <LazyTrashTop {...props} />
    </Suspense>
  )
}

/** Comes with what stands above the rows; until then the row says nothing beside the name, and takes no tap: it would be lost. */
export function TrashRow(props: ItemRowProps & { list: ListStore }) {
  return (
    <Suspense fallback={<ItemRow {...props} meta="" onOpen={undefined} onMore={undefined} onHold={undefined} />}>
      <LazyTrashRow {...props} />
    </Suspense>
  )
}

/** Comes behind the first rows, which stand where it leaves them room. */
export function RecentTop(props: { isIdle: boolean }) {
  const {
    sessionContext: { user },
    platform: { storage },
  } = useApp()
  const isKnown = readRecents(storage, user).length > 0
  return (
    <Suspense fallback={isKnown && <View className="recent-lazy" />}>
      <LazyRecentTop {...props} />
    </Suspense>
  )
}

/** The server has answered, so its code can be had. */
export function NothingHere(props: { list: ListStore; overlays: OverlayStore }) {
  return (
    <Suspense fallback={null}>
      <LazyNothing {...props} />
    </Suspense>
  )
}

/** As `NothingHere`. */
export function RefusedPlace(props: { list: ListStore }) {
  return (
    <Suspense fallback={null}>
      <LazyRefused {...props} />
    </Suspense>
  )
}

/** Its code came with the sheet that began the uploads. */
export function Tray(props: { overlays: OverlayStore }) {
  return (
    <Suspense fallback={null}>
      <LazyTray {...props} />
    </Suspense>
  )
}
