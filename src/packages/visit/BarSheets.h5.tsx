import { observer } from 'mobx-react'
import { Suspense, lazy } from 'react'
import type { SheetProps } from './SheetProps'

const AccountSheets = lazy(() => import(/* webpackChunkName: "visit-sheets" */ './AccountSheets'))

/** What the bar opens. */
export const BarSheets = observer(function BarSheets({ overlays }: SheetProps) {
  const isOpen = overlays.valueFor('languages') !== undefined || overlays.valueFor('me') !== undefined
  return isOpen ? (
    <Suspense fallback={null}>
      <AccountSheets overlays={overlays} />
    </Suspense>
  ) : null
})
