import { Suspense, lazy } from 'react'
import type { ItemSheetProps, SavePanelProps, SheetProps, SortProps } from './SheetProps'

const sheets = () => import(/* webpackChunkName: "visit-sheets" */ './ListSheets')
const ListOrder = lazy(async () => ({ default: (await sheets()).ListOrder }))
const ItemSheet = lazy(async () => ({ default: (await sheets()).ItemSheet }))
const ReportSheet = lazy(async () => ({
  default: (await import(/* webpackChunkName: "visit-sheets" */ './ReportSheet')).ReportSheet,
}))
const SavePanel = lazy(() => import(/* webpackChunkName: "pick" */ './SavePanel'))

/** What lies over a list, whose code comes when it is opened. */
export function LazyListOrder(props: SortProps) {
  return (
    <Suspense fallback={null}>
      <ListOrder {...props} />
    </Suspense>
  )
}

export function LazyItemSheet(props: ItemSheetProps) {
  return (
    <Suspense fallback={null}>
      <ItemSheet {...props} />
    </Suspense>
  )
}

export function LazyReport(props: SheetProps) {
  return (
    <Suspense fallback={null}>
      <ReportSheet {...props} />
    </Suspense>
  )
}

export function LazySavePanel(props: SavePanelProps) {
  return (
    <Suspense fallback={null}>
      <SavePanel {...props} />
    </Suspense>
  )
}
