import { Suspense, lazy } from 'react'
import type { NoticeLineProps } from './NoticeLine'

const NoticeLine = lazy(() => import(/* webpackChunkName: "lazy" */ './NoticeLine'))

/** Comes with the stores that it tells of. */
export function LazyNotice(props: NoticeLineProps) {
  return (
    <Suspense fallback={null}>
      <NoticeLine {...props} />
    </Suspense>
  )
}
