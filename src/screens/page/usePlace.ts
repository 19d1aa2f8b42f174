import { getCurrentInstance } from '@tarojs/taro'
import { useState } from 'react'
import type { Place, PlaceOf } from '@/platform/Platform'
import { useApp } from '../app/AppContext'

/** The place that opened this page; undefined when its parameters name none. Read once, because later they belong to another page. */
export function usePlace<P extends Place['page']>(page: P): PlaceOf<P> | undefined {
  const { navigate } = useApp().platform
  const [place] = useState(() => navigate.placeOf(page, getCurrentInstance().router?.params ?? {}))
  return place
}
