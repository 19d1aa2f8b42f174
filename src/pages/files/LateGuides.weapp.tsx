import { Suspense, lazy } from 'react'
import type { GuidesProps } from './Guides'

const LazyGuides = lazy(async () => ({ default: (await import('./Guides')).Guides }))

/** Nobody waits for it, and it may stay away. */
export function LateGuides(props: GuidesProps) {
  return <Suspense fallback={null}><LazyGuides {...props} /></Suspense>
}
