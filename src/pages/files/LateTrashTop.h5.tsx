import { View } from '@tarojs/components'
import { Suspense, lazy } from 'react'
import type { ListStore } from '@/stores/ListStore'

const LazyTrashTop = lazy(async () => ({ default: (await import(/* webpackChunkName: "trash" */ './TrashTop')).TrashTop }))

/** Comes when a trash is opened: the first page does without it. Its line keeps its place. */
export function TrashTop(props: { list: ListStore }) {
  return <Suspense fallback={<View className='trash-top-late' />}><LazyTrashTop {...props} /></Suspense>
}
