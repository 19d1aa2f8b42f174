import { Skeleton } from '@/components/ui/Skeleton'
import { lazyPart } from '@/screens/app/lazyPart'
import type { FilePreviewProps, InlinePreviewProps } from '../page/landingProps'

/** The viewers, loaded when there is something to show. */
export const LazyFilePreview = lazyPart<FilePreviewProps>(
  () => import(/* webpackChunkName: "preview" */ './FilePreview'),
  <Skeleton />,
)
export const LazyInlinePreview = lazyPart<InlinePreviewProps>(
  () => import(/* webpackChunkName: "preview" */ './InlinePreview'),
  <Skeleton />,
)
