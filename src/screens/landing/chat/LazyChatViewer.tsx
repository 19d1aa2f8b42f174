import { Skeleton } from '@/components/ui/Skeleton'
import { lazyPart } from '@/screens/app/lazyPart'
import type { ChatViewerProps } from './ChatViewer'

/** The viewers come once something is to be shown. */
export const LazyChatViewer = lazyPart<ChatViewerProps>(
  () => import(/* webpackChunkName: "preview" */ './ChatViewer'),
  <Skeleton />,
)
