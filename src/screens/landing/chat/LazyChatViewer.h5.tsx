import { Skeleton } from '@/components/ui/Skeleton'
import { later } from '@/screens/app/later'
import type { ChatViewerProps } from './ChatViewerProps'

/** The viewers come once something is to be shown. */
export const LazyChatViewer = later<ChatViewerProps>(
  () => import(/* webpackChunkName: "preview" */ './ChatViewer'),
  <Skeleton />,
)
