import { nextTick } from '@tarojs/taro'
import { useEffect, useState } from 'react'
import { useApp } from '@/screens/app/AppContext'
import type { OverlayStore } from '@/stores/app/OverlayStore'

/**
 * Leaves the page and all entered levels. WeChat gives a step back to an open page-container instead of the page, so the container must close first.
 * For observers. @param steps number of pages, including the present one
 */
export function useLeavePage(overlays: OverlayStore, steps = 1): () => void {
  const { navigate } = useApp().platform
  const [isLeaving, setLeaving] = useState(false)
  const isFree = overlays.depth === 0
  useEffect(() => {
    if (isLeaving && isFree) nextTick(() => void goBack(steps))
    async function goBack(left: number) {
      for (let step = 0; step < left; step += 1) await navigate.back()
    }
  }, [isLeaving, isFree, navigate, steps])
  return () => {
    setLeaving(true)
    void overlays.leaveLevels()
  }
}
