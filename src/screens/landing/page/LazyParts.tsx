import { Skeleton } from '@/components/ui/Skeleton'
import { lazyPart } from '@/screens/app/lazyPart'
import type { FilePreviewProps, InlinePreviewProps, FooterProps } from './landingProps'
import type { ChatViewerProps } from '../chat/ChatViewer'
import type { ItemSheetProps, SavePanelProps, SearchProps, SheetProps, SortProps } from './SheetProps'

/** The viewers, loaded when there is something to show. */
export const LazyFilePreview = lazyPart<FilePreviewProps>(
  () => import(/* webpackChunkName: "preview" */ '../viewer/FilePreview'),
  <Skeleton />,
)
export const LazyInlinePreview = lazyPart<InlinePreviewProps>(
  () => import(/* webpackChunkName: "preview" */ '../viewer/InlinePreview'),
  <Skeleton />,
)
export const LazyChatViewer = lazyPart<ChatViewerProps>(
  () => import(/* webpackChunkName: "preview" */ '../chat/ChatViewer'),
  <Skeleton />,
)

export const LazyFooter = lazyPart<FooterProps>(() => import(/* webpackChunkName: "visit-footer" */ './LandingFooter'))

const sheets = () => import(/* webpackChunkName: "visit-sheets" */ '../list/ListSheets')
const report = () => import(/* webpackChunkName: "visit-sheets" */ './ReportSheet')

/** Overlays whose code loads when they are opened. */
export const LazyListOrder = lazyPart<SortProps>(() => sheets().then(({ ListOrder }) => ({ default: ListOrder })))
export const LazyItemSheet = lazyPart<ItemSheetProps>(() => sheets().then(({ ItemSheet }) => ({ default: ItemSheet })))
export const LazyReport = lazyPart<SheetProps>(() => report().then(({ ReportSheet }) => ({ default: ReportSheet })))
export const LazySearch = lazyPart<SearchProps>(
  () => import(/* webpackChunkName: "visit-search" */ '../list/LandingSearch'),
)
export const LazySavePanel = lazyPart<SavePanelProps>(() => import(/* webpackChunkName: "pick" */ '../list/SavePanel'))
