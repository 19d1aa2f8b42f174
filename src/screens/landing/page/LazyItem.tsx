import { Skeleton } from '@/components/ui/Skeleton'
import { lazyPart } from '@/screens/app/lazyPart'
import type { FilePreviewProps, InlinePreviewProps, FooterProps } from './VisitProps'
import type { ChatViewerProps } from '../chat/ChatViewer'

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
