import { useEffect } from 'react'
import type { OverlayFlag } from '@/domain/overlays'
import type { OverlayStore } from '@/stores/app/OverlayStore'

/** Closes an overlay whose flag leads nowhere (RT-10). */
export function useDropped(isNowhere: boolean, flag: OverlayFlag, overlays: OverlayStore) {
  useEffect(() => {
    if (isNowhere) void overlays.close(flag)
  }, [isNowhere, flag, overlays])
}
