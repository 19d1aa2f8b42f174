import { Skeleton } from '@/components/Skeleton'
import { later } from '@/screens/later'
import type { ChatViewerProps } from './ChatViewerProps'

/** The viewers come once something is to be shown. */
export const LazyChatViewer = later<ChatViewerProps>(
  () => import(/* webpackChunkName: "preview" */ './ChatViewer'),
  <Skeleton />,
)
