import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Suspense, lazy, type ComponentType, type ReactNode } from 'react'
import type { KeptItem } from '@/domain/offline/kept'
import type { ListStore } from '@/stores/items/lists/ListStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { readRecents } from '@/stores/items/lists/recents'
import { useApp } from '@/screens/app/AppContext'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { ItemRow, type ItemRowProps } from '@/screens/items/ItemRow'
import type { SheetProps } from './sheets/SheetProps'

const LazyTrashTop = lazy(() => import(/* webpackChunkName: "trash" */ './trash/TrashTop'))
const LazyTrashRow = lazy(() => import(/* webpackChunkName: "trash" */ './trash/TrashRow'))
const LazyRecentTop = lazy(() => import(/* webpackChunkName: "recent" */ './top/RecentTop'))

const LazyPhotos = lazy(() => import(/* webpackChunkName: "photos" */ './photos/Photos'))

/** A grid of pictures in place of the rows (AH-39), which are shown until its code has loaded. */
export function Photos(props: SheetProps & { children: ReactNode }) {
  return (
    <Suspense fallback={props.children}>
      <LazyPhotos {...props} />
    </Suspense>
  )
}

/** Loads when a trash is opened, since the first page does without it. Its line is reserved. */
export function TrashTop(props: { list: ListStore }) {
  return (
    <Suspense fallback={<View className="trash-top-lazy" />}>
      <LazyTrashTop {...props} />
    </Suspense>
  )
}

/** Loads with the part above the rows. Until then the row shows only the name and ignores taps, which would be lost. */
export function TrashRow(props: ItemRowProps & { list: ListStore }) {
  return (
    <Suspense fallback={<ItemRow {...props} meta="" onOpen={undefined} onMore={undefined} onHold={undefined} />}>
      <LazyTrashRow {...props} />
    </Suspense>
  )
}

/** Loads after the first rows, which leave room for it. */
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

/** The server is reachable, so the code can be loaded. */
export const NothingHere = showsOnceLoaded<{ list: ListStore; overlays: OverlayStore }>(
  () => import(/* webpackChunkName: "nothing" */ './top/NothingHere'),
)

/** As `NothingHere`. */
export const RefusedPlace = showsOnceLoaded<{ list: ListStore }>(
  () => import(/* webpackChunkName: "refused" */ './top/RefusedPlace'),
)

/** Its code is loaded with what is kept. */
const KeptPlace = showsOnceLoaded<{ list: ListStore; item: KeptItem }>(
  () => import(/* webpackChunkName: "offline" */ '@/screens/offline/KeptPlace'),
)

/** A place that could not be loaded: its kept files, or why there are none. */
export const FailedPlace = observer(function FailedPlace({ list }: { list: ListStore }) {
  const item = useApp().lazy.offline?.folderAt(list.at)
  if (item) return <KeptPlace list={list} item={item} />
  return <LoadFailed error={list.pages.error} onRetry={() => void list.pages.retry()} />
})

/** Its code is loaded with what waits. */
export const WaitingRows = showsOnceLoaded<{ list: ListStore }>(
  () => import(/* webpackChunkName: "overlays" */ './top/WaitingRows'),
)

/** Its code was loaded by the sheet that started the uploads. */
export const Tray = showsOnceLoaded<{ overlays: OverlayStore }>(
  () => import(/* webpackChunkName: "overlays" */ './uploads/Tray'),
)

/** A component that shows nothing until its code has loaded. */
function showsOnceLoaded<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  // For any `Props`, the types of React cannot say that the lazy component takes them.
  const Loaded = lazy(load) as unknown as ComponentType<Props>
  return function Part(props: Props) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
