import { useEffect } from 'react'
import { onNetwork } from '@/platform/weapp/connection'
import { onUpdate } from '@/platform/weapp/updates'
import type { AppStore } from '@/stores/AppStore'
import { beginLate } from './beginLate'

/** WeChat covers the start of a mini-program itself. */
export function useShell(app: AppStore, _isDrawn: boolean): void {
  useEffect(() => {
    beginLate(app, { onNetwork, build: '' })
    onUpdate((apply) => void app.late.update?.ready(apply))
  }, [app])
}
