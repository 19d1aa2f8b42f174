import { observer } from 'mobx-react'
import { Suspense, lazy, useState } from 'react'
import { LazyPart } from '@/firstPage/later/lazyParts'
import type { SheetProps } from './sheets/SheetProps'

const FilesOverlays = lazy(() => import(/* webpackChunkName: "overlays" */ './FilesOverlays'))

/** Sheets load from the lazy package when the first one is opened; panels are pages of their own. */
export const Overlays = observer(function Overlays(props: SheetProps) {
  const { overlays } = props
  const [giveUp] = useState(() => () => void overlays.closeTop())
  return overlays.depth > 0 ? (
    <Suspense fallback={<LazyPart onGiveUp={giveUp} />}>
      <FilesOverlays {...props} />
    </Suspense>
  ) : null
})
