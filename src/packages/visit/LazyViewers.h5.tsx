import { Suspense, lazy } from 'react'
import { Skeleton } from '@/components/Skeleton'
import type { FilePreviewProps, InlinePreviewProps } from './ViewerProps'

const FilePreview = lazy(() => import(/* webpackChunkName: "preview" */ './FilePreview'))
const InlinePreview = lazy(() => import(/* webpackChunkName: "preview" */ './InlinePreview'))

/** The viewers, whose code comes when there is something that they show. */
export function LazyFilePreview(props: FilePreviewProps) {
  return (
    <Suspense fallback={<Skeleton />}>
      <FilePreview {...props} />
    </Suspense>
  )
}

export function LazyInlinePreview(props: InlinePreviewProps) {
  return (
    <Suspense fallback={<Skeleton />}>
      <InlinePreview {...props} />
    </Suspense>
  )
}
