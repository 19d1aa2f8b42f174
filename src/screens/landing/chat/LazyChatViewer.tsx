import { Skeleton } from '@/components/ui/Skeleton'
import { lazyPart } from '@/screens/app/lazyPart'
import type { ChatViewerProps } from './ChatViewer'

export const LazyChatViewer = lazyPart<ChatViewerProps>(
  () => import(/* webpackChunkName: "preview" */ './ChatViewer'),
  <Skeleton />,
)
