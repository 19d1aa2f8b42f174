import { lazyPart } from '@/screens/app/lazyPart'
import type { ItemSheetProps, SavePanelProps, SearchProps, SheetProps, SortProps } from '../page/SheetProps'

const sheets = () => import(/* webpackChunkName: "visit-sheets" */ './ListSheets')
const report = () => import(/* webpackChunkName: "visit-sheets" */ '../page/ReportSheet')

/** Overlays whose code loads when they are opened. */
export const LazyListOrder = lazyPart<SortProps>(() => sheets().then(({ ListOrder }) => ({ default: ListOrder })))
export const LazyItemSheet = lazyPart<ItemSheetProps>(() => sheets().then(({ ItemSheet }) => ({ default: ItemSheet })))
export const LazyReport = lazyPart<SheetProps>(() => report().then(({ ReportSheet }) => ({ default: ReportSheet })))
export const LazySearch = lazyPart<SearchProps>(() => import(/* webpackChunkName: "visit-search" */ './LandingSearch'))
export const LazySavePanel = lazyPart<SavePanelProps>(() => import(/* webpackChunkName: "pick" */ './SavePanel'))
