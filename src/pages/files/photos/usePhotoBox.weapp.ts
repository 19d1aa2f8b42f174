import { useWindow } from '@/components/ui/context'
import type { PhotoGestures } from './useGestures'

/** See usePhotoBox.h5.ts. Here the grid is as wide as the window, and `scrollY` stops scrolling. */
export function usePhotoBox(_box: { current: unknown }, _gestures: PhotoGestures): number {
  return useWindow().width
}
