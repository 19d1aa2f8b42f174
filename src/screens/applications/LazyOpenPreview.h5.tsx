import { Skeleton } from '@/components/ui/Skeleton'
import { later } from '@/screens/app/later'
import type { OpenProps } from './OpenProps'

/** The viewers, whose code the pickers do not need. */
export const LazyOpenPreview = later<OpenProps>(
  () => import(/* webpackChunkName: "preview" */ './OpenPreview'),
  <Skeleton />,
)
