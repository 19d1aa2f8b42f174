import type { RefObject } from 'react'
import { useWindow } from '@/components/ui/context'
import type { WholeScreen } from './WholeScreen'

/** A page of a mini-program is as large as it can be. */
export function useFullScreen(_ref: RefObject<HTMLElement>, _onLeave: () => void): WholeScreen {
  const { width, height } = useWindow()
  return { width, height, isHandheld: true }
}
