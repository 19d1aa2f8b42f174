import { getCurrentInstance, useDidHide, useDidShow } from '@tarojs/taro'
import { useState } from 'react'
import type { Place, PlaceOf } from '@/platform/Platform'
import type { LiveStore } from '@/stores/app/live/LiveStore'
import { useApp } from '../app/AppContext'

/** The place that opened this page; undefined when its parameters name none. Read once, because later they belong to another page. */
export function usePlace<P extends Place['page']>(page: P): PlaceOf<P> | undefined {
  const { navigate } = useApp().platform
  const [place] = useState(() => navigate.placeOf(page, getCurrentInstance().router?.params ?? {}))
  return place
}

/** Whether this page is topmost: only the topmost shows dialogs and toasts. */
export function useShown(): boolean {
  const [isShown, setShown] = useState(true)
  useDidShow(() => setShown(true))
  useDidHide(() => setShown(false))
  return isShown
}

/** The store of live changes (AH-20), while this page is topmost, the app is visible and its user signed in; call it in an observer. */
export function useLiveStore(): LiveStore | undefined {
  const { lazy, session } = useApp()
  return useShown() && session.phase === 'signedIn' ? lazy.live : undefined
}
