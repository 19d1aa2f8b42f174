import { useEffect, useRef } from 'react'
import type { PermissionEditor } from '@/stores/shares/PermissionEditor'
import type { OverlayStore } from '@/stores/app/OverlayStore'

/** Keeps an extra step back above unsaved changes. Going back, by the browser or a gesture, then asks first, and the page stays. For observers. */
export function useUnsavedGuard(editor: PermissionEditor, overlays: OverlayStore) {
  const isArmed = useRef(false)
  const { isDirty } = editor
  const isThere = overlays.valueFor('unsaved') !== undefined
  const isOnTop = overlays.open[overlays.open.length - 1]?.flag === 'unsaved'
  useEffect(() => {
    if (!isDirty) {
      isArmed.current = false
      // A sheet above it stays open.
      if (isOnTop) void overlays.close('unsaved')
      return
    }
    if (isThere) {
      isArmed.current = true
      return
    }
    const wasTaken = isArmed.current
    overlays.show('unsaved')
    if (wasTaken) overlays.show('leaving')
  }, [isDirty, isThere, isOnTop, overlays])
}
