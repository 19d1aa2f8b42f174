import { Suspense, lazy, type ComponentType } from 'react'
import { inBackground } from '@/firstPage/later/lazyParts'
import type { GuidesProps } from './Guides'

const LoadedGuides = lazy<ComponentType<GuidesProps>>(() =>
  inBackground(() => import(/* webpackChunkName: "guides" */ './Guides')).catch(() => ({ default: () => null })),
)

/** Nothing waits for it, and it may fail to load. */
export function LazyGuides(props: GuidesProps) {
  return (
    <Suspense fallback={null}>
      <LoadedGuides {...props} />
    </Suspense>
  )
}
