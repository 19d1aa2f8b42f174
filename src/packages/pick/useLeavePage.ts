import { nextTick } from '@tarojs/taro'
import { useEffect, useState } from 'react'
import { useApp } from '@/screens/AppContext'
import type { OverlayStore } from '@/stores/shell/OverlayStore'

/**
 * Leaves the page with all that was gone into: WeChat gives a step back to an open page-container instead of the page, so that one has
 * to be gone first. For observers.
 */
export function useLeavePage(overlays: OverlayStore): () => void {
  const { navigate } = useApp().platform
  const [isLeaving, setLeaving] = useState(false)
  const isFree = overlays.depth === 0
  useEffect(() => {
    if (isLeaving && isFree) nextTick(() => void navigate.back())
  }, [isLeaving, isFree, navigate])
  return () => {
    setLeaving(true)
    void overlays.leaveLevels()
  }
}
