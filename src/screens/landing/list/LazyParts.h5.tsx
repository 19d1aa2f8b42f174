import { later } from '@/screens/app/later'
import type { ItemSheetProps, SavePanelProps, SearchProps, SheetProps, SortProps } from '../page/SheetProps'

const sheets = () => import(/* webpackChunkName: "visit-sheets" */ './ListSheets')
const report = () => import(/* webpackChunkName: "visit-sheets" */ '../page/ReportSheet')

/** What lies over a screen, whose code comes when it is opened. */
export const LazyListOrder = later<SortProps>(async () => ({ default: (await sheets()).ListOrder }))
export const LazyItemSheet = later<ItemSheetProps>(async () => ({ default: (await sheets()).ItemSheet }))
export const LazyReport = later<SheetProps>(async () => ({ default: (await report()).ReportSheet }))
export const LazySearch = later<SearchProps>(() => import(/* webpackChunkName: "visit-search" */ './LandingSearch'))
export const LazySavePanel = later<SavePanelProps>(() => import(/* webpackChunkName: "pick" */ './SavePanel'))
