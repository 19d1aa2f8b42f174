import { Skeleton } from '@/components/ui/Skeleton'
import { lazyPart } from '@/screens/app/lazyPart'
import type { OpenProps } from './OpenProps'

/** The viewers, whose code the pickers do not need. */
export const LazyOpenPreview = lazyPart<OpenProps>(
  () => import(/* webpackChunkName: "preview" */ './OpenPreview'),
  <Skeleton />,
)
