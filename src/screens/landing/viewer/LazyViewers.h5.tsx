import { Skeleton } from '@/components/ui/Skeleton'
import { later } from '@/screens/app/later'
import type { FilePreviewProps, InlinePreviewProps } from './ViewerProps'

/** The viewers, whose code comes when there is something that they show. */
export const LazyFilePreview = later<FilePreviewProps>(
  () => import(/* webpackChunkName: "preview" */ './FilePreview'),
  <Skeleton />,
)
export const LazyInlinePreview = later<InlinePreviewProps>(
  () => import(/* webpackChunkName: "preview" */ './InlinePreview'),
  <Skeleton />,
)
