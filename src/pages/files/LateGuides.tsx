import { Suspense, lazy, type ComponentType } from 'react'
import { inBackground } from '@/shell/lateParts'
import type { GuidesProps } from './Guides'

const LazyGuides = lazy<ComponentType<GuidesProps>>(() =>
  inBackground(() => import(/* webpackChunkName: "guides" */ './Guides')).then(
    ({ Guides }) => ({ default: Guides }),
    () => ({ default: () => null }),
  ),
)

/** Nobody waits for it, and it may stay away. */
export function LateGuides(props: GuidesProps) {
  return (
    <Suspense fallback={null}>
      <LazyGuides {...props} />
    </Suspense>
  )
}
