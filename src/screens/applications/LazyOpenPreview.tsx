import { Skeleton } from '@/components/ui/Skeleton'
import { lazyPart } from '@/screens/app/lazyPart'
import type { OpenProps } from './OpenProps'

/** The viewers, which the pickers do without. */
export const LazyOpenPreview = lazyPart<OpenProps>(
  () => import(/* webpackChunkName: "preview" */ './OpenPreview'),
  <Skeleton />,
)
