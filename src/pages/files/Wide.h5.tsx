import { Suspense, lazy } from 'react'
import { useWindow } from '@/components/ui/context'
import type { WideProps } from './WideProps'

/** px; `useModal` and the stylesheets have the same width. */
const WIDE = 900

export const isWide = (): boolean => innerWidth >= WIDE

const LoadedWide = lazy(() => import(/* webpackChunkName: "wide" */ './wide/WideFiles'))

/** The list of a wide window (AH-43). In other windows, and until its code has loaded, `children`. */
export function Wide(props: WideProps) {
  const { isSeen, children } = props
  // Renders again when the window's size changes.
  useWindow()
  return isSeen && isWide() ? (
    <Suspense fallback={children}>
      <LoadedWide {...props} />
    </Suspense>
  ) : (
    children
  )
}
